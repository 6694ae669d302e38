#!/usr/bin/env bash
# Tests of the pages in headless Chromium, with the program of a build (build/dev, else what is named), in a virtual environment that it makes outside
# the tree. Installs Debian's Chromium where it is missing; where it or the packages cannot be had, says that the tests are skipped.
#   tools/page_test.sh [build/release]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/dev}
skip() {
  echo "pages: the tests in a browser are skipped ($1)" >&2
  exit 0
}
command -v chromium >/dev/null || tools/setup.sh --browser || skip "no Chromium"
venv=$(tools/python_venv.sh tests/page/requirements.txt) || skip "no Python packages"
FAULTLINE_PROGRAM=$PWD/$build/faultline PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" -m pytest -p no:cacheprovider -q --rootdir tests/page -c /dev/null tests/page/page_test.py
