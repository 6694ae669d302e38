// A file, piece by piece, into the engine. CSV goes as bytes, in UTF-8 whatever the file is in; the engine reads them. JSON lines and
// Parquet become columns here.

import type { GivenColumn } from "../engine/types";
import { pickColumns } from "./columns";

export interface Taker {
  bytes(piece: Uint8Array, delimiter: string): void;
  column(column: GivenColumn): void;
}
type Told = (phase: string, done: number, total: number) => void;

const kPiece = 8 << 20;

/// UTF-16 says so in its first bytes; what is not UTF-8 is taken for Windows-1252, as the program does.
async function encodingOf(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < file.size; at += kPiece) {
      decoder.decode(await file.slice(at, at + kPiece).arrayBuffer(), { stream: at + kPiece < file.size });
    }
  } catch {
    return "windows-1252";
  }
  return "utf-8";
}

/// Pieces of the file as text in order.
async function* textOf(file: Blob, told: Told): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(file));
  for (let at = 0; at < file.size; at += kPiece) {
    const last = at + kPiece >= file.size;
    yield decoder.decode(await file.slice(at, at + kPiece).arrayBuffer(), { stream: !last });
    told("reading", Math.min(at + kPiece, file.size), file.size);
  }
}

async function readCsv(file: Blob, delimiter: string, taker: Taker, told: Told): Promise<void> {
  const encoding = await encodingOf(file);
  if (encoding !== "utf-8") {
    for await (const text of textOf(file, told)) taker.bytes(new TextEncoder().encode(text), delimiter);
    return;
  }
  for (let at = 0; at < file.size; at += kPiece) {
    taker.bytes(new Uint8Array(await file.slice(at, at + kPiece).arrayBuffer()), delimiter);
    told("reading", Math.min(at + kPiece, file.size), file.size);
  }
}

async function readLines(file: File, taker: Taker, told: Told): Promise<void> {
  const rows: Record<string, unknown>[] = [];
  let rest = "";
  let number = 0;
  const take = (line: string) => {
    ++number;
    if (line.trim() === "") return;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      row = undefined;
    }
    if (typeof row !== "object" || row === null || Array.isArray(row))
      throw new Error(`'${file.name}', line ${number}: not a JSON object; every line must hold one, as in {"age": 31}`);
    rows.push(row as Record<string, unknown>);
  };
  for await (const text of textOf(file, told)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
  take(rest);
  if (rows.length === 0) throw new Error(`'${file.name}' is empty`);
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  for (const name of names) taker.column(pickColumns(name, rows.length, (i) => rows[i][name]));
}

async function readParquet(file: File, taker: Taker, told: Told): Promise<void> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const buffer = { byteLength: file.size, slice: (from: number, to?: number) => file.slice(from, to).arrayBuffer() };
  let metadata;
  try {
    metadata = await parquetMetadataAsync(buffer);
  } catch {
    throw new Error(`'${file.name}' is not a Parquet file, or its end is missing`);
  }
  const rows = Number(metadata.num_rows);
  const names = parquetSchema(metadata).children.map((child) => child.element.name);
  // One column at a time: all of a large file at once would be held as objects.
  for (const [at, name] of names.entries()) {
    const values = await parquetReadObjects({ file: buffer, metadata, compressors, columns: [name] });
    taker.column(pickColumns(name, rows, (i) => values[i][name]));
    told("reading", at + 1, names.length);
  }
}

export async function readFile(
  file: File,
  format: "csv" | "jsonl" | "parquet",
  delimiter: string,
  taker: Taker,
  told: Told,
): Promise<void> {
  if (file.size === 0) throw new Error(`'${file.name}' is empty`);
  if (format === "parquet") await readParquet(file, taker, told);
  else if (format === "jsonl") await readLines(file, taker, told);
  else await readCsv(file, delimiter, taker, told);
}
