#!/usr/bin/env bash
# Formatting, the order of the layers, and clang-tidy over every source file.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 --dry-run --Werror
tools/check_layers.py
tools/configure.sh tidy
git ls-files 'src/*.cpp' 'apps/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy-19 -p build/tidy --quiet --warnings-as-errors='*'
echo "lint: clean"
