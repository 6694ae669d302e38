#!/usr/bin/env bash
# Builds build/page/faultline.html: the engine as WebAssembly (Debian's emscripten), and around it the page (apps/page, bundled by
# esbuild). What npm brings lies in apps/page/node_modules, at the versions and checksums of package-lock.json.
set -euo pipefail
cd "$(dirname "$0")/.."
# Debian's node modules, which emscripten's own JavaScript asks for.
export NODE_PATH=/usr/share/nodejs
[[ -e build/wasm/build.ninja ]] || cmake --preset wasm >/dev/null
cmake --build --preset wasm -j "${JOBS:-$(nproc)}" --target faultline_c
unset NODE_PATH
mkdir -p build/page
cd apps/page
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
  npm ci --silent --no-audit --no-fund
fi
node_modules/.bin/tsc --noEmit
node build.mjs ../../build/wasm/src/faultline/c_api/faultline.wasm ../../build/page/faultline.html
size=$(stat -c %s ../../build/page/faultline.html)
if ((size >= 4000000)); then
  echo "page: $size bytes are more than the 4 MB that are allowed" >&2
  exit 1
fi
