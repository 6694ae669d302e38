#pragma once
// Bias Scan (Zhang and Neill 2016): the rectangular subgroup whose outcomes depart most from their
// predicted probabilities, in each direction, with a p-value from redrawing outcomes under the
// predictions and repeating the whole search.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/profile_batch.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/resample/count_distributions.hpp"
#include "faultline/search/bernoulli_cells.hpp"

namespace faultline::methods {

struct BiasScanOptions : SearchSettings {
  std::vector<search::Direction> directions{search::Direction::higher, search::Direction::lower};
};

/// Throws ConfigError.
void validate(const BiasScanOptions& options);

struct BiasScanInput {
  const search::BernoulliCells& cells;
  /// Laws of each cell's y under the predictions; needed when the cells are folded and replicates
  /// are asked for.
  const resample::CountDistributions* distributions = nullptr;
  /// Sends the people of a subgroup once more, to re-score a winner exactly when the cells are
  /// folded.
  std::function<void(const search::Subgroup&, data::ProfileSink&)> send_again{};
  /// As the cells were built; needed to re-score with the same predictions.
  std::optional<double> clip{};
};

struct BiasScanResult {
  std::vector<Finding> findings{};  // by direction as asked, then rank
  Notices notices{};                // of the whole run
  bool partial = false;
};

/// Findings with raw and Holm-adjusted p-values; all findings of the run are one family. Ranks past
/// the first are compared with the same null of best scores, which is conservative. Throws
/// ConfigError on options, InternalError when distributions are needed and absent.
[[nodiscard]] BiasScanResult bias_scan(const BiasScanInput& input, const BiasScanOptions& options,
                                       const Hooks& hooks = {});

}  // namespace faultline::methods
