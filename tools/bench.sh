#!/usr/bin/env bash
# Runs the benchmarks that `make bench` built. COMPAS is looked for in ../shared/data or $FAULTLINE_SHARED/data.
#   FAULTLINE_BENCH_ROWS="100000 1000000 10000000"   sizes of the large one
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${FAULTLINE_SHARED:-../shared}
build/release/bench/scan_bench "$shared/data/compas-scores-two-years.csv"
echo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for rows in ${FAULTLINE_BENCH_ROWS:-100000 1000000 10000000}; do
  # One process per measurement: peak memory is the process's.
  build/release/bench/large_bench "$rows" "$work" engine
  build/release/bench/large_bench "$rows" "$work" faultline
done
