#pragma once
// What was found in a scan, taken into account when further subgroups are looked for. Inside the
// subgroups found, members' odds are Q times what is expected (or their log-odds M above it), where
// Q and M are as estimated; the next hypothesis is that nothing else is wrong.
//
// Expectations inside are corrected by that much, and null memberships must keep it. Events that
// happen or not: by Bayes' rule a person with covariates x, condition c and event I belongs to the
// class with odds
//   pi / (1 - pi) * Q^I / (1 - e + Q e),   pi = P(A = 1 | x, c), e the expectation outside,
// so membership is redrawn from these odds instead of pi. Predictions as events: members' log-odds
// inside are lowered by M, after which event and membership are independent given x and c as ever,
// and membership is redrawn in the data so corrected. Q and M are kept fixed in the replicates
// while they fit the data best, which errs on the side of the null.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "faultline/methods/conditional/class_scanner.hpp"

namespace faultline::methods {

class Correction {
 public:
  /// Nothing was found yet. Keeps references.
  Correction(const ConditionalInput& input, const ClassProblem& problem, std::size_t scan)
      : input_(&input), problem_(&problem), scan_(scan) {}

  [[nodiscard]] bool empty() const { return log_odds_.empty(); }
  /// The subgroup was found with this log q or mu. `scanner` holds the data's own membership, and
  /// expect() was true.
  void add(const search::Subgroup& subgroup, double theta, const ClassScanner& scanner);

  [[nodiscard]] std::size_t scan() const { return scan_; }
  /// [cell]: what is added to the log-odds of the expectations.
  [[nodiscard]] const std::vector<double>& log_odds() const { return log_odds_; }
  /// [tuple]: of membership, given the event too. Empty where the people are corrected instead.
  [[nodiscard]] const std::vector<double>& probability() const { return probability_; }
  /// The people with their predictions corrected, and this scan alone; null for events that happen
  /// or not.
  [[nodiscard]] const ClassProblem* corrected() const { return corrected_.get(); }

 private:
  void tilt(const ClassScanner& scanner);
  void correct_people();

  const ConditionalInput* input_;
  const ClassProblem* problem_;
  std::size_t scan_;
  std::vector<std::pair<search::Subgroup, double>> found_{};
  std::vector<double> log_odds_{};
  std::vector<double> probability_{};
  std::unique_ptr<ClassProblem> corrected_{};
};

}  // namespace faultline::methods
