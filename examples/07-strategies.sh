#!/usr/bin/env bash
# One problem, three searches. Exhaustive search and branch and bound prove the optimum; ascent reports a bound.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate sampling-bias --delta 1.5 --train '' --test test.csv
for strategy in ascent exhaustive bounded; do
  echo
  echo "--strategy $strategy"
  "$faultline" scan test.csv --outcome outcome --score prediction --direction lower --replicates 0 --strategy "$strategy" |
    sed -n '/Subgroup/p;/Score/p;/Search/,$p'
done
