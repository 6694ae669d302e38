#!/usr/bin/env bash
# exports.sh LIBRARY: fails when the library exports a symbol that is not faultline_*, or lacks one that the header declares.
set -euo pipefail
exported=$(nm -D --defined-only "$1" | awk '{print $3}' | sed 's/@.*//' | grep -v '^FAULTLINE_' | sort -u)
strange=$(grep -v '^faultline_' <<<"$exported" || true)
if [[ -n $strange ]]; then
  echo "exported beside faultline_*: $strange"
  exit 1
fi
header="$(dirname "$0")/../../../src/faultline/c_api/faultline.h"
for name in $(grep 'FAULTLINE_API' -A1 "$header" | grep -o 'faultline_[a-z_]*(' | tr -d '(' | sort -u); do
  grep -qx "$name" <<<"$exported" || { echo "not exported: $name"; exit 1; }
done
echo "$(wc -l <<<"$exported") functions: $(tr '\n' ' ' <<<"$exported")"
