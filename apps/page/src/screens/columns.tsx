import type { Acts } from "../app";
import { Prepare } from "../parts/prepare";
import { Values, count } from "../parts/values";
import { save } from "../parts/save";
import type { State } from "../state";
import { columnRoles } from "../spec";
import { texts } from "../texts";

const t = texts.columns;
const hasTwoSides = new Set(["outcome", "decision", "treatment"]);

export function ColumnsScreen({ state, acts }: { state: State; acts: Acts }) {
  const { people, choices } = state;
  const table = people!.prepared ?? people!.table;
  const guessed = (name: string) => Object.values(table.suggested).flat().includes(name);
  // What is likely to matter stands first; the order stays when roles change.
  const columns = [...table.columns].sort((a, b) => Number(guessed(b.name)) - Number(guessed(a.name)));
  const setRole = (name: string, role: string) => acts.choose(({ roles }) => ({ roles: { ...roles, [name]: role } }));
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">
        <strong>{people!.name}</strong>. {t.lead(count(table.rows), table.columns.length)}
      </p>
      <Prepare state={state} acts={acts} />
      <ul class="columns">
        {columns.map((column) => {
          const role = choices.roles[column.name] ?? "";
          return (
            <li key={column.name} class={role === "" ? "column" : "column has-role"}>
              <div class="who">
                <h2>{column.name}</h2>
                <p class="small">
                  {t.kinds[column.kind]} · {t.distinct(count(column.distinct))}
                  {column.missing > 0 && <> · <span class="warn">{count(column.missing)} {t.missing.toLowerCase()}</span></>}
                </p>
              </div>
              <Values column={column} rows={table.rows} />
              <div class="role">
                <label>
                  <span class="label">{t.role}{role !== "" && guessed(column.name) ? ` (${t.guessed})` : ""}</span>
                  <select aria-label={t.roleOf(column.name)} value={role} onChange={(event) => setRole(column.name, event.currentTarget.value)}>
                    {["", ...columnRoles].map((one) => <option key={one} value={one}>{texts.roles[one]}</option>)}
                  </select>
                </label>
                {hasTwoSides.has(role) && column.values.length > 0 && (
                  <label>
                    <span class="label">{t.positive(column.name)}</span>
                    <select
                      value={choices.positive[column.name] ?? ""}
                      onChange={({ currentTarget: { value } }) => acts.choose(({ positive }) => ({ positive: { ...positive, [column.name]: value } }))}
                    >
                      <option value="">{t.positiveAutomatic}</option>
                      {column.values.map(({ label }) => <option key={label} value={label}>{label}</option>)}
                    </select>
                  </label>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <div class="row end">
        <button type="button" class="quiet" onClick={() => acts.go("data")}>{t.back}</button>
        {people!.csv !== undefined && (
          <button type="button" class="quiet" onClick={() => save(people!.name, "text/csv", people!.csv!)}>{t.saveData}</button>
        )}
        <button type="button" class="main" onClick={() => acts.go("question")}>{t.next}</button>
      </div>
    </>
  );
}
