#!/usr/bin/env bash
# run.sh BUILD CONSUMER CMAKE WITH_PROGRAMS
set -euo pipefail
build=$1 consumer=$2 cmake=$3 programs=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/before" >/dev/null
mv "$work/before" "$work/prefix" # nothing may remember where it was put first
if [[ $programs == 1 ]]; then
  "$work/prefix/bin/faultline" --version
  "$work/prefix/bin/faultline" reproduce --help >/dev/null
  if readelf -d "$work"/prefix/bin/* | grep -E 'R(UN)?PATH' | grep -vF "[\$ORIGIN/../lib]"; then
    echo "a program looks for libraries outside its own prefix" >&2
    exit 1
  fi
fi
"$cmake" -S "$consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
"$cmake" --build "$work/build" >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
"$work/build/consumer"
