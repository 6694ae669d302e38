// The engine in a worker of its own: it reads the file, keeps the people and runs what is asked. Whoever wants to stop it ends the
// worker.

import { readFile } from "../read/read_file";
import type { Answer, Finished, GivenColumn, Part, Request, Unfinished } from "./types";
import { type Door, start } from "./wasm";

class Refusal extends Error {}

class Engine {
  private table = 0;

  constructor(private readonly door: Door) {}

  describe(what: string): unknown {
    return JSON.parse(this.door.withText(what, (at) => this.door.text(this.door.call("describe", at))));
  }

  newTable(name: string): void {
    if (this.table !== 0) this.door.call("table_free", this.table);
    this.table = this.door.withText(name, (at) => this.door.call("table_new", at));
  }

  private told(done: number): void {
    if (done === 0) throw new Refusal(this.door.maybeText(this.door.call("table_error", this.table)) ?? "out of memory");
  }

  bytes(piece: Uint8Array, delimiter: string): void {
    this.told(
      this.door.withBytes(piece, (at) =>
        this.door.call("table_read", this.table, at, piece.length, delimiter === "" ? 0 : delimiter.charCodeAt(0)),
      ),
    );
  }

  column(column: GivenColumn): void {
    const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    this.door.withText(column.name, (name) => {
      if (column.kind !== "text") {
        this.door.withBytes(bytesOf(column.values), (at) =>
          this.told(this.door.call(`table_${column.kind}`, this.table, name, at, column.values.length)),
        );
        return;
      }
      const encoded = column.texts.map((text) => new TextEncoder().encode(text));
      const ends = new Uint32Array(encoded.length);
      const all = new Uint8Array(encoded.reduce((sum, text) => sum + text.length, 0));
      let end = 0;
      encoded.forEach((text, i) => {
        all.set(text, end);
        end += text.length;
        ends[i] = end;
      });
      this.door.withBytes(all, (texts) =>
        this.door.withBytes(bytesOf(ends), (at) =>
          this.door.withBytes(bytesOf(column.places), (places) =>
            this.told(
              this.door.call("table_text", this.table, name, texts, at, ends.length, places, column.places.length),
            ),
          ),
        ),
      );
    });
  }

  finish(): void {
    this.told(this.door.call("table_finish", this.table));
  }

  /// The example's people, as the file that they are and as columns.
  example(name: string): { csv: string; table: unknown } {
    const csv = this.door.withText(name, (at) => this.door.text(this.door.call("example", at)));
    this.bytes(new TextEncoder().encode(csv), ",");
    this.finish();
    return { csv, table: this.columns("") };
  }

  columns(spec: string): unknown {
    const text = this.door.withText(spec, (at) =>
      this.door.maybeText(this.door.call("table_columns", this.table, spec === "" ? 0 : at)),
    );
    if (text === null) this.told(0);
    return JSON.parse(text!);
  }

  look(spec: string): unknown {
    const run = this.door.withText(spec, (at) => this.door.call("look", at, this.table));
    return JSON.parse(this.finished(run, ["look"]).look);
  }

  run(spec: string, people: boolean, part?: Part): Finished | Unfinished {
    const begin = performance.now();
    const run = this.door.withText(spec, (at) => {
      if (!people) return this.door.call("start", at, 0, 0);
      if (part === undefined) return this.door.call("start_table", at, this.table);
      return this.door.withText(part.known, (known) =>
        this.door.call("start_part", at, this.table, known, part.part, part.parts, part.patience, part.spent),
      );
    });
    // Of the others nobody asks for a report.
    const unfinished = part !== undefined && (part.part > 0 || this.has(run, "replicates"));
    const made = this.finished(run, unfinished ? ["replicates"] : ["json", "html", "markdown", "spec"]);
    return { ...made, milliseconds: performance.now() - begin } as unknown as Finished | Unfinished;
  }

  private has(run: number, format: string): boolean {
    return run !== 0 && this.door.withText(format, (at) => this.door.call("result", run, at, 0)) !== 0;
  }

  open(result: string): Finished {
    const run = this.door.withText(result, (at) => this.door.call("open", at));
    return { ...this.finished(run, ["json", "html", "markdown"]), spec: "", milliseconds: 0 } as unknown as Finished;
  }

  question(seed: number, number: number): [number, number] {
    return this.door.withBytes(new Uint8Array(8), (at) => {
      this.door.call("question", BigInt(seed), number, at, at + 4);
      const view = new DataView(this.door.memory.buffer);
      return [view.getInt32(at, true), view.getInt32(at + 4, true)];
    });
  }

  private finished(run: number, formats: string[]): Record<string, string> {
    if (run === 0) throw new Refusal("out of memory");
    try {
      const error = this.door.maybeText(this.door.call("error", run));
      if (error !== null) throw new Refusal(error);
      return Object.fromEntries(
        formats.map((format) => [
          format,
          this.door.withText(format, (at) => this.door.maybeText(this.door.call("result", run, at, 0))) ?? "",
        ]),
      );
    } finally {
      this.door.call("free", run);
    }
  }
}

let engine: Engine;
let current = 0;
const say = (answer: Answer) => postMessage(answer);
const progress = (phase: string, done: number, total: number) => say({ id: current, progress: { phase, done, total } });

async function answer(request: Request): Promise<unknown> {
  switch (request.do) {
    case "start":
      engine = new Engine(await start(request.module, progress));
      return { options: engine.describe("options"), examples: engine.describe("examples") };
    case "file":
      engine.newTable(request.file.name);
      await readFile(request.file, request.format, request.delimiter, engine, progress);
      engine.finish();
      return engine.columns("");
    case "example":
      engine.newTable(`${request.name}.csv`);
      return engine.example(request.name);
    case "columns":
      return engine.columns(request.spec);
    case "look":
      return engine.look(request.spec);
    case "run":
      return engine.run(request.spec, request.people, request.part);
    case "open":
      return engine.open(request.result);
    case "question":
      return engine.question(request.seed, request.number);
  }
}

onmessage = async ({ data }: MessageEvent<Request & { id: number }>) => {
  current = data.id;
  try {
    say({ id: data.id, done: await answer(data) });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // What WebAssembly throws when its memory is full is not a sentence.
    say({ id: data.id, error: /memory|allocat|unreachable/i.test(text) && !(error instanceof Refusal) ? "out of memory" : text });
  }
};
