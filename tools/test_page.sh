#!/usr/bin/env bash
# Tests of the page that tools/page.sh built, in headless Chromium. Results are compared with those of the program: build/dev/faultline,
# else build/release/faultline, else what $FAULTLINE_PROGRAM names.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in build/dev/faultline build/release/faultline; do
  if [[ -z ${FAULTLINE_PROGRAM:-} && -x $program ]]; then
    export FAULTLINE_PROGRAM=$PWD/$program
  fi
done
if [[ -z ${FAULTLINE_PROGRAM:-} ]]; then
  echo "page: there is no program to compare with; run 'make build' or 'make test' first" >&2
  exit 2
fi
export FAULTLINE_PAGE=$PWD/build/page/faultline.html
cd apps/page
# Firefox is driven through a web socket, which older versions of Node have only when asked.
node -e 'process.exit(globalThis.WebSocket ? 0 : 1)' || socket=--experimental-websocket
# shellcheck disable=SC2086
node ${socket:-} --test --test-concurrency=1 --test-reporter=spec tests/*.test.mjs
