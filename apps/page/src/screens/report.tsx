import { useState } from "preact/hooks";
import type { Acts } from "../app";
import { save } from "../parts/save";
import { choicesOf, commandLine, lostOf, pythonLines } from "../spec";
import type { Run, State } from "../state";
import { texts } from "../texts";
import { RunList } from "./start";

const t = texts.report;

function Lines({ title, text }: { title: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="lines">
      <h2>{title}</h2>
      <pre tabIndex={0}><code>{text}</code></pre>
      {/* Not every browser lets a page from a disk write to the clipboard. */}
      {navigator.clipboard !== undefined && (
        <button type="button" class="quiet" onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true), () => undefined)}>
          <span role="status">{copied ? t.copied : t.copy}</span>
        </button>
      )}
    </div>
  );
}

export function ReportScreen({ run, state, acts }: { run: Run; state: State; acts: Acts }) {
  const command = state.commands.find((one) => one.command === run.asked.command);
  const name = `faultline-${run.asked.command}`;
  // What the dialogue found; its error rate is that of false positives.
  const lambda = run.asked.command === "elicit" ? ((JSON.parse(run.json) as { lambda_n: number | null }).lambda_n ?? null) : null;
  const useLambda = (value: number) =>
    acts.set({ choices: { ...state.choices, command: "ijdi", options: { lambda: [String(Number(value.toPrecision(6)))] } }, step: "question", error: "" });
  const repeat = () => {
    const people = state.people!;
    const lost = lostOf(run.asked, people.table.columns);
    acts.set({ choices: choicesOf(run.asked, command!, people.table.columns), step: "question", error: lost.length > 0 ? texts.start.lost(lost) : "" });
  };
  return (
    <>
      <h1>{run.title}</h1>
      <p class="lead">
        {run.file}{run.file !== "" && " · "}{run.milliseconds > 0 ? t.made(Math.max(0.1, Math.round(run.milliseconds / 100) / 10)) : t.opened}
      </p>
      <div class="row save">
        <button type="button" class="main" onClick={() => save(`${name}.html`, "text/html", run.html)}>{t.save}: {t.html}</button>
        <button type="button" onClick={() => save(`${name}.json`, "application/json", run.json)}>{t.json}</button>
        <button type="button" onClick={() => save(`${name}.md`, "text/markdown", run.markdown)}>{t.markdown}</button>
        <button type="button" onClick={() => save(`${name}.spec.json`, "application/json", run.spec)}>{t.spec}</button>
        {lambda !== null && state.people !== undefined && (
          <button type="button" onClick={() => useLambda(lambda)}>{texts.elicit.use}</button>
        )}
        {state.people !== undefined && command !== undefined && run.asked.command !== "elicit" && (
          <button type="button" class="quiet" onClick={run.milliseconds > 0 ? () => acts.go("question") : repeat}>{run.milliseconds > 0 ? t.again : t.repeat}</button>
        )}
      </div>
      {/* Scripts of a report sort its tables; it cannot reach this page or anything else. */}
      <iframe class="report" title={t.frame} sandbox="allow-scripts allow-downloads allow-modals" srcdoc={run.html} />
      {command !== undefined && (
        <details class="box">
          <summary>{t.same}</summary>
          <Lines title={t.commandLine} text={commandLine(run.asked, command, run.file)} />
          <Lines title={t.python} text={pythonLines(run.asked, command, run.file)} />
        </details>
      )}
      <section aria-labelledby="runs">
        <h2 id="runs">{texts.runs}</h2>
        <RunList state={state} acts={acts} />
      </section>
    </>
  );
}
