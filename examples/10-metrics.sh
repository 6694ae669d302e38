#!/usr/bin/env bash
# The plain table that every audit starts with: people whose model errs more for women in one age group, every rate of every group
# with its interval, the differences from men, and the exit code of a build that watches error rates only.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$faultline" simulate cbs --mu-sep 0.8 --protected sex=Female --rows 5000 --output people.csv
"$faultline" metrics people.csv --outcome outcome --score prediction --decision decision --protected sex,age_group \
  --reference sex=Male --json rates.json --html rates.html

"$faultline" metrics people.csv --outcome outcome --decision decision --protected sex --metric fpr,fnr --fail-on finding --quiet ||
  echo "exit code $?: there is evidence that error rates differ"

# The same rates along the threshold, and by another column.
"$faultline" metrics people.csv --outcome outcome --score prediction --protected sex --threshold 0.2:0.8:0.2 --metric fpr,fnr
"$faultline" metrics people.csv --outcome outcome --decision decision --protected sex --by age_group --metric fpr,fnr
