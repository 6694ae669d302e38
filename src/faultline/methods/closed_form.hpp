#pragma once
// A p-value without replicates. When outcomes follow their predictions, a fixed subgroup's
// log-likelihood ratio is Cramer's rate function of its number of events, so it reaches x with
// probability at most e^-x (Markov's inequality on e^(tY)), whatever the number of people and the
// predictions, an infinite q included. Over all rectangular subgroups, of which each is charged c
// for every value it lists, and both directions (D = 2) or one,
//
//   P(best score >= L) <= D W e^-L,   W = product over attributes of (1 + e^-c)^a - e^-(c a)
//
// (a values; the complete set is free, proper sets add up binomially), where an ordered attribute
// has the factor 1 + r e^-c instead: each of its r proper ranges, "(missing)" alone among them, is
// charged c once (search/value_sets.hpp). It holds for the exact
// maximum, hence for any search, for folded predictions, and where an expectation is the share of
// events at each value of an ordinal score (given these shares, counts are hypergeometric, whose
// moment generating function is at most the binomial's: Hoeffding 1963). Not for expectations that
// were estimated otherwise, for weights or clusters, nor after an earlier finding was adjusted for.
// A search for fewer subgroups is covered: W counts more than it looks at. The bound is some 10 to
// 50 times the p-value; where that matters, replicates are few and cheap.

#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::methods {

class ClosedForm {
 public:
  /// No attributes: one subgroup, W = 1, as for a subgroup that was named beforehand. Throws
  /// ConfigError unless penalty >= 0, InternalError unless directions >= 1.
  ClosedForm(const std::vector<data::Attribute>& attributes, double penalty, int directions);

  [[nodiscard]] double log_weight() const { return log_weight_; }
  /// The bound for the best score of the data, at most 1, never rounded down and never 0.
  [[nodiscard]] double p_value(double score) const;
  /// log(D W / level): a score above it has a p-value below the level.
  [[nodiscard]] double critical_score(double level) const;
  /// At least the mean of one direction's best score when nothing is wrong: P(M >= x) <= min(1, W
  /// e^-x) integrates to log W + 1.
  [[nodiscard]] double null_mean() const { return log_weight_ + 1; }
  /// The rule: a bound at most 1e-3 and alpha / 50 decides, and nothing is drawn. Above that
  /// replicates decide, whatever they say: taking the smaller of the two would not be a test.
  [[nodiscard]] static bool settles(double p_value, double alpha);

 private:
  double log_weight_ = 0;
  double log_directions_ = 0;
};

}  // namespace faultline::methods
