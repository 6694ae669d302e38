// The way from an example to a report in Firefox, driven through WebDriver BiDi. Skipped where there is no Firefox.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

const firefox = "/usr/bin/firefox-esr";
const patience = 120_000;

/// A connection on which commands have answers.
async function connect(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Firefox does not answer"));
  });
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    waiting.get(answer.id)?.(answer);
  };
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (answer) => (answer.type === "error" ? reject(new Error(answer.message)) : resolve(answer.result)));
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, close: () => socket.close() };
}

test("the patients, in Firefox", { skip: existsSync(firefox) && globalThis.WebSocket ? false : "there is no Firefox here" }, async () => {
  const profile = mkdtempSync(join(tmpdir(), "faultline-firefox-"));
  const browser = spawn(firefox, ["--headless", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const address = await new Promise((resolve, reject) => {
      let text = "";
      browser.stderr.on("data", (piece) => {
        text += piece;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text);
        if (found) resolve(`${found[1]}/session`);
      });
      browser.on("exit", () => reject(new Error(`Firefox ended: ${text}`)));
    });
    const { send, close } = await connect(address);
    await send("session.new", { capabilities: {} });
    const { context } = await send("browsingContext.create", { type: "tab" });
    await send("browsingContext.navigate", { context, url: pathToFileURL(process.env.FAULTLINE_PAGE).href, wait: "complete" });
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      assert.equal(exceptionDetails, undefined);
      return result?.value;
    };
    const until = async (expression) => {
      for (const begin = Date.now(); Date.now() - begin < patience; await new Promise((resolve) => setTimeout(resolve, 200))) {
        if (await evaluate(expression)) return;
      }
      assert.fail(`waited in vain for ${expression}; the page says: ${await evaluate("document.body.innerText.slice(0, 500)")}`);
    };
    const press = async (name) => {
      const button = `[...document.querySelectorAll("button")].find((one) => one.innerText.trim() === ${JSON.stringify(name)} && !one.disabled)`;
      await until(`Boolean(${button})`);
      await evaluate(`${button}.click()`);
    };
    await press("Open the patients");
    await press("Next: choose a question");
    await until('document.querySelectorAll("input[type=radio]").length > 1');
    await evaluate('document.querySelectorAll("input[type=radio]")[1].click()');
    await press("Run");
    await until('document.querySelector("iframe.report")?.srcdoc.includes("age_group") === true');
    close();
  } finally {
    browser.kill();
  }
});
