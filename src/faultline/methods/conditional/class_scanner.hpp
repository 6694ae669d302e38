#pragma once
// Fits both models and searches, for any membership: the data's own or a permuted one. One scanner
// belongs to one thread; its memory is used again from one membership to the next.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/search_outcome.hpp"
#include "faultline/model/learner.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/gaussian_family.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

/// The state of one scan under the current membership.
struct CriterionState {
  // Per training row.
  std::vector<double> people{};    // outside the class
  std::vector<double> weight{};    // their total propensity weight
  std::vector<double> positive{};  // weighted sum of their events
  std::vector<double> log_odds{};  // expectation
  std::vector<double> expected{};  // the same as a probability
  // Per unit.
  std::vector<std::int64_t> members{};  // in the class
  std::vector<std::int64_t> events{};   // Bernoulli: events among them
  std::vector<double> event_sum{};      // Gaussian: sum of predictions
  std::vector<double> log_odds_sum{};   // Gaussian: sum of their log-odds
  std::vector<double> unit_expected{};
  std::vector<double> correction{};  // [cell]: added to log-odds; empty: none
  std::int64_t clipped = 0;          // members whose expectation had to be moved inside (0, 1)
  std::int64_t in_class = 0;
  std::int64_t outside = 0;
  bool constant = false;  // outside, the event happens to everybody or to nobody
  search::BernoulliCells bernoulli{};
  search::GaussianCells gaussian{};
  std::unique_ptr<model::Learner> learner{};  // none when expectations are given
};

class ClassScanner {
 public:
  /// Keeps a reference to the problem.
  explicit ClassScanner(const ClassProblem& problem);

  /// From now on these numbers, by cell, are added to the log-odds of what a scan expects.
  void correct(std::size_t scan, const std::vector<double>& log_odds) {
    states_[scan].correction = log_odds;
  }
  /// Takes a membership (people in the class per tuple) and fits the propensity model to it.
  void use(std::span<const std::int64_t> members);
  /// Fits the expectation model of a scan and fills its cells. False when nobody of the class or
  /// nobody outside it meets the condition, or a model has nothing to learn from because outside
  /// the event happens to everybody or to nobody: there is nothing to compare with.
  bool expect(std::size_t scan);
  /// After expect(): the best subgroups, or the one that is named.
  [[nodiscard]] search::SearchResult search(std::size_t scan,
                                            const search::SearchOptions& options) const;
  /// After expect(): the same, proven as far as that goes.
  [[nodiscard]] SearchOutcome search_and_prove(std::size_t scan,
                                               const search::SearchOptions& options) const;

  /// After expect(): members of the class in a subgroup who take part in the scan.
  [[nodiscard]] std::int64_t members_in(std::size_t scan, const search::Subgroup& subgroup) const;

  /// After expect(): whether the propensity model and the scan's expectation model converged.
  [[nodiscard]] bool converged(std::size_t scan) const;

  /// After expect(): what is expected of a unit's people.
  [[nodiscard]] double expected_of(std::size_t scan, std::int32_t unit, std::int32_t cell) const;
  [[nodiscard]] const CriterionState& state(std::size_t scan) const { return states_[scan]; }
  /// Per covariate row: log-odds of membership, people in the class and outside.
  [[nodiscard]] const std::vector<double>& propensity_log_odds() const { return log_odds_; }
  [[nodiscard]] const std::vector<double>& row_members() const { return row_members_; }
  [[nodiscard]] const std::vector<double>& row_people() const { return row_people_; }
  /// None when the propensity is given.
  [[nodiscard]] const model::Learner* propensity() const { return propensity_.get(); }

 private:
  void count(std::size_t scan);
  void fit_expectation(std::size_t scan);
  void fill_bernoulli(std::size_t scan);
  void fill_gaussian(std::size_t scan);
  [[nodiscard]] double estimate_sigma(std::size_t scan) const;

  const ClassProblem& problem_;
  std::vector<std::int64_t> members_{};
  std::unique_ptr<model::Learner> propensity_{};
  std::vector<double> row_people_{};
  std::vector<double> row_members_{};
  std::vector<double> fitted_members_{};  // what the propensity model was last fitted to
  std::vector<double> log_odds_{};
  std::vector<double> row_weight_{};  // propensity odds
  std::vector<CriterionState> states_{};
};

}  // namespace faultline::methods
