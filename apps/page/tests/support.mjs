// A browser with the page in it, cut off from everything else; and the program, to compare with.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const pageFile = process.env.FAULTLINE_PAGE;
export const program = process.env.FAULTLINE_PROGRAM;
export const folder = mkdtempSync(join(tmpdir(), "faultline-page-"));
const patience = 60_000; // a loaded machine is slow; nothing here waits for time to pass

/// A file of the public data sets, or null where they are not there.
export function shared(name) {
  const roots = [process.env.FAULTLINE_SHARED, resolve(import.meta.dirname, "../../../../shared")];
  for (const root of roots) {
    const file = root === undefined ? undefined : join(root, "data", name);
    if (file !== undefined && existsSync(file)) return file;
  }
  return null;
}

export async function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

/// A page with everything recorded that it asks of the world and that its policy refuses. `behind` its address: see engine/crew.ts.
export async function openPage(browser, options = {}, behind = "") {
  const context = await browser.newContext({ acceptDownloads: true, offline: true, viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const requested = [];
  const complaints = [];
  page.on("request", (request) => requested.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(pageFile).href + behind);
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  return { context, page, requested, complaints };
}

export async function openFile(page, file) {
  await page.locator('input[type="file"]').setInputFiles(file);
}

export async function setRoles(page, roles) {
  for (const [column, role] of Object.entries(roles)) {
    await page.getByRole("combobox", { name: `What ${column} is for`, exact: true }).selectOption({ value: role });
  }
}

export async function ask(page, title) {
  await page.getByRole("button", { name: "Next: choose a question" }).click();
  await page.getByRole("radio", { name: new RegExp(`^${title.replace(/[?]/g, "\\?")}`) }).check();
}

export async function setOptions(page, values) {
  const more = page.getByText("More options", { exact: true });
  await more.click();
  for (const [key, value] of Object.entries(values)) {
    await page.locator(`#option-${key}`).fill(String(value));
    await page.locator(`#option-${key}`).blur();
  }
}

export async function run(page) {
  const button = page.getByRole("button", { name: "Run", exact: true });
  await button.click();
  await page.frameLocator("iframe.report").locator("h1").waitFor();
}

/// What a button gives to save.
export async function saved(page, name) {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const file = join(folder, (await waiting).suggestedFilename());
  await (await waiting).saveAs(file);
  return readFileSync(file, "utf8");
}

/// The program's result of a spec, for these people.
export function programResult(spec, file) {
  const path = join(folder, "spec.json");
  const out = join(folder, "program.json");
  writeFileSync(path, JSON.stringify({ ...spec, input: file, threads: 1 }));
  try {
    execFileSync(program, ["run", path, "--json", out, "--quiet"], { encoding: "utf8" });
  } catch (error) {
    throw new Error(`the program refused: ${error.stderr}`);
  }
  return JSON.parse(readFileSync(out, "utf8"));
}

// What tells where and when a run was, not what it found.
const ofTheRun = new Set(["timing", "threads", "sha256", "source", "input", "input_format"]);

/// Every difference of two results, numbers to 1e-10.
export function differences(a, b, path = "result") {
  if (typeof a === "number" && typeof b === "number") {
    return Math.abs(a - b) <= 1e-10 * Math.max(1, Math.abs(a), Math.abs(b)) ? [] : [`${path}: ${a} and ${b}`];
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    return a.flatMap((one, i) => differences(one, b[i], `${path}[${i}]`));
  }
  if (a !== null && b !== null && typeof a === "object" && typeof b === "object" && !Array.isArray(a) && !Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].filter((key) => !ofTheRun.has(key)).flatMap((key) => differences(a[key], b[key], `${path}.${key}`));
  }
  return a === b ? [] : [`${path}: ${JSON.stringify(a)?.slice(0, 200)} and ${JSON.stringify(b)?.slice(0, 200)}`];
}
