#!/usr/bin/env bash
# Test data whose predictions are too high for one subgroup (training data in which its outcomes were over-sampled), and the scan
# that finds it. The column true_probability is the generator's secret; the scan leaves numbers out by itself.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate sampling-bias --delta 2 --train train.csv --test test.csv
"$faultline" scan test.csv --outcome outcome --score prediction --json scan.json --html scan.html
"$faultline" report scan.json --html again.html
cmp scan.html again.html && echo "the page made from the saved JSON is the same, byte for byte"
