#!/usr/bin/env bash
# The COMPAS study from the raw file: rows kept and recoded as usual in the literature, predictions taken from the decile score.
# Download compas-scores-two-years.csv from ProPublica's compas-analysis repository first.
set -euo pipefail
faultline=$PWD/build/release/faultline
file=${1:-compas-scores-two-years.csv}
if [[ ! -e $file ]]; then
  echo "usage: examples/03-compas.sh compas-scores-two-years.csv" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$faultline" scan "$file" \
  --where "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' and score_text <> 'N/A'" \
  --derive "under_25=case when age < 25 then 'Yes' else 'No' end" \
  --derive "priors=case when priors_count = 0 then 'None' when priors_count <= 5 then '1 to 5' else 'Over 5' end" \
  --derive "high_risk=case when decile_score >= 5 then 1 else 0 end" \
  --outcome two_year_recid --risk-score decile_score --attributes sex,race,under_25,priors,c_charge_degree \
  --penalty 1 --replicates 999 --json "$work/scan.json" --html "$work/scan.html"
