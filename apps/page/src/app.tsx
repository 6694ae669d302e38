// The page: its head, its steps, and who shows what.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Client, Stopped, type Told } from "./engine/client";
import type { Spec } from "./engine/types";
import { Glossary, Licences } from "./screens/glossary";
import { ColumnsScreen } from "./screens/columns";
import { ElicitScreen } from "./screens/elicit";
import { QuestionScreen } from "./screens/question";
import { ReportScreen } from "./screens/report";
import { StartScreen } from "./screens/start";
import { WorkingScreen } from "./screens/working";
import { type Choices, choicesOf, lostOf } from "./spec";
import { type People, type Run, type State, type Step, firstState, suggested } from "./state";
import { texts } from "./texts";

const client = new Client();

export interface Acts {
  set(change: Partial<State>): void;
  choose(change: (now: Choices) => Partial<Choices>): void; // of the choices as they are now, not as they were last shown
  go(step: Step): void;
  openFile(file: File): Promise<void>;
  openExample(name: string): Promise<void>;
  run(spec: Spec, withPeople?: boolean): Promise<void>;
  stop(): void;
  client: Client;
}

function formatOf(name: string): "csv" | "jsonl" | "parquet" | "json" | undefined {
  if (/\.(csv|tsv|tab|txt)$/i.test(name)) return "csv";
  if (/\.(jsonl|ndjson)$/i.test(name)) return "jsonl";
  if (/\.(parquet|pq)$/i.test(name)) return "parquet";
  return /\.json$/i.test(name) ? "json" : undefined;
}

function App() {
  const [state, setState] = useState<State>(firstState);
  const [beside, setBeside] = useState<"words" | "licences" | null>(null);
  const now = useRef(state);
  now.current = state;
  const heading = useRef<HTMLElement>(null);
  const set = (change: Partial<State>) => setState((old) => ({ ...old, ...change }));
  const fail = (error: unknown, step: Step) => {
    if (error instanceof Stopped) set({ step, told: undefined, notice: texts.working.stopped });
    else set({ step, told: undefined, error: error instanceof Error ? error.message : String(error) });
  };
  const tell = (told: Told) =>
    setState((old) => ({ ...old, told: { ...told, since: old.told?.phase === told.phase ? old.told.since : performance.now() } }));
  const begin = (phase: string) =>
    set({ step: "working", error: "", notice: "", told: { phase, done: 0, total: 0, since: performance.now() } });

  const havePeople = (people: People, spec: Spec | undefined) => {
    const command = now.current.commands.find((one) => one.command === spec?.command);
    const choices =
      spec !== undefined && command !== undefined ? choicesOf(spec, command, people.table.columns) : suggested(people.table);
    const lost = spec === undefined ? [] : lostOf(spec, people.table.columns);
    set({ people, choices, step: "columns", told: undefined, waiting: undefined, error: lost.length > 0 ? texts.start.lost(lost) : "" });
  };

  const openSaved = async (file: File) => {
    const text = await file.text();
    let saved: unknown;
    try {
      saved = JSON.parse(text);
    } catch {
      return false; // one object per line, perhaps
    }
    if (typeof saved !== "object" || saved === null) throw new Error(texts.start.notSpec(file.name));
    const { schema, command, config } = saved as { schema?: string; command?: string; config?: Spec };
    if (schema !== undefined) {
      const made = await client.open(text);
      const asked = { ...config, command: config?.command ?? command ?? "check" } as Spec;
      addRun({ ...made, spec: JSON.stringify(asked, null, 2) }, asked, file.name);
    } else if (command !== undefined) {
      const spec = saved as Spec;
      if (now.current.people !== undefined) havePeople(now.current.people, spec);
      else set({ step: "data", waiting: spec, notice: texts.start.specNeedsData, told: undefined });
    } else {
      throw new Error(texts.start.notSpec(file.name));
    }
    return true;
  };

  const addRun = (made: Omit<Run, "id" | "title" | "file" | "asked" | "at">, asked: Spec, file: string) =>
    setState((old) => {
      const run: Run = {
        ...made,
        id: old.runs.length + 1,
        title: texts.question.titles[asked.command] ?? asked.command,
        file,
        asked,
        at: new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
      };
      return { ...old, runs: [...old.runs, run], shown: run.id, step: "report", told: undefined };
    });

  const acts: Acts = {
    set,
    choose: (change) => setState((old) => ({ ...old, choices: { ...old.choices, ...change(old.choices) } })),
    client,
    go: (step) => set({ step, error: "", notice: "" }),
    async openFile(file) {
      begin(texts.start.reading);
      try {
        const format = formatOf(file.name);
        if (format === undefined) throw new Error(texts.start.unreadable(file.name));
        if (format === "json" && (await openSaved(file))) return;
        const table = await client.file(file, format === "json" ? "jsonl" : format, tell);
        havePeople({ name: file.name, table }, now.current.waiting);
      } catch (error) {
        fail(error, "data");
      }
    },
    async openExample(name) {
      begin(texts.start.reading);
      try {
        const { csv, table } = await client.example(name);
        const example = now.current.examples.find((one) => one.name === name)!;
        havePeople({ name: `${name}.csv`, table, csv }, JSON.parse(example.spec) as Spec);
      } catch (error) {
        fail(error, "data");
      }
    },
    async run(spec, withPeople = true) {
      const from = now.current.step;
      begin(texts.start.preparing);
      try {
        const made = await client.run(spec, withPeople, tell);
        const file = withPeople ? now.current.people!.name : "";
        // So that the program finds the file, from the folder in which both lie.
        const named = { ...(JSON.parse(made.spec) as Spec), ...(withPeople ? { input: file } : {}) };
        addRun({ ...made, spec: `${JSON.stringify(named, null, 2)}\n` }, spec, file);
      } catch (error) {
        fail(error, from);
      }
    },
    stop: () => client.stop(),
  };

  useEffect(() => {
    client.known().then(set, (error) => fail(error, "data"));
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined && now.current.step !== "working") void acts.openFile(file);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
  }, []);
  // Who reads with a screen reader or the keyboard begins at the new screen's heading.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
    scrollTo(0, 0);
  }, [state.step]);

  const reachable = (step: Step) =>
    state.step !== "working" && (step === "data" || (step === "report" ? state.runs.length > 0 : state.people !== undefined));
  const shown = state.step === "elicit" ? "data" : state.step === "working" ? "question" : state.step;
  const run = state.runs.find((one) => one.id === state.shown);
  return (
    <>
      <a class="skip" href="#content">{texts.skip}</a>
      <header class="top">
        <p class="brand">{texts.title}</p>
        <nav aria-label={texts.stepsLabel}>
          <ol>
            {(["data", "columns", "question", "report"] as const).map((step) => (
              <li key={step}>
                <button type="button" aria-current={shown === step ? "step" : undefined} disabled={!reachable(step)} onClick={() => acts.go(step)}>
                  {texts.steps[step]}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <button type="button" class="quiet" onClick={() => setBeside("words")}>{texts.words}</button>
      </header>
      <main id="content" ref={heading} tabIndex={-1}>
        {state.error !== "" && (
          <div class="box bad" role="alert">
            <strong>{texts.errors.title}</strong>
            <p>{state.error}</p>
          </div>
        )}
        <div role="status">{state.notice !== "" && <p class="box">{state.notice}</p>}</div>
        {state.step === "data" && <StartScreen state={state} acts={acts} />}
        {state.step === "columns" && <ColumnsScreen state={state} acts={acts} />}
        {state.step === "question" && <QuestionScreen state={state} acts={acts} />}
        {state.step === "working" && <WorkingScreen state={state} acts={acts} />}
        {state.step === "report" && run !== undefined && <ReportScreen key={run.id} run={run} state={state} acts={acts} />}
        {state.step === "elicit" && <ElicitScreen state={state} acts={acts} />}
      </main>
      <footer class="bottom">
        <p>{texts.promise}</p>
        <p>
          {texts.version} <button type="button" class="link" onClick={() => setBeside("licences")}>{texts.licences}</button>
        </p>
      </footer>
      {beside === "words" && <Glossary close={() => setBeside(null)} />}
      {beside === "licences" && <Licences close={() => setBeside(null)} />}
    </>
  );
}

render(<App />, document.getElementById("page")!);
