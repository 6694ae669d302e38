import { useRef, useState } from "preact/hooks";
import type { Acts } from "../app";
import type { State } from "../state";
import { texts } from "../texts";

export function StartScreen({ state, acts }: { state: State; acts: Acts }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const t = texts.start;
  return (
    <>
      <h1>{texts.tagline}</h1>
      <p class="lead">{texts.promise}</p>
      <div
        class={over ? "drop over" : "drop"}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <p class="big">{t.drop}</p>
        <p>{t.or}</p>
        <button type="button" class="main" onClick={() => input.current!.click()}>{t.choose}</button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.choose}
          accept=".csv,.tsv,.tab,.txt,.jsonl,.ndjson,.json,.parquet,.pq"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) void acts.openFile(file);
          }}
        />
        <p class="small">{t.kinds}</p>
      </div>
      <section aria-labelledby="need">
        <h2 id="need">{t.needTitle}</h2>
        <ul>{t.need.map((one) => <li key={one}>{one}</li>)}</ul>
      </section>
      <section aria-labelledby="examples">
        <h2 id="examples">{t.examplesTitle}</h2>
        <div class="cards">
          {state.examples.map((example) => (
            <div class="card" key={example.name}>
              <h3>{t.examples[example.name]?.title ?? example.name}</h3>
              <p>{example.help}.</p>
              <button type="button" onClick={() => void acts.openExample(example.name)}>{t.examples[example.name]?.button ?? example.name}</button>
            </div>
          ))}
          <div class="card">
            <h3>{t.elicitTitle}</h3>
            <p>{t.elicit}</p>
            <button type="button" onClick={() => acts.go("elicit")}>{t.elicitButton}</button>
          </div>
        </div>
      </section>
      <section aria-labelledby="runs">
        <h2 id="runs">{texts.runs}</h2>
        {state.runs.length === 0 ? <p class="small">{texts.noRuns}</p> : <RunList state={state} acts={acts} />}
      </section>
    </>
  );
}

export function RunList({ state, acts }: { state: State; acts: Acts }) {
  return (
    <ul class="runs">
      {[...state.runs].reverse().map((run) => (
        <li key={run.id}>
          <button type="button" class="link" aria-current={state.shown === run.id && state.step === "report" ? "true" : undefined} onClick={() => acts.set({ shown: run.id, step: "report", error: "", notice: "" })}>
            {run.title}
          </button>
          <span class="small">
            {" "}{run.file} · {run.at}
          </span>
        </li>
      ))}
    </ul>
  );
}
