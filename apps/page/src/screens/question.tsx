import { useEffect, useState } from "preact/hooks";
import type { Acts } from "../app";
import type { Look } from "../engine/types";
import { Options } from "../parts/options";
import { count } from "../parts/values";
import { specOf } from "../spec";
import type { State } from "../state";
import { texts } from "../texts";

const t = texts.question;
const words = (text: string) => text.replaceAll("`", "");
/// The first thing that a help says; the rest stands in "More options".
const first = (text: string) => `${words(text).split(/: |\. |, for every intersection/)[0].replace(/\.$/, "")}.`;

const kShown = 6;

function Used({ look }: { look: Look }) {
  // Those that give the answer away come first.
  const leftOut = look.notices.filter(({ kind }) => kind === "left-out").map(({ text }) => words(text));
  const rest = look.notices.filter(({ kind }) => kind !== "left-out");
  if (look.rows === 0) return null;
  return (
    <>
      <dl class="uses">
        <dt>{t.uses}</dt>
        <dd>{t.people(count(look.rows_used), count(look.rows))}</dd>
        {look.attributes.length > 0 && <><dt>{t.attributes}</dt><dd>{look.attributes.join(", ")}</dd></>}
        {look.covariates.length > 0 && <><dt>{t.covariates}</dt><dd>{look.covariates.join(", ")}</dd></>}
      </dl>
      {rest.length > 0 && (
        <div class="box warn-box">
          <strong>{t.warnings}</strong>
          <ul>{rest.map(({ text }) => <li key={text}>{words(text)}</li>)}</ul>
        </div>
      )}
      {leftOut.length > 0 && (
        <div class="box">
          <strong>{t.leftOut(leftOut.length)}</strong>
          <ul>{leftOut.slice(0, kShown).map((text) => <li key={text}>{text}</li>)}</ul>
          {leftOut.length > kShown && (
            <details>
              <summary>{texts.columns.more(count(leftOut.length - kShown))}</summary>
              <ul>{leftOut.slice(kShown).map((text) => <li key={text}>{text}</li>)}</ul>
            </details>
          )}
        </div>
      )}
    </>
  );
}

export function QuestionScreen({ state, acts }: { state: State; acts: Acts }) {
  const { choices, people, commands } = state;
  const offered = Object.keys(t.titles).flatMap((name) => commands.filter(({ command }) => command === name));
  const command = offered.find((one) => one.command === choices.command) ?? offered[0];
  const spec = specOf(choices, command, people!.table.columns);
  const [look, setLook] = useState<Look | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    setLook(null);
    setProblem("");
    acts.client.look(spec).then(
      (found) => current && setLook(found),
      (error: Error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [JSON.stringify(spec)]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <fieldset class="questions">
        <legend class="hidden">{t.title}</legend>
        {offered.map((one) => (
          <label key={one.command} class={one === command ? "question chosen" : "question"}>
            <input type="radio" name="command" checked={one === command} onChange={() => acts.set({ choices: { ...choices, command: one.command, options: {} }, error: "" })} />
            <span>
              <strong>{t.titles[one.command]}</strong>
              <span class="small">{first(one.help)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Options command={command} values={choices.options} change={(key, value) => acts.choose(({ options }) => ({ options: { ...options, [key]: value } }))} />
      <div aria-live="polite" class="looked">
        {problem !== "" ? <p class="box bad">{words(problem)}</p> : look === null ? <p class="small">{t.looking}</p> : <Used look={look} />}
      </div>
      <div class="row end">
        <button type="button" class="quiet" onClick={() => acts.go("columns")}>{t.back}</button>
        <button type="button" class="main" disabled={problem !== ""} onClick={() => void acts.run(spec)}>{t.run}</button>
      </div>
    </>
  );
}
