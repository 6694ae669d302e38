#!/usr/bin/env bash
# Runs the benchmarks that `make bench` built. COMPAS is looked for in ../shared/data or $FAULTLINE_SHARED/data.
#   FAULTLINE_BENCH_ROWS="100000 1000000 10000000"   sizes of the large one
#   FAULTLINE_RIVAL_PYTHON=python3                   an interpreter with aif360 and pyarrow, to time the public Python scan beside ours:
#                                                    python3 -m venv rival && rival/bin/pip install aif360 pyarrow scikit-learn
set -euo pipefail
cd "$(dirname "$0")/.."
compas=${FAULTLINE_SHARED:-../shared}/data/compas-scores-two-years.csv
build/release/bench/scan_bench "$compas"
echo
build/release/bench/conditional_bench "$compas"
echo
ijdi=${FAULTLINE_SHARED:-../shared}/reference/ijdi/compas_input.csv
build/release/bench/ijdi_bench "$ijdi"
build/release/bench/mitigation_bench "$ijdi"
echo
build/release/bench/counterfactual_bench
echo
build/release/bench/metrics_bench
echo
build/release/bench/model_bench
build/release/bench/forest_bench 2 2
echo
build/release/bench/scale_bench
echo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for rows in ${FAULTLINE_BENCH_ROWS:-100000 1000000 10000000}; do
  # One process per measurement: peak memory is the process's.
  build/release/bench/large_bench "$rows" "$work" engine
  build/release/bench/large_bench "$rows" "$work" faultline
done
echo
rival=${FAULTLINE_RIVAL_PYTHON:-python3}
if [[ -e $compas ]] && "$rival" -c 'import aif360, pyarrow' 2>/dev/null; then
  "$rival" bench/rival_mdss.py build/release/faultline "$compas" "$work"/faultline_bench_{100000,1000000}.parquet 2>/dev/null
else
  echo "the public Python scan is not timed: $rival has no aif360 (see tools/bench.sh)"
fi
adult=${FAULTLINE_SHARED:-../shared}/data/adult.data
if [[ -e $adult ]] && "$rival" -c 'import sklearn' 2>/dev/null; then
  "$rival" bench/rival_forest.py build/release/bench/forest_bench "$adult"
else
  echo "the public Python forest is not timed: $rival has no scikit-learn, or there is no adult.data"
fi
