#!/usr/bin/env bash
# Columns made, rows kept and numbers cut on the way in, with the options in a file. Order: derive, where, bins.
set -euo pipefail
faultline=$PWD/build/release/faultline
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >people.csv <<'END'
sex;age;smoker;bill;readmitted;risk
Female;34;no;120.5;no;0.20
Male;71;yes;980;yes;0.45
Female;58;N/A;410;no;0.30
Male;19;no;75;no;0.15
Female;83;yes;1300;yes;0.60
Male;46;no;;no;0.25
Female;67;no;640;yes;0.35
Male;25;yes;210;no;0.20
END

cat >scan.toml <<'END'
outcome = "readmitted=yes"
score = "risk"
null = ["N/A"]
derive = ["paid=case when bill >= 500 then 'much' else 'little' end"]
bins = ["age=45,65"]
attributes = ["sex", "age", "smoker", "paid"]
replicates = 99
END

"$faultline" scan people.csv --config scan.toml --where "age >= 20"
