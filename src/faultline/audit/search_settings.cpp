#include "faultline/audit/search_settings.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::audit {

scan::SearchOptions SearchSettings::search_options(scan::Direction direction,
                                                   std::uint32_t replicate) const {
  scan::SearchOptions search;
  search.direction = direction;
  search.penalty = penalty;
  search.strategy = strategy;
  search.restarts = restarts;
  search.top = replicate == 0 ? top : 1;
  search.max_overlap = max_overlap;
  search.work_budget = work_budget;
  search.seed = seed;
  search.replicate = replicate;
  return search;
}

resample::MonteCarloOptions SearchSettings::test_options() const {
  resample::MonteCarloOptions test;
  test.replicates = replicates;
  test.threads = threads;
  test.early_stop = early_stop;
  return test;
}

void validate_settings(const SearchSettings& settings) {
  scan::validate(settings.search_options(scan::Direction::higher));
  if (settings.replicates < 0) {
    throw ConfigError(
        fmt::format("--replicates {}: must be 0 (no test) or more", settings.replicates));
  }
  if (!(settings.alpha > 0 && settings.alpha < 1)) {
    throw ConfigError(fmt::format("--alpha {}: must be between 0 and 1", settings.alpha));
  }
}

}  // namespace faultline::audit
