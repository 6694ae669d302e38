#pragma once
// The people of one error rate (those without the outcome for fpr, with it for tpr), as IJDI-Scan
// needs them: cells of the scanned attributes, and in each cell units of people who share the true
// probability p. Whatever the algorithm does to p or to the expectation, it does to whole units.
//
// Where a refusal harms, the problem is the mirror image: decisions and probabilities count the
// other way round, so that "higher" still is what hurts,
//   (1 - rate(S)) - (1 - rate(~S)) <= lambda ((1 - p(S)) - (1 - p(~S))).

#include <cstdint>
#include <vector>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/search/lattice.hpp"

namespace faultline::methods {

struct ErrorProblem {
  ErrorRate error = ErrorRate::fpr;
  search::Lattice lattice{};
  std::vector<std::int64_t> first{};      // units of cell c are first[c] .. first[c + 1]
  std::vector<std::int32_t> cell{};       // [unit]
  std::vector<double> p{};                // [unit] true probability
  std::vector<std::int64_t> n{};          // [unit] people
  std::vector<std::int64_t> decisions{};  // [unit] positive decisions among them
  std::int64_t people = 0;
  double mean_p = 0;
  bool mirrored = false;

  /// A rate or probability as people know it.
  [[nodiscard]] double real(double rate) const { return mirrored ? 1 - rate : rate; }
};

/// Throws InputError when nobody is left, or a true probability is outside [0, 1].
[[nodiscard]] ErrorProblem make_error_problem(const IjdiInput& input, ErrorRate error,
                                              bool mirrored = false);
/// People and mean p, from the units.
void sum_up(ErrorProblem& problem);

/// Rates inside and outside a subgroup.
struct InsideOutside {
  std::int64_t n = 0;
  std::int64_t n_outside = 0;
  std::int64_t decisions = 0;
  std::int64_t decisions_outside = 0;
  double p = 0;          // mean true probability inside
  double p_outside = 0;  // and outside; 0 when nobody is there
  [[nodiscard]] double rate() const {
    return n > 0 ? static_cast<double>(decisions) / static_cast<double>(n) : 0;
  }
  [[nodiscard]] double rate_outside() const {
    return n_outside > 0 ? static_cast<double>(decisions_outside) / static_cast<double>(n_outside)
                         : 0;
  }
  /// The highest rate inside that the criterion allows.
  [[nodiscard]] double allowed(double lambda) const {
    return rate_outside() + (p > p_outside ? lambda * (p - p_outside) : 0);
  }
};

[[nodiscard]] InsideOutside inside_outside(const ErrorProblem& problem,
                                           const search::Subgroup& subgroup);

}  // namespace faultline::methods
