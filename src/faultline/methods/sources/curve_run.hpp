#pragma once
// Costs along learning curves: per repetition one test part, and per training size one predictor
// fitted to the first people of the training order and asked about the test part. Settings of a
// learner are chosen once per size, on the training people of the first repetition.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/deadline.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/methods/sources/splits.hpp"

namespace faultline::methods {

/// What is trained on in a run.
struct CurveDesign {
  std::vector<std::int64_t> sizes{};  // people trained on, ascending
  std::int64_t repetitions = 0;
  int grows = -1;  // the one group that grows; -1: everybody
  std::function<Split(std::uint32_t repetition)> split{};  // called from several threads at once
  std::uint32_t number = 0;                                // tells the runs of an analysis apart
};

/// Costs of finished repetitions.
struct CurveCosts {
  std::vector<std::int64_t> sizes{};
  std::vector<CostMetric> metrics{};
  int groups = 0;
  std::int64_t repetitions = 0;
  std::int64_t fits = 0;
  std::int64_t not_converged = 0;
  bool stopped = false;  // by the stop token
  std::vector<double> values{};
  std::vector<std::int64_t> trained{};  // per repetition, size and group
  std::vector<std::string> settings{};  // per size, as for a reader

  /// NaN when nobody of the group that the metric looks at was in the test part.
  [[nodiscard]] double value(std::int64_t repetition, std::size_t size, std::size_t metric,
                             int group) const {
    const auto cell = (static_cast<std::size_t>(repetition) * sizes.size() + size) *
                      metrics.size() * static_cast<std::size_t>(groups);
    return values[cell + metric * static_cast<std::size_t>(groups) +
                  static_cast<std::size_t>(group)];
  }
  /// Members of a group in the training sets of a size, on average.
  [[nodiscard]] double mean_trained(std::size_t size, int group) const;
};

/// Repetitions that were complete before a stop or the deadline, from the first on without a hole.
[[nodiscard]] CurveCosts run_curve(const SourcesInput& input, const SourcesOptions& options,
                                   const CurveDesign& design, const Deadline& deadline,
                                   const Hooks& hooks);

}  // namespace faultline::methods
