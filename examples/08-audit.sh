#!/usr/bin/env bash
# Patients with one subgroup of women whose predictions are too high, and the audit that finds it. Then the two criteria over
# decisions again, with membership exchanged only among people who are alike.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate cbs --mu-sep 0.3 --protected sex=Female --output people.csv
"$faultline" audit people.csv --outcome outcome --score prediction --decision decision \
  --protected sex=Female --attributes age_group,insurance,prior_admissions,ward --json audit.json --html audit.html

echo
echo "Exchanging membership only among people with equal covariates and outcome or decision:"
"$faultline" audit people.csv --outcome outcome --decision decision --metric fpr,ppv --permute within \
  --protected sex=Female --attributes age_group,insurance,prior_admissions,ward |
  sed -n '/^Every scan/,/^  Obs/p'
