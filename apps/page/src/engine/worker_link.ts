// A worker with an engine in it, as the page sees it: promises, progress, and an end that comes at once.

import workerSource from "worker:./worker.ts";
import type { Answer, Request } from "./types";

export interface Told {
  phase: string;
  done: number;
  total: number;
}
type Waiting = { resolve(value: unknown): void; reject(error: Error): void; progress?: (told: Told) => void };

export class WorkerLink {
  /// What the engine says of itself, once it has started.
  readonly ready: Promise<unknown>;
  private readonly worker: Worker;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private ended?: Error;

  constructor(engine: Promise<WebAssembly.Module>) {
    const address = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    this.worker.onerror = (event) => this.end(new Error(event.message || "out of memory"));
    this.ready = engine.then((module) => this.ask({ do: "start", module }));
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

  ask(request: Request, progress?: (told: Told) => void): Promise<unknown> {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ ...request, id });
    });
  }

  end(error: Error): void {
    this.ended = error;
    this.worker.terminate();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(error);
  }
}
