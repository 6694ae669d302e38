#pragma once
// How a true probability is fitted where none is known, written down once so that it can be
// repeated on outcomes that are drawn. People of one kind share all attributes and numbers; their
// probability is predicted from covariates, out of fold, so that nobody's own outcome enters his or
// her probability. Five folds, dealt out in turn: the kinds in the order of their values, within a
// kind first those without the outcome, whatever the order of rows. So only the numbers of people
// with the outcome, kind by kind, decide what is fitted.

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/model/registry.hpp"

namespace faultline::methods {

/// Four fifths to learn from is close to all, at five times the cost of one fit.
inline constexpr int kProbabilityFolds = 5;

using FoldCounts = std::array<std::int64_t, kProbabilityFolds>;

/// How many of the people number first .. first + n - 1 each fold gets.
[[nodiscard]] FoldCounts deal(std::int64_t first, std::int64_t n);

/// One kind of people.
struct PeopleKind {
  std::int64_t first = 0;  // number of the first of them, everybody counted in order
  std::int64_t n = 0;
  std::int64_t positive = 0;  // with the outcome, in the data
  std::int32_t tuple = 0;     // of covariates
};

class ProbabilityRecipe {
 public:
  /// Covariates are names of attributes or numbers of the profiles, at least one. Throws InputError
  /// when there are fewer than ten people or all have the same outcome.
  ProbabilityRecipe(const data::Profiles& profiles, const std::vector<std::string>& covariates,
                    const model::LearnerOptions& options);

  [[nodiscard]] const std::vector<PeopleKind>& kinds() const { return kinds_; }
  [[nodiscard]] const std::vector<data::Attribute>& attributes() const { return attributes_; }
  /// [attribute][kind]
  [[nodiscard]] const std::vector<std::vector<data::Code>>& codes() const { return codes_; }
  /// [profile], as the recipe was made.
  [[nodiscard]] const std::vector<std::int32_t>& kind_of() const { return kind_of_; }
  /// Of the data's own outcomes: log-odds for [fold][tuple].
  [[nodiscard]] const std::vector<double>& fitted() const { return fitted_; }
  /// Of a fit on everybody, the data's own outcomes: probability for [tuple]. What a world is drawn
  /// from in which the model is right.
  [[nodiscard]] const std::vector<double>& on_everybody() const { return on_everybody_; }
  /// The fit on everybody.
  [[nodiscard]] const model::Learner& learner() const { return *everybody_; }
  [[nodiscard]] const model::Design& design() const { return design_; }
  [[nodiscard]] std::int64_t tuples() const { return design_.rows(); }

  /// The same for other outcomes: log-odds for [fold][tuple], from the number of people with the
  /// outcome in every kind. From any thread; the same bits on each.
  [[nodiscard]] std::vector<double> refit(std::span<const std::int64_t> positive) const;

 private:
  void fit_folds(std::span<const std::int64_t> positive, std::span<const double> start,
                 model::Learner& learner, std::vector<double>& log_odds) const;

  model::LearnerOptions options_;
  model::Design design_{0};
  std::vector<data::Attribute> attributes_{};
  std::vector<std::vector<data::Code>> codes_{};
  std::vector<PeopleKind> kinds_{};
  std::vector<std::int32_t> kind_of_{};
  std::unique_ptr<model::Learner> everybody_{};
  std::vector<double> start_{};  // coefficients of the fit on everybody; empty for trees
  std::vector<double> on_everybody_{};
  std::vector<double> fitted_{};
  mutable std::mutex mutex_{};
  mutable std::vector<std::unique_ptr<model::Learner>> idle_{};
};

}  // namespace faultline::methods
