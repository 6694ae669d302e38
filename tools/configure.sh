#!/usr/bin/env bash
# Configures one preset, and only when that was not done yet or DuckDB's place has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/duckdb_version.sh
preset=$1
cache=build/$preset/CMakeCache.txt
if [[ -e build/$preset/build.ninja ]] && grep -qxF "FAULTLINE_DUCKDB_ROOT:PATH=$duckdb_root" "$cache" 2>/dev/null; then
  exit 0
fi
cmake --preset "$preset" -DFAULTLINE_DUCKDB_ROOT:PATH="$duckdb_root" >build.log.$$ 2>&1 || {
  cat build.log.$$
  rm -f build.log.$$
  exit 1
}
rm -f build.log.$$
