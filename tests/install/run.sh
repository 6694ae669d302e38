#!/usr/bin/env bash
# run.sh BUILD EXAMPLES CMAKE WITH_SQL: installs, moves what was installed, builds the examples against it and runs them.
set -euo pipefail
build=$1 examples=$2 cmake=$3 sql=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/before" >/dev/null
mv "$work/before" "$work/prefix" # nothing may remember where it was put first
if [[ $sql == 1 ]]; then
  "$work/prefix/bin/faultline" --version
  "$work/prefix/bin/faultline" reproduce --help >/dev/null
  if readelf -d "$work"/prefix/bin/* "$work"/prefix/lib/libfaultline.so | grep -E 'R(UN)?PATH' | grep -vF "[\$ORIGIN/../lib]"; then
    echo "a program looks for libraries outside its own prefix" >&2
    exit 1
  fi
fi
"$cmake" -S "$examples" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
"$cmake" --build "$work/build" >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
cd "$work"
build/scan_in_memory | tee scan.txt
grep -q 'sex = F; South' scan.txt
build/progress_and_stop | tee stop.txt
grep -q '^partial result' stop.txt
[[ $sql == 1 ]] || exit 0
prefix/bin/faultline simulate cbs --mu-sep 0.3 --protected sex=Female --rows 1000 --output people.csv >/dev/null
build/audit_file people.csv report.html
grep -q '</html>' report.html
build/c_door people.csv 2>/dev/null | tee door.txt
# The door says what the program says.
prefix/bin/faultline scan people.csv --outcome outcome --score prediction --replicates 99 --quiet --json result.json
grep -q "$(grep -m1 '"text"' result.json | sed 's/.*: "\(.*\)",/\1/' | cut -c1-20)" door.txt
