// Filters, bins and missing values as forms: what SQL does on the command line.

import type { Acts } from "../app";
import type { State } from "../state";
import type { Column } from "../engine/types";
import { type Choices, type Condition, type Cut, prepared } from "../spec";
import { texts } from "../texts";

const t = texts.prepare;

function Pick({ label, value, list, change }: { label: string; value: string; list: [string, string][]; change(value: string): void }) {
  return (
    <label>
      <span class="label">{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {list.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
      </select>
    </label>
  );
}

const namesOf = (columns: Column[]): [string, string][] => [["", "…"], ...columns.map(({ name }): [string, string] => [name, name])];

function replaced<T>(list: T[], at: number, change: Partial<T> | null): T[] {
  return change === null ? list.filter((_, i) => i !== at) : list.map((one, i) => (i === at ? { ...one, ...change } : one));
}

export function Prepare({ state, acts }: { state: State; acts: Acts }) {
  const { choices, people } = state;
  const columns = people!.table.columns;
  const numbers = columns.filter(({ kind }) => kind === "whole" || kind === "number");
  const set = (change: Partial<Choices>) => acts.choose(() => change);
  const setCondition = (at: number, change: Partial<Condition> | null) => acts.choose(({ conditions }) => ({ conditions: replaced(conditions, at, change) }));
  const setCut = (at: number, change: Partial<Cut> | null) => acts.choose(({ cuts }) => ({ cuts: replaced(cuts, at, change) }));
  const apply = async () => {
    try {
      acts.set({ people: { ...people!, prepared: await acts.client.columns(prepared(choices, columns)) }, error: "" });
    } catch (error) {
      acts.set({ error: (error as Error).message });
    }
  };
  const predicted = Object.values(choices.roles).some((role) => role === "score" || role === "risk_score");
  return (
    <details class="box">
      <summary>{t.title}</summary>
      <p class="small">{t.lead}</p>
      <fieldset>
        <legend>{t.filters}</legend>
        {choices.where !== "" && <p><code>{choices.where}</code></p>}
        {choices.conditions.map((one, i) => {
          const values = columns.find(({ name }) => name === one.column)?.values ?? [];
          const list = one.comparison !== "IN" && values.length > 0;
          return (
            <div class="row" key={i}>
              <Pick label={t.column} value={one.column} list={namesOf(columns)} change={(column) => setCondition(i, { column })} />
              <Pick label={t.comparison} value={one.comparison} list={Object.entries(t.comparisons)} change={(comparison) => setCondition(i, { comparison })} />
              {!one.comparison.startsWith("IS ") && (
                <label>
                  <span class="label">{one.comparison === "IN" ? t.several : t.value}</span>
                  <input value={one.value} list={list ? `values-${i}` : undefined} onInput={(event) => setCondition(i, { value: event.currentTarget.value })} />
                  {list && <datalist id={`values-${i}`}>{values.map(({ label }) => <option key={label} value={label} />)}</datalist>}
                </label>
              )}
              <button type="button" class="quiet" onClick={() => setCondition(i, null)}>{t.remove}</button>
            </div>
          );
        })}
        <button type="button" onClick={() => acts.choose(({ conditions }) => ({ conditions: [...conditions, { column: "", comparison: "=", value: "" }] }))}>{t.addFilter}</button>
      </fieldset>
      <fieldset>
        <legend>{t.bins}</legend>
        {choices.cuts.map((one, i) => (
          <div class="row" key={i}>
            <Pick label={t.column} value={one.column} list={namesOf(numbers)} change={(column) => setCut(i, { column })} />
            <Pick label={t.rule} value={one.rule} list={Object.entries(t.rules)} change={(rule) => setCut(i, { rule })} />
            {one.rule === "cuts" && (
              <label>
                <span class="label">{t.cuts}</span>
                <input value={one.points} onInput={(event) => setCut(i, { points: event.currentTarget.value })} />
              </label>
            )}
            <button type="button" class="quiet" onClick={() => setCut(i, null)}>{t.remove}</button>
          </div>
        ))}
        <button type="button" onClick={() => acts.choose(({ cuts }) => ({ cuts: [...cuts, { column: "", rule: "quantile:4", points: "" }] }))}>{t.addBins}</button>
      </fieldset>
      <div class="row">
        <label>
          <span class="label">{t.nulls}</span>
          <input value={choices.nulls} placeholder={t.nullsHint} onInput={(event) => set({ nulls: event.currentTarget.value })} />
        </label>
        {predicted && (
          <label>
            <span class="label">{t.threshold}</span>
            <input value={choices.threshold} placeholder={t.thresholdHint} onInput={(event) => set({ threshold: event.currentTarget.value })} />
          </label>
        )}
      </div>
      <label class="check">
        <input type="checkbox" checked={choices.drop} onChange={(event) => set({ drop: event.currentTarget.checked })} /> {t.drop}
      </label>
      <button type="button" onClick={() => void apply()}>{t.apply}</button>
    </details>
  );
}
