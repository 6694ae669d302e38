#!/usr/bin/env bash
# What the theory says about a named subgroup: the critical value, and the sampling bias that a scan of these people would find.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate sampling-bias --delta 2 --train '' --test test.csv
"$faultline" scan test.csv --outcome outcome --score prediction --direction lower --penalty 0 \
  --power --subgroup 'age_group=75 or over;prior_admissions=None'
