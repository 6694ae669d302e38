// "More options": made from the engine's description of itself.

import { useEffect, useState } from "preact/hooks";
import type { Command, Option, Value } from "../engine/types";
import { askedOptions, items } from "../spec";
import { texts } from "../texts";

const words = (text: string) => text.replaceAll("`", "");

/// Keeps what is being typed while the screen is shown anew around it; it is an answer when the field is left.
function Text({ id, value, hint, change }: { id: string; value: string; hint: string; change(text: string): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <input id={id} aria-describedby={`${id}-help`} value={typed} placeholder={hint} onInput={(event) => setTyped(event.currentTarget.value)} onChange={(event) => change(event.currentTarget.value)} />
  );
}

function Field({ option, value, change }: { option: Option; value: Value | undefined; change(value: Value | undefined): void }) {
  const id = `option-${option.key}`;
  const standard = Array.isArray(option.default) ? option.default.join(", ") : option.default === null ? "" : String(option.default);
  const label = option.key.replaceAll("_", " ");
  if (option.kind === "boolean") {
    return (
      <label class="check">
        <input type="checkbox" checked={value === true} onChange={(event) => change(event.currentTarget.checked || undefined)} /> <strong>{label}</strong>: {words(option.help)}
      </label>
    );
  }
  const shown = value === undefined || value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value);
  const given = (text: string): Value | undefined => {
    if (text.trim() === "") return undefined;
    if (option.list) return items(text);
    const number = Number(text);
    return (option.kind === "integer" || option.kind === "number") && Number.isFinite(number) ? number : text;
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {option.kind === "word" && !option.list ? (
        <select id={id} aria-describedby={`${id}-help`} value={shown} onChange={(event) => change(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}>
          <option value="">{standard === "" ? texts.question.automatic : standard}</option>
          {option.words.filter(({ name }) => name !== standard).map(({ name }) => <option key={name} value={name}>{name}</option>)}
        </select>
      ) : (
        <Text id={id} value={shown} hint={standard} change={(text) => change(given(text))} />
      )}
      <p class="small" id={`${id}-help`}>{words(option.help)}</p>
    </div>
  );
}

const needsTrees = (command: Command) => command.options.some(({ help, words }) => /boosted/.test(help) || words.some(({ name }) => name === "boosted"));

export function Options({ command, values, change }: { command: Command; values: Record<string, Value | undefined>; change(key: string, value: Value | undefined): void }) {
  return (
    <details class="box">
      <summary>{texts.question.options}</summary>
      <p>{words(command.help)}</p>
      {needsTrees(command) && <p class="small">{texts.question.trees}</p>}
      {[...askedOptions(command)].map(([heading, options]) => (
        <fieldset key={heading}>
          <legend>{heading}</legend>
          {options.map((option) => <Field key={option.key} option={option} value={values[option.key]} change={(value) => change(option.key, value)} />)}
        </fieldset>
      ))}
    </details>
  );
}
