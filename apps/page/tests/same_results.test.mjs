// From a file or an example to a report, and the same numbers as the program's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { ask, differences, folder, openFile, openPage, program, programResult, run, saved, setOptions, setRoles, shared, startBrowser } from "./support.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

const quick = { replicates: 199 };

async function compare(page, file) {
  const result = JSON.parse(await saved(page, "Result (JSON)"));
  const spec = JSON.parse(await saved(page, "Settings (spec)"));
  const html = await saved(page, "Save: Report (HTML)");
  assert.match(html, /<!doctype html>/i);
  const theirs = programResult(spec, file);
  const found = differences(result, theirs);
  assert.deepEqual(found.slice(0, 10), [], `${found.length} differences between page and program`);
  return result;
}

async function openExample(page, button) {
  await page.getByRole("button", { name: button }).click();
  const csv = await saved(page, "Save this data as CSV");
  const file = join(folder, `${button.replaceAll(" ", "-")}.csv`);
  writeFileSync(file, csv);
  return file;
}

const patients = "Open the patients";

test("the patients: the subgroup for which the model is wrong is found", async () => {
  const { context, page, complaints } = await openPage(browser);
  const file = await openExample(page, patients);
  await ask(page, "Check everything");
  await setOptions(page, quick);
  await run(page);
  const result = await compare(page, file);
  assert.ok(result.check.verdicts.some(({ verdict }) => verdict === "evidence"));
  await page.frameLocator("iframe.report").getByText("75 or over").first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a model with nothing wrong: no evidence", async () => {
  const { context, page } = await openPage(browser);
  const file = await openExample(page, "Open the fair model");
  await ask(page, "For whom are the predictions wrong?");
  await setOptions(page, quick);
  await run(page);
  const result = await compare(page, file);
  assert.ok(result.findings.every(({ significant }) => !significant));
  await context.close();
});

test("treatment: counterfactual error rates", async () => {
  const { context, page } = await openPage(browser);
  const file = await openExample(page, "Open the treatment example");
  await ask(page, "What would errors be had nobody been treated?");
  await setOptions(page, { replicates: 49, bootstrap: 20 });
  await run(page);
  await compare(page, file);
  await context.close();
});

const methods = [
  ["How do groups compare?", {}],
  ["For whom are the predictions wrong?", quick],
  ["Is a group treated worse than comparable people?", { replicates: 99 }],
  ["Are differences justified by base rates?", { replicates: 99 }],
];
for (const [title, options] of methods) {
  test(`${title} The patients, as the program answers it`, async () => {
    const { context, page } = await openPage(browser);
    const file = await openExample(page, patients);
    await ask(page, title);
    await setOptions(page, options);
    await run(page);
    await compare(page, file);
    await context.close();
  });
}

test("two models: where is it worse?", async () => {
  const { context, page } = await openPage(browser);
  const rows = ["sex,age,y,first,second"];
  for (let i = 0; i < 600; ++i) {
    const [sex, age] = [i % 2 ? "f" : "m", i % 3 ? "young" : "old"];
    rows.push(`${sex},${age},${(i * 7) % 10 < 4 ? 1 : 0},${0.2 + ((i * 3) % 7) / 10},${0.1 + ((i * 5) % 8) / 10}`);
  }
  const file = join(folder, "models.csv");
  writeFileSync(file, `${rows.join("\n")}\n`);
  await openFile(page, file);
  await setRoles(page, { y: "outcome", first: "score", second: "score", sex: "protected" });
  await ask(page, "Which of two models is worse, and where?");
  await setOptions(page, { replicates: 99 });
  await run(page);
  await compare(page, file);
  await context.close();
});

test("the raw COMPAS file, with a filter and bins", async (t) => {
  const file = shared("compas-scores-two-years.csv");
  if (file === null) return t.skip("the public data sets are not there");
  const { context, page } = await openPage(browser);
  await openFile(page, file);
  await page.getByRole("heading", { name: "What do your columns mean?" }).waitFor();
  await setRoles(page, { two_year_recid: "outcome", decile_score: "risk_score", race: "protected", sex: "", age_cat: "" });
  await page.getByText("Filter and prepare").click();
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByRole("combobox", { name: "Column", exact: true }).selectOption("days_b_screening_arrest");
  await page.getByRole("combobox", { name: "Comparison", exact: true }).selectOption(">=");
  await page.getByRole("textbox", { name: "Value", exact: true }).fill("-30");
  await page.getByRole("button", { name: "Cut a column" }).click();
  await page.getByRole("combobox", { name: "Column", exact: true }).nth(1).selectOption("age");
  await page.getByRole("combobox", { name: "How", exact: true }).selectOption("quantile:4");
  await page.getByRole("button", { name: "Show the columns as prepared" }).click();
  await ask(page, "For whom are the predictions wrong?");
  await setOptions(page, { replicates: 199 });
  await run(page);
  const result = await compare(page, file);
  assert.ok(result.findings.some(({ significant }) => significant));
  // The command line that the page shows does the same.
  await page.getByText("The same on the command line").click();
  const line = await page.locator("pre code").first().innerText();
  const out = join(folder, "line.json");
  execFileSync("sh", ["-c", `${line.replace("faultline", '"$FAULTLINE_PROGRAM"')} --quiet --json '${out}'`], { cwd: dirname(file) });
  assert.deepEqual(differences(result, JSON.parse(readFileSync(out, "utf8"))).slice(0, 5), []);
  await context.close();
});

test("a Parquet file", async () => {
  const file = join(folder, "people.parquet");
  execFileSync(program, ["simulate", "counterfactual", "--design", "4a", "--people", "2000", "--output", file]);
  const { context, page } = await openPage(browser);
  await openFile(page, file);
  await page.getByText("2,000 rows").waitFor();
  await setRoles(page, { Y: "outcome", S: "decision", A1: "protected", D: "", Y0: "", Y1: "" });
  await ask(page, "How do groups compare?");
  await run(page);
  await compare(page, file);
  await context.close();
});
