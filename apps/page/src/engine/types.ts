// What the engine hands out as JSON, as far as the page reads it.

export type Value = string | number | boolean | null | string[] | number[];
export type Spec = { command: string; [key: string]: Value | undefined };

export interface Option {
  key: string;
  kind: "boolean" | "integer" | "number" | "text" | "word";
  list: boolean;
  default: Value;
  least?: number;
  most?: number;
  above?: boolean;
  below?: boolean;
  words: { name: string; help?: string }[];
  heading: string;
  value_name: string;
  local?: boolean;
  help: string;
}
export interface Command {
  command: string;
  help: string;
  options: Option[];
}

export interface Column {
  name: string;
  kind: "text" | "whole" | "number" | "boolean" | "date";
  missing: number;
  distinct: number;
  values: { label: string; rows: number }[];
  histogram: number[];
  least: number;
  greatest: number;
}
export interface Table {
  rows: number;
  columns: Column[];
  suggested: Record<string, string | string[]>;
}
export interface Notice {
  kind: string;
  severity: "info" | "warning";
  text: string;
  about: string;
}
export interface Look {
  rows: number;
  rows_used: number;
  attributes: string[];
  covariates: string[];
  notices: Notice[];
}
export interface Example {
  name: string;
  help: string;
  spec: string;
}

/// A column that the page read itself (JSON lines, Parquet).
export type GivenColumn =
  | { name: string; kind: "numbers"; values: Float64Array }
  | { name: string; kind: "booleans"; values: Int8Array }
  | { name: string; kind: "text"; texts: string[]; places: Int32Array };

export type Format = "json" | "html" | "markdown" | "spec";

export interface Finished {
  json: string;
  html: string;
  markdown: string;
  spec: string;
  milliseconds: number;
}

/// What one of several workers does of a run (faultline_start_part).
export interface Part {
  known: string;
  part: number;
  parts: number;
  patience: number;
  spent: number;
}
/// A part that ended early, with what it has drawn.
export interface Unfinished {
  replicates: string;
}

/// What a worker is asked for, each with a number that its answer carries.
export type Request =
  | { do: "start"; module: WebAssembly.Module }
  | { do: "file"; file: File; format: "csv" | "jsonl" | "parquet"; delimiter: string }
  | { do: "example"; name: string }
  | { do: "columns"; spec: string }
  | { do: "look"; spec: string }
  | { do: "run"; spec: string; people: boolean; part?: Part }
  | { do: "open"; result: string }
  | { do: "question"; seed: number; number: number };

export type Answer =
  | { id: number; done: unknown }
  | { id: number; error: string }
  | { id: number; progress: { phase: string; done: number; total: number } };
