// The table of `faultline metrics` beside reading: a million people with continuous scores in 50
// groups, as CSV. Prints the ratio of the whole run, from file to result, to opening and streaming
// the same file, the best of some turns each, by the clock and in processor time (which other
// programs on the machine disturb less).
//   metrics_bench [N] [TURNS]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/run/metrics.hpp"
#include "faultline/sql/files.hpp"

namespace {

using namespace faultline;
using Clock = std::chrono::steady_clock;

/// Seconds, by the clock and of all processors together.
struct Times {
  double clock = std::numeric_limits<double>::infinity();
  double processor = std::numeric_limits<double>::infinity();

  void take(const Times& other) {
    clock = std::min(clock, other.clock);
    processor = std::min(processor, other.processor);
  }
};

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Times timed(const auto& work) {
  const auto start = Clock::now();
  const double before = processor_seconds();
  work();
  return {.clock = std::chrono::duration<double>(Clock::now() - start).count(),
          .processor = processor_seconds() - before};
}

/// Takes people and does nothing with them.
class Nowhere final : public data::ProfileSink {
 public:
  void add(const data::ProfileBatch& batch) override {
    for (const std::int64_t count : batch.count) people += count;
  }
  std::int64_t people = 0;
};

struct Counted {
  std::int64_t people = 0;
  std::int64_t flagged = 0;
};

/// The file, and what the plain version counts: who is flagged in each intersection.
std::map<std::string, Counted> make_file(const std::string& path, std::int64_t n) {
  std::map<std::string, Counted> plain;
  std::string text = "race,age,y,p\n";
  rng::Stream stream(1, rng::Purpose::simulate, 0);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint64_t race = rng::below(stream, 10);
    const std::uint64_t age = rng::below(stream, 5);
    const double p = std::round(rng::uniform(stream) * rng::uniform(stream) * 1e9) / 1e9;
    const bool y = rng::bernoulli(stream, p);
    text += fmt::format("r{},a{},{},{:.9f}\n", race, age, y ? 1 : 0, p);
    Counted& group = plain[fmt::format("race = r{}, age = a{}", race, age)];
    ++group.people;
    if (p >= 0.5) ++group.flagged;
  }
  std::ofstream(path, std::ios::binary) << text;
  return plain;
}

void check(const result::Result& result, const std::map<std::string, Counted>& plain) {
  std::size_t found = 0;
  for (const auto& group : result.metrics->groups) {
    const auto expected = plain.find(group.text);
    if (expected == plain.end()) continue;
    ++found;
    const double rate = static_cast<double>(expected->second.flagged) /
                        static_cast<double>(expected->second.people);
    if (group.n != expected->second.people || group.rates.selection_rate->estimate != rate)
      throw InternalError(fmt::format("{}: another number than the plain loop's", group.text));
  }
  if (found != plain.size()) throw InternalError("groups are missing");
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::strtoll(argv[1], nullptr, 10) : 1'000'000;
  const int turns = argc > 2 ? std::atoi(argv[2]) : 3;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("faultline_metrics_bench_{}.csv", n);
  const std::map<std::string, Counted> plain = make_file(path.string(), n);
  run::MetricsSpec spec;
  spec.input.path = path.string();
  spec.outcome = "y";
  spec.score = "p";
  spec.threshold = "0.5";
  spec.protected_columns = {"race", "age"};
  data::RoleOptions roles;
  roles.outcome = "y";
  roles.score = "p";
  roles.threshold = "0.5";
  roles.attributes = spec.protected_columns;
  roles.protected_classes = spec.protected_columns;
  sql::Files source;
  Times reading;
  Times all;
  for (int turn = 0; turn < turns; ++turn) {
    Nowhere nowhere;
    reading.take(timed([&] { source.open(spec.input, roles, {})->stream(nowhere); }));
    if (nowhere.people != n) throw InternalError("people were lost");
    result::Result result;
    all.take(timed([&] { result = run::metrics(spec, source); }));
    check(result, plain);
  }
  std::filesystem::remove(path);
  fmt::print(
      "metrics, {} people, {} groups: {:.2f} s ({:.2f} s of processors); reading alone {:.2f} s "
      "({:.2f} s); ratio {:.2f} ({:.2f})\n",
      n, plain.size(), all.clock, all.processor, reading.clock, reading.processor,
      all.clock / reading.clock, all.processor / reading.processor);
}
