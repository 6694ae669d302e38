// Conditional Bias Scan on COMPAS, data in memory: one class with its four scans (both models,
// certified optimum), the whole of Table 5 (56 scans) with permutations, the same people a hundred
// times over, and the plain version with a row per person in the same run. Answers are compared
// before a time is printed.
//   conditional_bench COMPAS.csv [PERMUTATIONS]

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/compas_profiles.hpp"
#include "support/row_level_audit.hpp"
#include <fmt/format.h>
#include <sys/resource.h>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace {

using namespace faultline;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

methods::ConditionalOptions case_study() {
  methods::ConditionalOptions options;
  const auto scans = methods::default_scans(methods::Harm::positive);
  options.scans.assign(scans.begin(), scans.end());
  options.permute = methods::Permute::everyone;  // what the row form does
  options.threads = 2;
  return options;
}

/// Every value of every attribute but race "Other", which the paper leaves out.
std::vector<methods::ProtectedClass> classes_of(const data::Profiles& profiles) {
  std::vector<methods::ProtectedClass> classes;
  for (const data::Attribute& attribute : profiles.attributes) {
    for (const std::string& label : attribute.labels) {
      if (label != "Other") classes.push_back({attribute.name, label});
    }
  }
  return classes;
}

/// Best scores of the four scans of one class, everything made anew.
std::vector<double> scan_class(const methods::ConditionalInput& input,
                               const methods::ProtectedClass& protected_class,
                               const methods::ConditionalOptions& options) {
  const methods::ClassProblem problem(input, protected_class, options);
  methods::ClassScanner scanner(problem);
  scanner.use(problem.members());
  std::vector<double> scores;
  for (std::size_t scan = 0; scan < options.scans.size(); ++scan) {
    const bool possible = scanner.expect(scan);
    const auto found = scanner.search(scan, options.search_options(options.scans[scan].direction));
    scores.push_back(possible && !found.found.empty() ? found.found.front().score : 0.0);
  }
  return scores;
}

std::vector<double> plain_class(const testing::Rows& rows,
                                const methods::ConditionalOptions& options) {
  const std::vector<double> weights = testing::row_level_weights(rows);
  std::vector<double> scores;
  scores.reserve(options.scans.size());
  for (const methods::CriterionScan& scan : options.scans) {
    scores.push_back(
        testing::row_level_best(rows, weights, *scan.metric, scan.direction, options.penalty));
  }
  return scores;
}

double table5(const methods::ConditionalInput& input,
              const std::vector<methods::ProtectedClass>& classes,
              methods::ConditionalOptions options, std::int64_t permutations) {
  options.replicates = permutations;
  const auto start = Clock::now();
  const methods::ConditionalResult result = methods::conditional_scan(input, classes, options);
  if (result.findings.size() != classes.size() * options.scans.size()) std::abort();
  return seconds_since(start);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !std::filesystem::exists(argv[1])) {
    fmt::print("conditional_bench: skipped, needs compas-scores-two-years.csv as first argument\n");
    return 0;
  }
  const std::int64_t permutations = argc > 2 ? std::atoll(argv[2]) : 1000;
  const data::Profiles profiles = testing::compas_profiles(argv[1]);
  const methods::ConditionalOptions options = case_study();
  const methods::ConditionalInput input{.profiles = profiles,
                                        .scanned = testing::kCompasAttributes,
                                        .covariates = testing::kCompasAttributes};
  const std::vector<methods::ProtectedClass> classes = classes_of(profiles);

  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    const auto arity = static_cast<data::Code>(profiles.attributes[a].arity());
    for (data::Code v = 0; v < arity; ++v) {
      const std::string& label = profiles.attributes[a].labels[v];
      if (label == "Other") continue;
      const auto ours = scan_class(input, {profiles.attributes[a].name, label}, options);
      const auto plain = plain_class(testing::rows_of(profiles, a, v), options);
      for (std::size_t scan = 0; scan < ours.size(); ++scan) {
        if (std::abs(ours[scan] - plain[scan]) > 1e-7 * std::max(1.0, plain[scan])) {
          fmt::print(stderr, "answers differ for {}: {} against {}\n", label, ours[scan],
                     plain[scan]);
          return 1;
        }
      }
    }
  }
  fmt::print(
      "COMPAS: {} people, {} profiles, {} classes; profile form and row form agree on all {} "
      "scans\n\n",
      profiles.people(), profiles.size(), classes.size(), 4 * classes.size());

  const methods::ProtectedClass female{"sex", "Female"};
  constexpr int kTimes = 50;
  auto start = Clock::now();
  for (int i = 0; i < kTimes; ++i) (void)scan_class(input, female, options);
  const double ours = seconds_since(start) / kTimes;
  const testing::Rows rows = testing::rows_of(profiles, 0, 0);
  start = Clock::now();
  constexpr int kPlainTimes = 5;
  for (int i = 0; i < kPlainTimes; ++i) (void)plain_class(rows, options);
  const double plain = seconds_since(start) / kPlainTimes;
  fmt::print(
      "one class, four scans, models and certified search: {:.2f} ms, {:.2f} ms a scan (goal "
      "2 ms)\n",
      1e3 * ours, 250 * ours);
  fmt::print(
      "the same with a row per person:                     {:.1f} ms, {:.0f} times as long\n",
      1e3 * plain, plain / ours);

  const double whole = table5(input, classes, options, permutations);
  fmt::print("Table 5, {} scans, {} permutations each, two threads: {:.1f} s (goal 30 s)\n",
             4 * classes.size(), permutations, whole);

  data::Profiles many = profiles;
  for (std::int64_t& count : many.count) count *= 100;
  const methods::ConditionalInput large{.profiles = many,
                                        .scanned = testing::kCompasAttributes,
                                        .covariates = testing::kCompasAttributes};
  methods::ConditionalOptions decisions = options;
  decisions.scans = {options.scans[1], options.scans[3]};
  const double few_people = table5(input, classes, decisions, permutations);
  const double many_people = table5(large, classes, decisions, permutations);
  fmt::print(
      "metrics over decisions, {} people: {:.1f} s; {} people: {:.1f} s, {:.2f} times (goal 2)\n",
      profiles.people(), few_people, many.people(), many_people, many_people / few_people);
  fmt::print("the whole of Table 5 with {} people: {:.1f} s\n", many.people(),
             table5(large, classes, options, permutations));
  fmt::print("peak memory {:.0f} MiB\n", peak_mebibytes());
  return 0;
}
