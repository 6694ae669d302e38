import { useEffect, useState } from "preact/hooks";
import type { Acts } from "../app";
import type { State } from "../state";
import { texts } from "../texts";

const t = texts.working;

export function WorkingScreen({ state, acts }: { state: State; acts: Acts }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const told = state.told ?? { phase: "", done: 0, total: 0, since: 0 };
  const share = told.total > 0 ? told.done / told.total : 0;
  const passed = (performance.now() - told.since) / 1000;
  // Of the first second nothing can be foretold.
  const left = share > 0.02 && passed > 1 ? Math.ceil((passed * (1 - share)) / share) : undefined;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="box">
        <p role="status">{told.phase}{left !== undefined && ` · ${t.left(left < 90 ? t.seconds(left) : t.minutes(Math.round(left / 60)))}`}</p>
        {share > 0 ? <progress aria-label={t.phase} value={share} max={1} /> : <progress aria-label={t.phase} />}
      </div>
      <button type="button" onClick={acts.stop}>{t.stop}</button>
    </>
  );
}
