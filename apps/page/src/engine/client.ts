// The engine as the page sees it: promises, progress, and an end that comes at once.

import workerSource from "worker:./worker.ts";
import type { Answer, Command, Example, Finished, Look, Request, Spec, Table } from "./types";

export interface Told {
  phase: string;
  done: number;
  total: number;
}
export class Stopped extends Error {}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void; progress?: (told: Told) => void };

async function compiled(): Promise<WebAssembly.Module> {
  const packed = document.getElementById("engine")!.textContent!.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Client {
  private worker?: Worker;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private module = compiled();
  private ready!: Promise<{ options: { commands: Command[] }; examples: { examples: Example[] } }>;
  /// What put the people into the worker, to be done again in a new one.
  private people?: Request;

  constructor() {
    this.begin();
  }

  private begin(): void {
    const address = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    this.worker.onerror = (event) => this.end(new Error(event.message || "out of memory"));
    this.ready = this.module.then((module) => this.ask({ do: "start", module })) as typeof this.ready;
    this.ready.catch(() => undefined);
  }

  private hear(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined) return;
    if ("progress" in answer) {
      waiting.progress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if ("error" in answer) waiting.reject(new Error(answer.error));
    else waiting.resolve(answer.done);
  }

  private ask(request: Request, progress?: (told: Told) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject, progress });
      this.worker!.postMessage({ ...request, id });
    });
  }

  private end(error: Error): void {
    this.worker?.terminate();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(error);
  }

  /// Ends whatever runs, at once; the people are read again for whoever asks next.
  stop(): void {
    this.end(new Stopped());
    this.begin();
    this.readAgain();
  }

  private readAgain(): void {
    const people = this.people;
    if (people === undefined) return;
    this.ready = this.ready.then(async (known) => {
      await this.ask(people);
      return known;
    });
    this.ready.catch(() => undefined);
  }

  /// Puts other people into the worker; the old ones come back when that fails.
  private async read(request: Request, progress?: (told: Told) => void): Promise<unknown> {
    await this.ready;
    try {
      const read = await this.ask(request, progress);
      this.people = request;
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
    return (await this.ask({ do: "columns", spec: JSON.stringify(spec) })) as Table;
  }

  async look(spec: Spec): Promise<Look> {
    await this.ready;
    return (await this.ask({ do: "look", spec: JSON.stringify(spec) })) as Look;
  }

  async run(spec: Spec, people: boolean, progress: (told: Told) => void): Promise<Finished> {
    await this.ready;
    return (await this.ask({ do: "run", spec: JSON.stringify(spec), people }, progress)) as Finished;
  }

  async open(result: string): Promise<Finished> {
    await this.ready;
    return (await this.ask({ do: "open", result })) as Finished;
  }

  async question(seed: number, number: number): Promise<[number, number]> {
    await this.ready;
    return (await this.ask({ do: "question", seed, number })) as [number, number];
  }
}
