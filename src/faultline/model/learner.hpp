#pragma once
// One interface for every model: fit on weighted rows of a table with fractional labels, or with
// outcomes that are numbers; predict probabilities, means or log-odds. A table is a design
// (design/design.hpp: dense columns, distinct tuples of covariates) or features
// (design/features.hpp: sparse rows, one per person). A learner belongs to one table and one thread
// and is refitted as often as one likes; what it learns depends on the rows, the options and the
// substream alone. registry.hpp has the learners by name.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/notice.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/model/design/features.hpp"

namespace faultline::model {

using data::LearnerKind;
using data::OutcomeKind;
using describe::name_of;

/// What a fit learns from, one entry after the other; those with weight 0 do not count.
struct TrainingRows {
  std::span<const double> weight{};      // total weight of the entry's people, >= 0
  std::span<const double> positive{};    // weighted sum of their labels, 0 .. weight, or outcomes
  std::span<const double> people{};      // their number, unweighted; empty: the weights
  std::span<const double> offset{};      // log-odds known beforehand; empty: none (logistic only)
  std::span<const std::int64_t> rows{};  // of the table, one may come again; empty: all, in order
  std::uint32_t substream = 0;           // tells fits of one seed apart: draws of forests, folds
  /// Coefficients to begin with, by column, as FitReport has them (logistic only). Where one begins
  /// decides the last bits, so fits that must be equal begin at the same.
  std::span<const double> start{};

  [[nodiscard]] std::int64_t row(std::size_t entry) const {
    return rows.empty() ? static_cast<std::int64_t>(entry) : rows[entry];
  }
};

/// Single people as training rows: positions in the table, one may come several times. `outcome`
/// has one entry per row of the table.
struct TrainingPeople {
  std::span<const std::int64_t> people{};
  std::span<const double> outcome{};
  std::uint32_t substream = 0;
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

/// A probability of 0 or 1 has no log-odds: it is moved this far inside.
inline constexpr double kProbabilityClip = 0.001;

class Learner {
 public:
  Learner(LearnerKind kind, std::int64_t rows) : kind_(kind), rows_(rows) {}
  virtual ~Learner() = default;

  /// Throws NumericError when there is nothing to learn from (no weight at all), InternalError on
  /// lengths that do not fit.
  void fit(const TrainingRows& rows);
  void fit(const TrainingPeople& training);
  /// Probability of label 1, or mean outcome, of the rows named. After fit(), as all below.
  void predict(std::span<const std::int64_t> rows, std::span<double> mean) const;
  /// Log-odds of every row of the table.
  void predict_log_odds(std::span<double> log_odds) const;
  /// Whether the last fit() reached its optimum; trees always do what they do.
  [[nodiscard]] virtual bool converged() const { return true; }
  /// What the last fit() was like; built on demand, so that refits cost nothing for it.
  [[nodiscard]] virtual FitReport report() const;

  [[nodiscard]] LearnerKind kind() const { return kind_; }
  /// Of the table.
  [[nodiscard]] std::int64_t rows() const { return rows_; }

 protected:
  /// Lengths fit and some weight is there.
  virtual void learn(const TrainingRows& rows) = 0;
  // Of the two, a learner has one or both: means come from log-odds, or log-odds from
  // probabilities moved kProbabilityClip inside.
  virtual void means(std::span<const std::int64_t> rows, std::span<double> out) const;
  virtual void log_odds_of_all(std::span<double> out) const;

 private:
  LearnerKind kind_;
  std::int64_t rows_;
  bool fitted_ = false;
  std::vector<double> weight_{}, outcome_{};  // of single people
};

}  // namespace faultline::model
