#!/usr/bin/env bash
# Patients whose treatment prevents some of what a model warns of, so that it looks wrong where treatment helped. What its error rates
# would have been had nobody been treated, group by group, beside the truth of the simulation.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate counterfactual --scenario 2 --people 5000 --output patients.csv
"$faultline" counterfactual patients.csv --outcome Y --decision S --treatment D --protected A1,A2 \
  --covariates X.1,X.2,X.3,X.4 --replicates 199 --bootstrap 200 --json gaps.json --html gaps.html

echo
echo "The truth:"
cat patients.csv.truth.csv
