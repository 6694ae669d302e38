// The dialogue of `elicit`: the questions are the engine's, and so is what the answers mean.

import { useEffect, useState } from "preact/hooks";
import type { Acts } from "../app";
import type { Spec } from "../engine/types";
import type { State } from "../state";
import { texts } from "../texts";

const t = texts.elicit;
const kQuestions = 5;

export function ElicitScreen({ acts }: { state: State; acts: Acts }) {
  const [answers, setAnswers] = useState<[number, number, number][]>([]);
  const [asked, setAsked] = useState<{ number: number; pair: [number, number] } | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const number = answers.length;
    if (number < kQuestions)
      acts.client.question(1, number).then(
        (pair) => setAsked({ number, pair }),
        (error: Error) => acts.set({ error: error.message }),
      );
  }, [answers.length]);
  // The engine answers a moment later: until then the pair is that of the question before.
  const pair = asked?.number === answers.length ? asked.pair : null;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const last = answers.length === kQuestions;
  const fits = last ? number > 0 && Number.isFinite(number) : pair !== null && number >= 0 && number <= 100;
  const mean = pair === null ? 0 : (pair[0] + pair[1]) / 2;
  const next = () => {
    if (!last) {
      setAnswers([...answers, [pair![0], pair![1], number]]);
      setText("");
      return;
    }
    const spec: Spec = { command: "elicit", answer: answers.map((one) => `me,${one.join(",")}`), cost_ratio: 1 / number };
    void acts.run(spec, false);
  };
  return (
    <form
      class="dialogue"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits) next();
      }}
    >
      <h1>{t.title}</h1>
      <p class="lead">{t.intro}</p>
      <div class="box" aria-live="polite">
        <h2>{last ? t.costTitle : t.question(answers.length + 1, kQuestions)}</h2>
        {last ? (
          <p>{t.cost}</p>
        ) : (
          pair !== null && (
            <>
              <p>{t.first}</p>
              <dl class="rates">
                <dt>{t.groupA}</dt>
                <dd><span class="bar" style={{ width: `${pair[0]}%` }} />{pair[0]}</dd>
                <dt>{t.groupB}</dt>
                <dd><span class="bar" style={{ width: `${pair[1]}%` }} />{pair[1]}</dd>
              </dl>
              <p>{t.second(mean)}</p>
            </>
          )
        )}
        <label>
          <span class="label">{last ? t.costTitle : t.answer}</span>
          <input inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {!last && pair !== null && fits && (
          <p class="small">{number < mean ? t.dominated(mean) : t.implies(Number((number - mean).toFixed(2)), Math.abs(pair[0] - pair[1]))}</p>
        )}
      </div>
      <div class="row end">
        <button type="button" class="quiet" onClick={() => acts.go("data")}>{t.leave}</button>
        <button type="submit" class="main" disabled={!fits}>{last ? t.finish : t.next}</button>
      </div>
    </form>
  );
}
