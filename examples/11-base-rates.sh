#!/usr/bin/env bash
# Error rates that base rates do not justify, from the question to a remedy: up to which lambda there is evidence (ijdi), which lambda
# three people mean (elicit) and what it would allow each group, and rules that reduce what was found (mitigate).
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Predictions of one subgroup of women are too high, so that they are flagged too often.
"$faultline" simulate cbs --mu-sep 0.6 --protected sex=Female --output people.csv
roles=(--outcome outcome --score prediction --threshold '>0.5' --fit-probability logistic
  --attributes sex,age_group,insurance,prior_admissions,ward)
"$faultline" ijdi people.csv "${roles[@]}" --error fpr --html ijdi.html

echo
echo "What three people say a disparity costs, and what that would allow each group:"
cat > panel.csv <<'END'
person,z1,z2,z3
Ann,20,60,52
Ann,70,30,60
Ann,5,47,38
Ben,20,60,50
Ben,70,30,58
Ben,5,47,37
Cem,20,60,49
Cem,70,30,61
Cem,5,47,35
END
"$faultline" elicit people.csv --answers panel.csv --cost-ratio 1 "${roles[@]}" --json lambda.json --html lambda.html

echo
echo "Rules for lambda = 1, made from one half of the people and tested on the other:"
"$faultline" mitigate people.csv "${roles[@]}" --error fpr --lambda 1 \
  --rules rules.json --output decided.csv --html mitigated.html
"$faultline" mitigate --apply rules.json people.csv --score prediction --output again.csv
