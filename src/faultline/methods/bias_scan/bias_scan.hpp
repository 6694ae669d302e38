#pragma once
// Bias Scan (Zhang and Neill 2016): the rectangular subgroup whose outcomes depart most from their
// predicted probabilities, in each direction. Its p-value counts the whole search: in closed form
// where that decides (closed_form.hpp), else from redrawing outcomes under the predictions and
// repeating the search, adjusted for the directions by step-down max-T.
//
// Further ranks are found one by one: where there is evidence for a subgroup, the odds of the
// predictions in it are multiplied by its q, and everybody is scanned again, with redraws from the
// changed predictions. A direction's list stops at the first subgroup without evidence, which is
// not a finding. Every rank is compared with the best score of either direction, so the probability
// of any false claim stays at alpha.

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
  /// Scores and tests these subgroups, one per direction, without search and penalty.
  std::vector<search::Subgroup> named{};
};

/// Throws ConfigError.
void validate(const BiasScanOptions& options);

struct BiasScanInput {
  const search::BernoulliCells& cells;
  /// Laws of each cell's y under the predictions; needed when the cells are folded and replicates
  /// are asked for.
  const resample::CountDistributions* distributions = nullptr;
  /// Sends the people of a subgroup once more, to score a winner exactly when the cells are folded.
  std::function<void(const search::Subgroup&, data::ProfileSink&)> send_again{};
  /// Sends everybody once more, for ranks past the first when the cells are folded.
  std::function<void(data::ProfileSink&)> send_everybody{};
  /// As the cells were built; needed to send people with the same predictions.
  std::optional<double> clip{};
};

struct BiasScanResult {
  std::vector<Finding> findings{};  // by direction as asked, then rank
  /// Score that the best subgroup of each direction had to exceed, in the order asked for.
  std::vector<PowerReport::Side> critical{};
  Notices notices{};  // of the whole run
  bool partial = false;
};

/// Findings with p-values, verdicts, intervals of q over the whole search and of the rate. A
/// subgroup that is named for both directions is reported in the one in which it departs. Throws
/// ConfigError on options, InternalError when distributions are needed and absent, InputError when
/// nobody is in a named subgroup.
[[nodiscard]] BiasScanResult bias_scan(const BiasScanInput& input, const BiasScanOptions& options,
                                       const Hooks& hooks = {});

}  // namespace faultline::methods
