// A column of values of JSON or Parquet as the engine takes it: numbers where all are numbers, true/false where all are that, text
// otherwise. What is not there is missing.

import type { GivenColumn } from "../engine/types";

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$|Z$/, "");
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function pickColumns(name: string, rows: number, value: (row: number) => unknown): GivenColumn {
  const isNothing = (one: unknown) => one === null || one === undefined;
  let numbers = true;
  let booleans = true;
  let any = false;
  for (let row = 0; row < rows && (numbers || booleans); ++row) {
    const one = value(row);
    if (isNothing(one)) continue;
    any = true;
    numbers &&= typeof one === "number" || typeof one === "bigint";
    booleans &&= typeof one === "boolean";
  }
  if (any && numbers) {
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; ++row) {
      const one = value(row);
      values[row] = isNothing(one) ? Number.NaN : Number(one);
    }
    return { name, kind: "numbers", values };
  }
  if (any && booleans) {
    const values = new Int8Array(rows);
    for (let row = 0; row < rows; ++row) {
      const one = value(row);
      values[row] = isNothing(one) ? -1 : one ? 1 : 0;
    }
    return { name, kind: "booleans", values };
  }
  const places = new Int32Array(rows);
  const known = new Map<string, number>();
  for (let row = 0; row < rows; ++row) {
    const one = value(row);
    if (isNothing(one)) {
      places[row] = -1;
      continue;
    }
    const text = textOf(one);
    let place = known.get(text);
    if (place === undefined) known.set(text, (place = known.size));
    places[row] = place;
  }
  return { name, kind: "text", texts: [...known.keys()], places };
}
