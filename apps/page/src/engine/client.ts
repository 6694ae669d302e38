// The engine as the page sees it: one worker that keeps the people and answers, and others that help where a run takes long.

import { Crew } from "./crew";
import type { Command, Example, Finished, Look, Request, Spec, Table } from "./types";
import { type Told, WorkerLink } from "./worker_link";

export type { Told };
export class Stopped extends Error {}

async function compiled(): Promise<WebAssembly.Module> {
  const packed = document.getElementById("engine")!.textContent!.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Client {
  private readonly module = compiled();
  private readonly crew = new Crew(this.module);
  private worker!: WorkerLink;
  private ready!: Promise<{ options: { commands: Command[] }; examples: { examples: Example[] } }>;
  /// What put the people into the worker, to be done again in a new one.
  private people?: Request;

  constructor() {
    this.begin();
  }

  private begin(): void {
    this.worker = new WorkerLink(this.module);
    this.ready = this.worker.ready as typeof this.ready;
  }

  /// Ends whatever runs, at once; the people are read again for whoever asks next.
  stop(): void {
    this.crew.end(new Stopped());
    this.worker.end(new Stopped());
    this.begin();
    this.readAgain();
  }

  private readAgain(): void {
    const people = this.people;
    if (people === undefined) return;
    this.ready = this.ready.then(async (known) => {
      await this.worker.ask(people);
      return known;
    });
    this.ready.catch(() => undefined);
  }

  /// Puts other people into the worker; the old ones come back when that fails.
  private async read(request: Request, progress?: (told: Told) => void): Promise<unknown> {
    await this.ready;
    try {
      const read = (await this.worker.ask(request, progress)) as Table | { table: Table };
      this.people = request;
      this.crew.forget("table" in read ? read.table : read);
      return read;
    } catch (error) {
      if (!(error instanceof Stopped)) this.readAgain();
      throw error;
    }
  }

  async known(): Promise<{ commands: Command[]; examples: Example[] }> {
    const { options, examples } = await this.ready;
    return { commands: options.commands, examples: examples.examples };
  }

  async file(file: File, format: "csv" | "jsonl" | "parquet", progress: (told: Told) => void): Promise<Table> {
    const delimiter = /\.(tsv|tab)$/i.test(file.name) ? "\t" : "";
    return (await this.read({ do: "file", file, format, delimiter }, progress)) as Table;
  }

  async example(name: string): Promise<{ csv: string; table: Table }> {
    return (await this.read({ do: "example", name })) as { csv: string; table: Table };
  }

  async columns(spec: Spec): Promise<Table> {
    await this.ready;
    return (await this.worker.ask({ do: "columns", spec: JSON.stringify(spec) })) as Table;
  }

  async look(spec: Spec): Promise<Look> {
    await this.ready;
    return (await this.worker.ask({ do: "look", spec: JSON.stringify(spec) })) as Look;
  }

  async run(spec: Spec, people: boolean, progress: (told: Told) => void): Promise<Finished> {
    await this.ready;
    const text = JSON.stringify(spec);
    if (people && this.people !== undefined) return this.crew.run(text, this.worker, this.people, progress);
    return (await this.worker.ask({ do: "run", spec: text, people }, progress)) as Finished;
  }

  async open(result: string): Promise<Finished> {
    await this.ready;
    return (await this.worker.ask({ do: "open", result })) as Finished;
  }

  async question(seed: number, number: number): Promise<[number, number]> {
    await this.ready;
    return (await this.worker.ask({ do: "question", seed, number })) as [number, number];
  }
}
