#!/usr/bin/env bash
# Tests of the Python package, with the library and the program of a build (build/dev, else what is named), in a virtual environment that it
# makes outside the tree; where the packages cannot be had, it says that the tests are skipped.
#   tools/python_test.sh [build/release]       FAULTLINE_SLOW=1: ten thousand made-up frames, and the large ones
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/dev}
venv=$(tools/python_venv.sh python/tests/requirements.txt) || {
  echo "python: the tests of the Python package are skipped" >&2
  exit 0
}
export FAULTLINE_LIBRARY=$PWD/$build/src/faultline/c_api/libfaultline.so FAULTLINE_PROGRAM=$PWD/$build/faultline
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
"$venv/bin/ruff" check --quiet .
"$venv/bin/ruff" format --quiet --check .
"$venv/bin/mypy" --cache-dir build/mypy --no-error-summary
"$venv/bin/python" -m pytest -p no:cacheprovider
