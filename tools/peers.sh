#!/usr/bin/env bash
# Makes a virtual environment with the libraries that tests compare Faultline's rates with, in the cache folder outside the tree
# ($FAULTLINE_CACHE, else $XDG_CACHE_HOME/faultline, else ~/.cache/faultline). Does nothing when it is there; where it cannot be had
# (no network, no venv), says so and leaves it: the tests that need it then say that they are skipped.
#   tools/peers.sh          makes it
#   tools/peers.sh --path   prints where it is, made or not
set -euo pipefail
cd "$(dirname "$0")/.."
pinned=tests/golden/peers/requirements.txt
folder=${FAULTLINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/faultline}/peers-$(sha256sum "$pinned" | cut -c1-12)
if [[ ${1:-} == --path ]]; then
  echo "$folder"
  exit 0
fi
[[ -e $folder/ready ]] && exit 0

echo "setup: fetching the libraries that rates are compared with ($(tr '\n' ' ' <"$pinned"))"
without() {
  echo "setup: they cannot be had here ($1); tests that need them will be skipped" >&2
  rm -rf "$folder"
  exit 0
}
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
python3 -m venv "$folder" >/dev/null 2>&1 || without "python3 makes no virtual environment"
"$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --only-binary :all: -r "$pinned" >/dev/null 2>&1 || without "pip found no packages"
touch "$folder/ready"
