#!/usr/bin/env bash
# Each row is a profile with the number of people in it. Any database can make such rows with one GROUP BY.
set -euo pipefail
faultline=$PWD/build/release/faultline

"$faultline" scan - --outcome y --score p --count count --attributes region,channel --direction higher <<'END'
region,channel,y,p,count
North,web,1,0.30,120
North,web,0,0.30,280
North,shop,1,0.30,95
North,shop,0,0.30,205
South,web,1,0.30,170
South,web,0,0.30,230
South,shop,1,0.30,88
South,shop,0,0.30,212
END
