// The hash of the script that reports carry, asked of the engine itself: it renders one, and names the script in the report's policy.

import { readFileSync } from "node:fs";
import { build } from "esbuild";

export async function reportScript(engine) {
  const source = new URL("./src/engine/wasm.ts", import.meta.url).pathname;
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: "esm" });
  const { start } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
  const door = await start(new WebAssembly.Module(readFileSync(engine)), () => undefined);
  const spec = JSON.stringify({ command: "elicit", answer: ["me,10,40,30"], cost_ratio: 1 });
  const run = door.withText(spec, (at) => door.call("start", at, 0, 0));
  const html = door.withText("html", (at) => door.maybeText(door.call("result", run, at, 0)));
  const found = /script-src ('sha256-[^']+')/.exec(html ?? "");
  if (found === null) throw new Error(`the engine rendered no report: ${door.maybeText(door.call("error", run))}`);
  return found[1];
}
