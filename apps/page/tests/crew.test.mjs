// Replicates that several workers share: the bits of one worker, progress that never goes back, and a stop that is one.

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

const audit = "Is a group treated worse than comparable people?";
const three = "#workers=3&patience=0"; // without a clock: the same on any machine
const everything = (result) => JSON.stringify({ ...result, timing: null, threads: null });

async function resultOf(behind, people, title, options) {
  const { context, page, complaints } = await openPage(browser, {}, behind);
  await people(page);
  await ask(page, title);
  await setOptions(page, options);
  await run(page);
  const result = JSON.parse(await saved(page, "Result (JSON)"));
  assert.deepEqual(complaints, []);
  await context.close();
  return result;
}

const patients = async (page) => page.getByRole("button", { name: "Open the patients" }).click();

/// Of two sexes one is worse off, in two groups.
const file = async (page) => {
  const rows = ["sex,ward,age,y,p"];
  for (let i = 0; i < 1200; ++i) {
    const [sex, ward, age] = [i % 2 ? "f" : "m", `w${i % 3}`, i % 5 < 2 ? "old" : "young"];
    const worse = sex === "f" && (ward === "w1" || age === "old") ? 0.3 : 0;
    rows.push(`${sex},${ward},${age},${(i * 7919) % 10 < 4 ? 1 : 0},${(0.1 + worse + ((i * 7) % 50) / 100).toFixed(2)}`);
  }
  const name = join(folder, "shared.csv");
  writeFileSync(name, `${rows.join("\n")}\n`);
  await openFile(page, name);
  await setRoles(page, { sex: "protected", y: "outcome", p: "score" });
};

for (const [title, people, options] of [
  [audit, file, { replicates: 299, top: 3 }],
  ["Are differences justified by base rates?", patients, { replicates: 19 }],
  ["Check everything", file, { replicates: 299 }],
]) {
  test(`${title} Three workers and one give the same bits`, async () => {
    const one = await resultOf("#workers=1", people, title, options);
    const several = await resultOf(three, people, title, options);
    assert.equal(everything(several), everything(one));
    assert.equal(one.threads, 1);
    assert.equal(several.threads, 3);
    assert.ok(several.timing["shared replicates"] > 0);
  });
}

test("the bar never goes back", async () => {
  const { context, page } = await openPage(browser, {}, "#workers=3&patience=0.1");
  await patients(page);
  await ask(page, audit);
  await setOptions(page, { replicates: 499 });
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const value = document.querySelector("progress[value]")?.value;
      if (value !== undefined && value !== window.seen.at(-1)) window.seen.push(value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await run(page);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.length > 2, seen.join(" "));
  assert.deepEqual(seen, seen.toSorted((a, b) => a - b));
  await context.close();
});

async function until(so) {
  for (let tries = 0; !so(); ++tries) {
    assert.ok(tries < 1000, "it never came to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("stop ends all workers at once, and the people are still there", async () => {
  const { context, page } = await openPage(browser, {}, three);
  await patients(page);
  await ask(page, audit);
  await setOptions(page, { replicates: 999 });
  assert.equal(page.workers().length, 1);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await until(() => page.workers().length === 3);
  await page.waitForTimeout(500);
  const begin = Date.now();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. Nothing was kept.").waitFor();
  assert.ok(Date.now() - begin < 2000, `${Date.now() - begin} ms`);
  await until(() => page.workers().length === 1);
  await setOptions(page, { replicates: 9 });
  await run(page);
  assert.equal(JSON.parse(await saved(page, "Result (JSON)")).command, "audit");
  await context.close();
});
