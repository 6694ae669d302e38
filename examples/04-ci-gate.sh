#!/usr/bin/env bash
# A gate for continuous integration: exit code 1 when a finding is significant, 0 when not, 2 when the input is bad.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

gate() {
  local code=0
  "$faultline" scan "$@" --outcome outcome --score prediction --fail-on finding --quiet || code=$?
  echo "exit code $code: scan $*"
}

"$faultline" simulate sampling-bias --delta 1 --train '' --test fair.csv --train-rows 1000000 --test-rows 2000 >fair.log
"$faultline" simulate sampling-bias --delta 3 --train '' --test biased.csv >biased.log
gate fair.csv
gate biased.csv
gate nothing.csv
