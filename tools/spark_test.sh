#!/usr/bin/env bash
# Tests of people on a Spark cluster (two executors, each a process of its own) and in warehouses (DuckDB, Postgres, Spark), with the
# library and the program of a build (build/dev, else what is named), in a virtual environment that it makes outside the tree; where
# packages, Java or Postgres cannot be had, it says that the tests are skipped.
#   tools/spark_test.sh [build/release]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/dev}
skip() {
  echo "spark: the tests of Spark and warehouses are skipped ($1)" >&2
  exit 0
}
command -v java >/dev/null || skip "there is no Java"
[[ -d /usr/lib/postgresql ]] || skip "there is no Postgres"
venv=$(tools/python_venv.sh python/tests_spark/requirements.txt) || skip "no packages"
export FAULTLINE_LIBRARY=$PWD/$build/src/faultline/c_api/libfaultline.so FAULTLINE_PROGRAM=$PWD/$build/faultline
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" -m pytest -p no:cacheprovider python/tests_spark
