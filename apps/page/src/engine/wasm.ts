// The engine's WebAssembly with the little of an operating system that it asks for. It has no files, no clock of the day and no
// environment; what it prints is nothing, because the library never prints.

export interface Exports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(address: number): void;
  [name: string]: unknown;
}

export type Progress = (phase: string, done: number, total: number) => void;

const kNotThere = 52; // ENOSYS of WASI

export async function start(module: WebAssembly.Module, progress: Progress): Promise<Door> {
  let door: Door | undefined;
  const view = () => new DataView(door!.memory.buffer);
  const system: Record<string, (...values: never[]) => unknown> = {
    fd_write: (_file: number, list: number, count: number, written: number) => {
      let bytes = 0;
      for (let i = 0; i < count; ++i) bytes += view().getUint32(list + 8 * i + 4, true);
      view().setUint32(written, bytes, true);
      return 0;
    },
    environ_sizes_get: (count: number, bytes: number) => {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return 0;
    },
    environ_get: () => 0,
    clock_time_get: (_clock: number, _precision: bigint, out: number) => {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit: () => {
      throw new Error("the engine stopped");
    },
    emscripten_notify_memory_growth: () => undefined,
  };
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = system[name] ?? (() => kNotThere);
  }
  imports.page = {
    progress: (text: number, length: number, done: number, total: number) =>
      progress(door!.text(text, length), done, total),
  };
  const instance = await WebAssembly.instantiate(module, imports);
  door = new Door(instance.exports as unknown as Exports);
  (instance.exports._initialize as (() => void) | undefined)?.();
  return door;
}

/// faultline.h, with texts and arrays put into the engine's memory and taken out of it.
export class Door {
  constructor(private readonly wasm: Exports) {}

  get memory(): WebAssembly.Memory {
    return this.wasm.memory;
  }

  call(name: string, ...values: (number | bigint)[]): number {
    return (this.wasm[`faultline_${name}`] as (...all: (number | bigint)[]) => number)(...values);
  }

  text(address: number, length?: number): string {
    const bytes = new Uint8Array(this.memory.buffer);
    const end = length === undefined ? bytes.indexOf(0, address) : address + length;
    return new TextDecoder().decode(bytes.subarray(address, end));
  }

  /// The text at an address that the engine returned; null where it returned none.
  maybeText(address: number): string | null {
    return address === 0 ? null : this.text(address);
  }

  /// Copies bytes in for as long as `use` runs.
  withBytes<T>(bytes: Uint8Array, use: (address: number) => T): T {
    const address = this.wasm.malloc(bytes.length + 1);
    if (address === 0) throw new Error("out of memory");
    try {
      const memory = new Uint8Array(this.memory.buffer);
      memory.set(bytes, address);
      memory[address + bytes.length] = 0;
      return use(address);
    } finally {
      this.wasm.free(address);
    }
  }

  withText<T>(text: string, use: (address: number) => T): T {
    return this.withBytes(new TextEncoder().encode(text), use);
  }
}
