// One file of everything: the engine, packed; the worker's script inside the page's; and a policy that names the two scripts that may
// run, the page's and the reports', by their hashes.
//   node build.mjs ENGINE.wasm OUTPUT.html

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync, constants } from "node:zlib";
import { build } from "esbuild";
import { licences } from "./licences.mjs";

const [engine, output] = process.argv.slice(2);
const here = new URL("./src/", import.meta.url).pathname;
const shared = { bundle: true, minify: true, write: false, format: "iife", target: "es2022", absWorkingDir: here, legalComments: "none" };

const textOf = async (options) => (await build({ ...shared, ...options })).outputFiles[0].text;
const worker = await textOf({ entryPoints: ["engine/worker.ts"] });
const workerAsText = {
  name: "worker",
  setup(make) {
    make.onResolve({ filter: /^worker:/ }, ({ path }) => ({ path, namespace: "worker" }));
    make.onLoad({ filter: /.*/, namespace: "worker" }, () => ({ contents: worker, loader: "text" }));
  },
};
const script = (await textOf({ entryPoints: ["app.tsx"], jsx: "automatic", jsxImportSource: "preact", plugins: [workerAsText] })).replaceAll(
  "</script",
  "<\\/script",
);
const style = await textOf({ entryPoints: ["style.css"] });

const packed = gzipSync(readFileSync(engine), { level: constants.Z_BEST_COMPRESSION }).toString("base64");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const { reportScript } = await import("./report_policy.mjs");
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} ${await reportScript(engine)} 'wasm-unsafe-eval'`,
  "worker-src blob:",
  // Reports lie in a frame that inherits this policy, and their bars have widths of their own.
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Faultline: is a model unfair to somebody?</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript: the engine that audits your data runs in it.</noscript></div>
<script type="text/plain" id="licences">${licences().replaceAll("</", "< /").replaceAll("<!--", "< !--")}</script>
<script type="text/plain" id="engine">${packed}</script>
<script>${script}</script>
</body>
</html>
`;
writeFileSync(output, html);
console.log(`${output}: ${(html.length / 1e6).toFixed(2)} MB, of which the engine is ${(packed.length / 1e6).toFixed(2)} MB`);
