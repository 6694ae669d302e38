#pragma once
// One interface for every model of a probability: fit on weighted rows of a design with fractional
// labels, predict log-odds for all its rows. A learner belongs to one design and one thread and is
// refitted as often as one likes.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/data/notice.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/model/design/design.hpp"

namespace faultline::model {

using data::LearnerKind;
using describe::name_of;

/// What a fit learns from, one entry per row of the design; rows with weight 0 do not count.
struct TrainingRows {
  std::span<const double> weight{};    // total weight of the row's people, >= 0
  std::span<const double> positive{};  // weighted sum of their labels, 0 .. weight
  std::span<const double> people{};    // their number, unweighted: standardisation and folds
  std::span<const double> offset{};    // log-odds known beforehand; empty: none (logistic only)
};

struct FitReport {
  LearnerKind learner = LearnerKind::logistic;
  bool converged = true;
  int iterations = 0;
  double gradient_norm = 0;
  bool separated = false;              // no finite optimum: some coefficients grow without limit
  std::vector<std::string> dropped{};  // columns constant over the training rows; coefficient 0
  std::vector<std::pair<std::string, double>> coefficients{};  // logistic: by column, dummies 0/1
  data::Notices warnings{};
};

class Learner {
 public:
  virtual ~Learner() = default;
  /// Throws NumericError when there is nothing to learn from (no weight at all). When every label
  /// is the same there is no finite optimum, because the intercept is free of the ridge: the fit
  /// ends at finite log-odds far out and the report says so.
  virtual void fit(const TrainingRows& rows) = 0;
  /// Log-odds of every row of the design, after fit().
  virtual void predict(std::span<double> log_odds) const = 0;
  /// Whether the last fit() reached its optimum; trees always do what they do.
  [[nodiscard]] virtual bool converged() const { return true; }
  /// What the last fit() was like; built on demand, so that refits cost nothing for it.
  [[nodiscard]] virtual FitReport report() const = 0;
};

struct LearnerOptions {
  LearnerKind kind = LearnerKind::logistic;
  double ridge = 1.0;        // logistic: 1/2 ridge |b|^2 against the sum of losses; intercept free
  bool standardise = false;  // logistic: penalise dummies on the scale of their standard deviation
  std::uint64_t seed = 1;    // folds and row sampling of the trees
};

/// Throws ConfigError on options, InternalError for a kind that is no single learner.
[[nodiscard]] std::unique_ptr<Learner> make_learner(const LearnerOptions& options,
                                                    const Design& design);

}  // namespace faultline::model
