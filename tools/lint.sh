#!/usr/bin/env bash
# Formatting, the order of the layers, and clang-tidy over every source file that changed since it was last found clean.
# LINT_SINCE=main: only what differs from that commit.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 --dry-run --Werror
tools/check_layers.py
tools/configure.sh tidy
cmake build/tidy >/dev/null # new sources since then
tools/tidy.py ${LINT_SINCE:+--since "$LINT_SINCE"}
echo "lint: clean"
