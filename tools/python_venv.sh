#!/usr/bin/env bash
# Makes a virtual environment of pinned packages, in the cache folder outside the tree ($FAULTLINE_CACHE, else $XDG_CACHE_HOME/faultline,
# else ~/.cache/faultline), and prints its folder. Does nothing when it is there; fails, and says why, where it cannot be had (no
# network, no venv).
#   tools/python_venv.sh python/tests/requirements.txt
set -euo pipefail
cd "$(dirname "$0")/.."
pinned=$1
folder=${FAULTLINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/faultline}/python-$(sha256sum "$pinned" | cut -c1-12)
if [[ ! -e $folder/ready ]]; then
  echo "setup: fetching the Python packages of $pinned" >&2
  without() {
    echo "setup: they cannot be had here ($1)" >&2
    rm -rf "$folder"
    exit 1
  }
  mkdir -p "$(dirname "$folder")"
  rm -rf "$folder"
  # Built packages only, for nothing to be compiled; of Spark there is only the source, which is none to compile.
  python3 -m venv "$folder" >/dev/null 2>&1 || without "python3 makes no virtual environment"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --only-binary :all: --no-binary pyspark -r "$pinned" >/dev/null 2>&1 ||
    without "pip found no packages"
  touch "$folder/ready"
fi
echo "$folder"
