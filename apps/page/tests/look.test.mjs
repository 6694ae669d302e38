// Every screen at the width of a phone and of a desk, light and dark: axe finds nothing, and nothing sticks out.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { ask, openPage, run, setOptions, startBrowser } from "./support.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

async function inspect(page, screen) {
  // The report in its frame is the program's, whose own tests look at it.
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").setLegacyMode(true).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => `${screen}: ${id}: ${nodes[0].html.slice(0, 160)}`), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${screen}: ${wide} pixels stick out`);
}

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${width} pixels, ${colorScheme}`, async () => {
      const { context, page } = await openPage(browser, { viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
      await inspect(page, "start");
      await page.getByRole("button", { name: "Words" }).click();
      await inspect(page, "words");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Licences" }).click();
      await inspect(page, "licences");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Begin the dialogue" }).click();
      await page.getByText("in group A").waitFor();
      await page.getByRole("textbox").fill("60");
      await inspect(page, "dialogue");
      await page.getByRole("button", { name: "Leave the dialogue" }).click();
      await page.getByRole("button", { name: "Open the patients" }).click();
      await page.getByText("Filter and prepare").click();
      await page.getByRole("button", { name: "Add a condition" }).click();
      await page.getByRole("button", { name: "Cut a column" }).click();
      await inspect(page, "columns");
      await ask(page, "How do groups compare?");
      await setOptions(page, {});
      await page.waitForFunction(() => !document.querySelector("button.main").disabled);
      await inspect(page, "question");
      await run(page);
      await page.getByText("The same on the command line").click();
      await inspect(page, "report");
      await context.close();
    });
  }
}
