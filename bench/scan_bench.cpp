// The search on COMPAS, data in memory: certified optimum in both directions, 500 restarts of
// ascent, branch and bound, against the plain evaluation (logarithms in the loop); and 1,000
// randomisation replicates. All answers are compared before a time is printed.
//   scan_bench COMPAS.csv [Google Benchmark options]

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "compas.hpp"
#include "direct_family.hpp"
#include "support/naive_scan.hpp"
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace {

using namespace faultline;
using search::BernoulliCells;
using search::Direction;
using search::Strategy;

constexpr double kPenalty = 1.0;

search::SearchResult run(const BernoulliCells& cells, Direction direction, Strategy strategy,
                         int restarts = 50) {
  search::SearchOptions options;
  options.direction = direction;
  options.penalty = kPenalty;
  options.strategy = strategy;
  options.restarts = restarts;
  const search::BernoulliFamily family(cells, cells.y, direction);
  return search::search(family, cells.n, options);
}

void both_directions(benchmark::State& state, const BernoulliCells& cells, Strategy strategy,
                     int restarts) {
  for (auto _ : state) {
    for (const Direction direction : {Direction::higher, Direction::lower}) {
      benchmark::DoNotOptimize(run(cells, direction, strategy, restarts));
    }
  }
  state.counters["subgroups/s"] =
      benchmark::Counter(2 * cells.lattice.subgroups() * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void plain(benchmark::State& state, const BernoulliCells& cells) {
  for (auto _ : state) {
    for (const Direction direction : {Direction::higher, Direction::lower}) {
      benchmark::DoNotOptimize(bench::direct_best(cells, direction, kPenalty));
    }
  }
  state.counters["subgroups/s"] =
      benchmark::Counter(2 * cells.lattice.subgroups() * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void replicates(benchmark::State& state, const BernoulliCells& cells) {
  methods::BiasScanOptions options;
  options.replicates = 1000;
  options.threads = static_cast<int>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(methods::bias_scan({.cells = cells}, options));
}

/// Remembers real times for the ratios at the end.
class Remember : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration)
        seconds[run.benchmark_name()] =
            run.real_accumulated_time / static_cast<double>(run.iterations);
    }
    ConsoleReporter::ReportRuns(runs);
  }
  std::map<std::string, double> seconds;
};

bool answers_agree(const BernoulliCells& cells) {
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    const double truth = testing::naive_best(cells, direction, kPenalty);
    const double direct = bench::direct_best(cells, direction, kPenalty);
    if (std::abs(direct - truth) > 1e-8 * truth) {
      fmt::print(stderr, "answers differ: {} against {}\n", direct, truth);
      return false;
    }
    for (const Strategy strategy : {Strategy::exhaustive, Strategy::bounded, Strategy::ascent}) {
      const double found = run(cells, direction, strategy).found.at(0).score;
      if (std::abs(found - truth) > 1e-8 * truth) {
        fmt::print(stderr, "answers differ: {} against {}\n", found, truth);
        return false;
      }
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !std::filesystem::exists(argv[1])) {
    fmt::print("scan_bench: skipped, needs compas-scores-two-years.csv as first argument\n");
    return 0;
  }
  const BernoulliCells cells = bench::compas_cells(argv[1]);
  if (!answers_agree(cells)) return 1;
  fmt::print(
      "COMPAS: {} people, {} cells, {} distinct (cell, prediction), {} subgroups; all strategies "
      "and the plain evaluation agree\n\n",
      cells.people(), cells.cells(), cells.p.size(), cells.lattice.subgroups());
  const auto unit = benchmark::kMillisecond;
  benchmark::RegisterBenchmark("exhaustive", both_directions, cells, Strategy::exhaustive, 1)
      ->Unit(unit);
  benchmark::RegisterBenchmark("ascent_500", both_directions, cells, Strategy::ascent, 500)
      ->Unit(unit);
  benchmark::RegisterBenchmark("bounded", both_directions, cells, Strategy::bounded, 1)->Unit(unit);
  benchmark::RegisterBenchmark("plain", plain, cells)->Unit(unit);
  benchmark::RegisterBenchmark("replicates_1000", replicates, cells)
      ->Unit(unit)
      ->Arg(1)
      ->Arg(2)
      ->UseRealTime();
  int rest = argc - 1;
  argv[1] = argv[0];
  benchmark::Initialize(&rest, argv + 1);
  Remember reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  const auto& s = reporter.seconds;
  if (s.count("plain") != 0 && s.count("exhaustive") != 0) {
    fmt::print("\nboth directions, proven optimum:   {:8.3f} ms   (goal 1 ms)\n",
               1e3 * s.at("exhaustive"));
    fmt::print("the same with logarithms in the loop: {:.1f} ms, {:.0f} times as long\n",
               1e3 * s.at("plain"), s.at("plain") / s.at("exhaustive"));
    fmt::print("500 restarts, each direction:      {:8.3f} ms   (goal 20 ms)\n",
               0.5e3 * s.at("ascent_500"));
    fmt::print(
        "1,000 replicates, two threads:     {:8.3f} s    (goal 1 s), {:.2f} times one thread's "
        "speed\n",
        s.at("replicates_1000/2/real_time"),
        s.at("replicates_1000/1/real_time") / s.at("replicates_1000/2/real_time"));
  }
  return 0;
}
