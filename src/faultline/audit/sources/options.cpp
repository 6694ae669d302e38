#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "faultline/audit/sources/input.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::audit {
namespace {

constexpr std::array<std::string_view, 3> kNoiseEstimators{"nearest-neighbour", "boosted", "range"};

void at_least(const char* option, std::int64_t value, std::int64_t least) {
  if (value >= least) return;
  throw ConfigError(fmt::format("{} {}: must be {} or more", option, value, least));
}

}  // namespace

void validate(const SourcesOptions& options) {
  at_least("--folds", options.folds, 2);
  at_least("--repetitions", options.repetitions, 2);
  at_least("--neighbours", options.neighbours, 1);
  at_least("--least-people", options.least_people, 2);
  at_least("--topics", options.topics, 2);
  at_least("--top", options.top_clusters, 1);
  if (options.k_means != 0 && options.k_means < 2) {
    throw ConfigError(fmt::format("--k-means {}: must be 0, or 2 or more", options.k_means));
  }
  if (!(options.test_share > 0 && options.test_share < 1)) {
    throw ConfigError(
        fmt::format("--test-share {}: must be between 0 and 1", shortest(options.test_share)));
  }
  for (const std::int64_t size : options.sizes) at_least("--sizes", size, 2);
  if (!options.sizes.empty()) {
    std::vector<std::int64_t> distinct = options.sizes;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    if (distinct.size() < 3) {
      throw ConfigError("--sizes: a curve needs at least three different training sizes");
    }
  }
  if (!(options.gap >= 0)) {
    throw ConfigError(fmt::format("--gap {}: must be 0 or more", shortest(options.gap)));
  }
  if (!(options.budget >= 0)) {
    throw ConfigError(
        fmt::format("--budget {}: must be 0 (no limit) or seconds", shortest(options.budget)));
  }
  if (!(options.bhattacharyya_lambda > 0)) {
    throw ConfigError(
        fmt::format("--lambda {}: must be above 0", shortest(options.bhattacharyya_lambda)));
  }
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw ConfigError(fmt::format("--alpha {}: must be between 0 and 1", shortest(options.alpha)));
  }
  if (std::find(kNoiseEstimators.begin(), kNoiseEstimators.end(), options.noise_estimator) ==
      kNoiseEstimators.end()) {
    throw ConfigError(
        fmt::format("--noise-estimator {}: must be nearest-neighbour, boosted or range",
                    options.noise_estimator));
  }
}

std::vector<CostMetric> metrics_of(model::OutcomeKind outcome) {
  if (outcome == model::OutcomeKind::number) return {CostMetric::mse};
  return {CostMetric::fpr, CostMetric::fnr, CostMetric::zero_one, CostMetric::generalised_zero_one,
          CostMetric::mse};
}

}  // namespace faultline::audit
