#pragma once
// Every rate of every group, from counted people: groups are everybody, the values of each
// attribute, and the intersections of all attributes that occur. Groups of the same attributes are
// compared with a reference, and p-values are adjusted by Holm for all tests of the run; two rates
// that are each other's complement are one test. The best group is chosen by the data, rate by
// rate: so where it is the reference, all pairs of groups count as tests, and intervals hold for
// all pairs together.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/metrics/tally.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// More intersections make a table that nobody reads.
inline constexpr std::size_t kMostIntersections = 500;

struct MetricsOptions {
  std::vector<RateName> rates{};  // none: all that the data allow
  std::string reference = "largest";
  bool impact = false;
  SmallCategories small_categories = SmallCategories::keep;
  double alpha = 0.05;     // intervals hold 1 - alpha, tests have this level
  std::uint64_t seed = 1;  // nothing is random
  int threads = 0;         // 0: all
};
[[nodiscard]] const describe::Object& description(const MetricsOptions*);

/// What is asked beside the table.
struct MetricsQuestions {
  std::vector<data::Threshold> thresholds{};  // that make decisions of scores, one after the other
  std::optional<std::size_t> by{};            // attribute whose values have tables of their own
};

/// Throws ConfigError on a number outside its range.
void validate(const MetricsOptions& options);

/// Throws InputError when a group that is named is not there, intersections are too many, or none
/// of the rates asked for can be had from these columns.
[[nodiscard]] MetricsReport metrics(const Tallies& tallies, const MetricsOptions& options,
                                    const Hooks& hooks = {});
[[nodiscard]] MetricsReport metrics(const Tallies& tallies, const MetricsOptions& options,
                                    const MetricsQuestions& questions, const Hooks& hooks);

/// Whether decisions make the rate.
[[nodiscard]] bool needs_decision(RateName name);

/// Whether there is evidence of a difference anywhere.
[[nodiscard]] bool has_evidence(const MetricsReport& report);

}  // namespace faultline::methods
