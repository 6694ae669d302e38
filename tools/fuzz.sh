#!/usr/bin/env bash
# Runs every fuzz target, or those named, for so many seconds each: tools/fuzz.sh SECONDS [TARGET...]. Starts from seeds that the tests' own
# files give and from past findings; what widens the coverage is kept in build/fuzz/corpus. Bytes that break something are left in
# build/fuzz/crashes: when it is mended, they belong into tests/fuzz/findings/TARGET, where every build replays them.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
targets=("$@")
if ((${#targets[@]} == 0)); then
  targets=(encoding people table spec result rules answers checkpoint door)
fi
python3 tests/fuzz/seeds.py . build/fuzz/seeds
mkdir -p build/fuzz/crashes
# A huge allocation is an error to be reported (std::bad_alloc), not a crash.
export ASAN_OPTIONS=allocator_may_return_null=1
# Reports with functions and lines; an older symbolizer in the path cannot read what Clang 19 wrote.
export ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19
export LSAN_OPTIONS=suppressions=$PWD/tests/fuzz/leaks.txt:print_suppressions=0
failed=0
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target
  mkdir -p "$corpus"
  folders=("$corpus" "build/fuzz/seeds/$target")
  if [[ -d tests/fuzz/findings/$target ]]; then
    folders+=("tests/fuzz/findings/$target")
  fi
  options=(-max_total_time="$seconds" -max_len=32768 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1
    -artifact_prefix="build/fuzz/crashes/$target-")
  if [[ $target == encoding || $target == people || $target == table ]]; then
    options+=(-dict=tests/fuzz/csv.dict)
  fi
  log=build/fuzz/$target.log
  if "build/fuzz/tests/fuzz/fuzz_$target" "${options[@]}" "${folders[@]}" >"$log" 2>&1 </dev/null; then
    echo "fuzz: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing found"
  else
    failed=1
    echo "fuzz: $target: found something; $log ends with"
    grep -vE '^#[0-9]+' "$log" | tail -n 40
  fi
done
exit "$failed"
