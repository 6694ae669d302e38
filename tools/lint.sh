#!/usr/bin/env bash
# Formatting, the order of the layers, and clang-tidy over every source file. (The compile commands are GCC's, so clang-tidy is told to
# overlook warning options that it does not know.)
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 --dry-run --Werror
tools/check_layers.py
tools/configure.sh tidy
cmake build/tidy >/dev/null # new sources since then
git ls-files 'src/*.cpp' 'apps/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy-19 -p build/tidy --quiet --warnings-as-errors='*' \
  --extra-arg=-Wno-unknown-warning-option
echo "lint: clean"
