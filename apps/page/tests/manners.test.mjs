// What the page must not do, and what it does when something is wrong.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ask, folder, openFile, openPage, run, saved, setOptions, setRoles, startBrowser } from "./support.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

const patients = "Open the patients";

function people(rows) {
  const lines = ["sex,age,y,p"];
  for (let i = 0; i < rows; ++i) lines.push(`${i % 2 ? "f" : "m"},${20 + ((i * 37) % 60)},${(i * 7919) % 10 < 4 ? 1 : 0},${(0.05 + ((i * 7) % 90) / 100).toFixed(2)}`);
  return `${lines.join("\n")}\n`;
}
function written(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test("nothing but the page itself is asked for, and its policy is in force", async () => {
  const { context, page, requested, complaints } = await openPage(browser);
  await page.getByRole("button", { name: patients }).click();
  await ask(page, "How do groups compare?");
  await run(page);
  assert.ok(requested.every((url) => url.startsWith("file:") || url.startsWith("blob:null/")), requested.join(" "));
  assert.equal(requested.filter((url) => url.startsWith("file:")).length, 1);
  assert.deepEqual(complaints, []);
  const refused = await page.evaluate(async () => {
    const seen = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.head.append(script);
    await fetch("https://example.org/").catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { seen, broken: window.broken };
  });
  assert.equal(refused.broken, undefined);
  assert.ok(refused.seen.some((one) => one.startsWith("script-src")) && refused.seen.includes("connect-src"), refused.seen.join(" "));
  await context.close();
});

test("a file is dropped, a spec and a result are opened and repeated", async () => {
  const { context, page } = await openPage(browser);
  const text = people(400);
  const data = await page.evaluateHandle((csv) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([csv], "dropped.csv", { type: "text/csv" }));
    return transfer;
  }, text);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.getByRole("heading", { name: "What do your columns mean?" }).waitFor();
  await setRoles(page, { sex: "protected" });
  await ask(page, "How do groups compare?");
  await run(page);
  const json = await saved(page, "Result (JSON)");
  const spec = await saved(page, "Settings (spec)");
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await openFile(page, written("result.json", json));
  await page.getByText("opened from a file").waitFor();
  await page.getByRole("button", { name: "Repeat with the data that is open" }).click();
  await run(page);
  const strip = (result) => JSON.stringify({ ...JSON.parse(result), timing: null });
  assert.equal(strip(await saved(page, "Result (JSON)")), strip(json));
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await openFile(page, written("spec.json", spec));
  assert.equal(await page.getByRole("combobox", { name: "What sex is for" }).inputValue(), "protected");
  assert.equal(await page.locator(".runs li").count(), 0);
  await page.getByRole("button", { name: "Data", exact: true }).click();
  assert.equal(await page.locator(".runs li").count(), 3);
  await context.close();
});

test("a spec that asks for what the page does not have is told so", async () => {
  const { context, page } = await openPage(browser);
  await openFile(page, written("people.csv", people(60)));
  await page.getByRole("heading", { name: "What do your columns mean?" }).waitFor();
  await page.getByRole("button", { name: "Data", exact: true }).click();
  const spec = { command: "scan", outcome: "y", score: "p", derive: ["old=age > 50"], attributes: ["sex", "old"] };
  await openFile(page, written("derived.json", JSON.stringify(spec)));
  await page.getByText("cannot be repeated here as it is: derive; attributes = old").waitFor();
  assert.equal(await page.getByRole("combobox", { name: "What sex is for" }).inputValue(), "attributes");
  await context.close();
});

test("links inside a report lead to their place in it", async () => {
  const { context, page, complaints } = await openPage(browser);
  await page.getByRole("button", { name: "Open the patients" }).click();
  await ask(page, "For whom are the predictions wrong?");
  await setOptions(page, { replicates: 19 });
  await run(page);
  const frame = page.frameLocator("iframe.report");
  const link = frame.locator('a[href^="#"]').last();
  const place = frame.locator(`[id="${(await link.getAttribute("href")).slice(1)}"]`);
  const before = page.url();
  await link.evaluate((node) => node.click());
  await place.waitFor({ state: "visible" });
  assert.ok(await place.evaluate((node) => node.getBoundingClientRect().top < innerHeight && document.activeElement === node));
  assert.equal(page.url(), before);
  assert.deepEqual(complaints, []);
  await context.close();
});

const bad = [
  ["empty.csv", "", /empty/],
  ["ragged.csv", "a,b\n1,2\n3\n", /line 3: 1 field where the first line has 2/],
  ["quote.csv", 'a,b\n"x"y,2\n', /line 2: a double quote does not open or close a whole value/],
  ["open.csv", 'a,b\n"x,2\n3,4\n', /double quote/],
  ["broken.jsonl", '{"a": 1}\n{"a": \n', /line 2: not a JSON object/],
  ["not.parquet", "PAR0 nothing", /is not a Parquet file/],
  ["other.json", '{"hello": 1}', /neither a result nor a spec/],
  ["book.xlsx", "PK", /cannot be read here/],
];
test("bad files are refused with one sentence", async () => {
  const { context, page } = await openPage(browser);
  for (const [name, text, sentence] of bad) {
    await openFile(page, written(name, text));
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: sentence }).waitFor();
  }
  await context.close();
});

test("after a bad file the people before it are still there", async () => {
  const { context, page } = await openPage(browser);
  await openFile(page, written("good.csv", people(300)));
  await setRoles(page, { sex: "protected" });
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await openFile(page, written("ragged.csv", "a,b\n1,2\n3\n"));
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await ask(page, "How do groups compare?");
  await run(page);
  assert.equal(JSON.parse(await saved(page, "Result (JSON)")).data.rows_used, 300);
  assert.equal(JSON.parse(await saved(page, "Settings (spec)")).input, "good.csv");
  await context.close();
});

test("the program's own sentence where columns do not fit", async () => {
  const { context, page } = await openPage(browser);
  await openFile(page, written("three.csv", "sex,y,p\nf,1,0.5\nm,2,0.5\nf,3,1.5\n"));
  await setRoles(page, { y: "outcome", p: "score" });
  await ask(page, "For whom are the predictions wrong?");
  await page.locator(".looked .bad").waitFor();
  // Between the looks for two questions it can be pressed.
  await page.locator("button.main:disabled", { hasText: "Run" }).waitFor();
  await context.close();
});

test("TSV, JSON lines, quotes, another encoding and missing values", async () => {
  const { context, page } = await openPage(browser);
  const rows = async () => page.locator(".lead").first().innerText();
  await openFile(page, written("tabs.tsv", "city\ty\nM\u00fcnchen\t1\n\"a\tb\"\t0\n"));
  await page.getByText("M\u00fcnchen").waitFor();
  assert.match(await rows(), /2 rows and 2 columns/);
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await openFile(page, written("lines.jsonl", '{"a": 1, "b": "x"}\n{"a": 2.5}\n'));
  await page.getByText("1 missing").waitFor();
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await openFile(page, written("latin.csv", Buffer.from("name;y\r\nJos\xe9;1\r\n;0\r\n", "latin1")));
  await page.getByText("Jos\u00e9").waitFor();
  assert.match(await rows(), /2 rows and 2 columns/);
  await context.close();
});

test("stop answers at once, and the people are still there", async () => {
  const { context, page } = await openPage(browser);
  await page.getByRole("button", { name: patients }).click();
  await ask(page, "Is a group treated worse than comparable people?");
  await setOptions(page, { replicates: 9999 });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.waitFor();
  await page.waitForTimeout(500);
  const begin = Date.now();
  await stop.click();
  await page.getByText("Stopped. Nothing was kept.").waitFor();
  assert.ok(Date.now() - begin < 2000, `${Date.now() - begin} ms`);
  await page.getByRole("radio", { name: /^How do groups compare/ }).check();
  await page.locator("#option-replicates").waitFor({ state: "detached" });
  await run(page);
  await context.close();
});

test("the dialogue ends in a number", async () => {
  const { context, page } = await openPage(browser);
  await page.getByRole("button", { name: "Begin the dialogue" }).click();
  for (let i = 1; i <= 5; ++i) {
    await page.getByRole("heading", { name: `Question ${i} of 5` }).waitFor();
    await page.getByText("in group A").waitFor();
    await page.getByRole("textbox", { name: "Your answer, 0 to 100" }).fill("70");
    await page.keyboard.press("Enter");
  }
  await page.getByRole("textbox", { name: "Last question" }).fill("2");
  await page.getByRole("button", { name: "Show what this means" }).click();
  await page.frameLocator("iframe.report").locator("h1").waitFor();
  const result = JSON.parse(await saved(page, "Result (JSON)"));
  assert.equal(result.command, "elicit");
  await context.close();
});

test("from the example to the report with the keyboard alone", async () => {
  const { context, page } = await openPage(browser);
  const reach = async (locator) => {
    for (let i = 0; i < 80; ++i) {
      await page.keyboard.press("Tab");
      if (await locator.evaluate((element) => element === document.activeElement)) return;
    }
    assert.fail("not reached with the tab key");
  };
  await reach(page.getByRole("button", { name: patients }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "What do your columns mean?" }).waitFor();
  await reach(page.getByRole("button", { name: "Next: choose a question" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  await reach(page.getByRole("radio", { name: /^Check everything/ }));
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => !document.querySelector("button.main").disabled);
  await reach(page.getByRole("button", { name: "Run", exact: true }));
  await page.keyboard.press("Enter");
  await page.frameLocator("iframe.report").locator("h1").waitFor();
  await reach(page.getByRole("button", { name: "Save: Report (HTML)" }));
  await context.close();
});

test("what is being typed stays while the engine looks at what was typed before", async () => {
  const { context, page } = await openPage(browser);
  await page.getByRole("button", { name: patients }).click();
  await ask(page, "Is a group treated worse than comparable people?");
  await page.getByText("More options", { exact: true }).click();
  await page.evaluate(() => {
    const type = (key, text, ...events) => {
      const input = document.querySelector(`#option-${key}`);
      input.value = text;
      for (const event of events) input.dispatchEvent(new Event(event, { bubbles: true }));
    };
    window.screens = 0;
    new MutationObserver(() => (window.screens += 1)).observe(document.querySelector(".looked"), { subtree: true, childList: true });
    type("replicates", "19", "input", "change");
    type("seed", "7", "input");
  });
  await page.waitForFunction(() => window.screens > 1 && document.querySelector(".looked dl") !== null);
  await page.locator("#option-seed").blur();
  await page.locator("#option-seed").dispatchEvent("change");
  await run(page);
  const { config } = JSON.parse(await saved(page, "Result (JSON)"));
  assert.deepEqual([config.replicates, config.seed], [19, 7]);
  await context.close();
});

test("the dialogue's lambda goes into the question that needs it", async () => {
  const { context, page } = await openPage(browser);
  await page.getByRole("button", { name: patients }).click();
  await page.getByRole("heading", { name: "What do your columns mean?" }).waitFor();
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await page.getByRole("button", { name: "Begin the dialogue" }).click();
  for (let i = 1; i <= 5; ++i) {
    await page.getByRole("heading", { name: `Question ${i} of 5` }).waitFor();
    await page.getByText("in group A").waitFor();
    await page.getByRole("textbox").fill("75");
    await page.keyboard.press("Enter");
  }
  await page.getByRole("textbox").fill("1");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Use this lambda/ }).click();
  assert.ok(await page.getByRole("radio", { name: /^Are differences justified/ }).isChecked());
  await page.getByText("More options", { exact: true }).click();
  assert.match(await page.locator("#option-lambda").inputValue(), /^\d/);
  await context.close();
});
