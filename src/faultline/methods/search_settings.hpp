#pragma once
// What every scanning method lets one choose about its search and its randomisation test. The
// options of a method derive from it, so that a setting has one name, one default, one check and
// one command-line option wherever it occurs.

#include <cstdint>

#include "faultline/base/describe.hpp"
#include "faultline/resample/monte_carlo.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

struct SearchSettings {
  double penalty = 1.0;
  search::Strategy strategy = search::Strategy::automatic;
  int restarts = 50;
  int top = 1;
  double max_overlap = 0.5;
  std::int64_t work_budget = search::SearchOptions{}.work_budget;
  std::int64_t replicates = 999;
  int early_stop = 0;  // 0: never
  double alpha = 0.05;
  std::uint64_t seed = 1;
  int threads = 0;

  /// Of one search; `replicate` is 0 for the data. A replicate needs its best score only.
  [[nodiscard]] search::SearchOptions search_options(search::Direction direction,
                                                     std::uint32_t replicate = 0) const;
  [[nodiscard]] resample::MonteCarloOptions test_options() const;
};

[[nodiscard]] const describe::Object& description(const SearchSettings*);

/// Throws ConfigError. Not an overload of validate, which for a method's options checks them all.
void validate_settings(const SearchSettings& settings);

}  // namespace faultline::methods
