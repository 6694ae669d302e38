#!/usr/bin/env bash
# More data, other variables, or another model? Invented notes of three groups of patients: in one topic of group B a variable
# that nobody wrote down decides, so that no model on the words predicts well there. The advice should be other variables, for B.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate notes --people 4000 --output notes.csv
"$faultline" sources notes.csv --outcome died --protected group --text note --model logistic-l1 --topics 8 \
  --parts costs,curves,clusters --repetitions 10 --targeted no --html notes.html
