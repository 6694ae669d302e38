// Several workers for one run. A page that was opened from a disk has no memory that workers share, so a run whose replicates take long
// ends early and begins again in all of them, each with people of its own: what one has drawn, the others look up
// (resample/shared_replicates.hpp).

import type { Finished, Part, Request, Table, Unfinished } from "./types";
import { type Told, WorkerLink } from "./worker_link";

// More do not gain what their copies of the people cost.
const kMostWorkers = 8;
// Seconds that replicates take before others are asked to help: to start those takes a fraction of one.
const kPatience = 1.5;
// A million people in nine columns take 540 MB: 60 bytes a value. Helpers may have 2 GB for their copies; more could be more than a small
// computer has to spare.
const kBytesOfValue = 60;
const kBytesOfHelpers = 2e9;
// The phase that the engine tells of a share.
const kShare = "shared replicates";

interface Plan {
  workers: number;
  patience: number; // seconds
  wait: boolean; // for helpers that still read the people; else the first worker goes on without them
}

/// Of this machine; tests name what they need behind the page's address: #workers=3&patience=0.1.
function planned(): Plan {
  const named = new URLSearchParams(location.hash.slice(1));
  const cores = Math.min(navigator.hardwareConcurrency || 1, kMostWorkers);
  const workers = Number(named.get("workers") ?? cores);
  return { workers, patience: Number(named.get("patience") ?? kPatience), wait: named.has("workers") };
}

/// What is told of several workers as if there were one. A run that begins again tells nothing until it is further than the one before.
class Progress {
  private told: Told = { phase: "", done: 0, total: 0 };
  private before = 0;
  private drawn: number[] = [];

  constructor(private readonly tell: (told: Told) => void) {}

  begin(parts: number): void {
    this.before = this.told.done;
    this.drawn = Array<number>(parts).fill(0);
  }

  hear(part: number, told: Told, again: boolean): void {
    if (told.phase === kShare) {
      this.drawn[part] = told.done;
      const done = this.drawn.reduce((sum, count) => sum + count, this.before);
      // The first one may have told of more: it looks up what the others have drawn.
      this.say({ ...this.told, done: Math.max(this.told.done, Math.min(done, this.told.total)) });
    } else if (part === 0 && (!again || (told.phase === this.told.phase && told.done * this.told.total >= this.told.done * told.total))) {
      this.say(told);
    }
  }

  private say(told: Told): void {
    this.told = told;
    this.tell(told);
  }
}

export class Crew {
  private helpers: WorkerLink[] = [];
  private ready: WorkerLink[] = [];
  private values = 0; // of the people

  constructor(private readonly engine: Promise<WebAssembly.Module>) {}

  /// Other people: helpers that have read the old ones are of no use.
  forget(table: Table): void {
    this.end(new Error("other people were read"));
    this.values = table.rows * table.columns.length;
  }

  end(error: Error): void {
    for (const helper of this.helpers) helper.end(error);
    this.helpers = [];
    this.ready = [];
  }

  /// They take part when they have read the people; one that cannot is left out.
  private start(count: number, people: Request): Promise<unknown> {
    const reading: Promise<unknown>[] = [];
    while (this.helpers.length < count) {
      const helper = new WorkerLink(this.engine);
      this.helpers.push(helper);
      const read = helper.ready.then(() => helper.ask(people)).then(() => this.ready.push(helper));
      reading.push(read.catch((error: Error) => helper.end(error)));
    }
    return Promise.all(reading);
  }

  async run(spec: string, first: WorkerLink, people: Request, tell: (told: Told) => void): Promise<Finished> {
    const { workers, patience, wait } = planned();
    const helpers = Math.min(workers - 1, Math.floor(kBytesOfHelpers / (kBytesOfValue * this.values)));
    const progress = new Progress(tell);
    const begin = performance.now();
    if (helpers < 1) return (await first.ask({ do: "run", spec, people: true }, tell)) as Finished;
    for (let known = ""; ; ) {
      const again = known !== "";
      const crew = again ? [first, ...this.ready] : [first];
      progress.begin(crew.length);
      const asked = crew.map((worker, number) => {
        const part: Part = { known, part: number, parts: crew.length, patience, spent: (performance.now() - begin) / 1000 };
        return worker.ask({ do: "run", spec, people: true, part }, (told) => progress.hear(number, told, again));
      });
      const others = Promise.all(asked.slice(1).map((one, i) => one.catch(() => this.leaveOut(crew[i + 1]))));
      const mine = (await asked[0].catch((error: Error) => this.giveUp(error))) as Finished | Unfinished;
      if (!("replicates" in mine)) return { ...mine, milliseconds: performance.now() - begin };
      const started = this.start(helpers, people);
      if (wait) await started;
      known += mine.replicates;
      for (const drawn of await others) known += (drawn as Unfinished | undefined)?.replicates ?? "";
    }
  }

  /// What the others draw is for nobody.
  private giveUp(error: Error): never {
    this.end(error);
    throw error;
  }

  private leaveOut(helper: WorkerLink): void {
    helper.end(new Error("left out"));
    this.ready = this.ready.filter((one) => one !== helper);
  }
}
