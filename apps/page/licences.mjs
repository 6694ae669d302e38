// The licences of all that the page hands on: what npm brought, and what the engine was compiled with. (Boost's asks for nothing where
// there is only object code.)

import { readFileSync } from "node:fs";

const bundled = ["preact", "hyparquet", "hyparquet-compressors", "hysnappy", "fzstd"];
const compiled = ["libfmt-dev", "libeigen3-dev", "nlohmann-json3-dev", "librandom123-dev", "emscripten"];

export function licences() {
  const own = new URL("../../LICENSE", import.meta.url);
  const parts = [
    ["Faultline", own],
    ...bundled.map((name) => [name, new URL(`node_modules/${name}/LICENSE`, import.meta.url)]),
    ...compiled.map((name) => [name, `/usr/share/doc/${name}/copyright`]),
  ];
  return parts.map(([name, file]) => `${name}\n${"=".repeat(name.length)}\n\n${readFileSync(file, "utf8").trim()}\n`).join("\n\n");
}
