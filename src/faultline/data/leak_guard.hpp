#pragma once
// Columns that must not be scanned, nor make people comparable, unless somebody names them: those
// that repeat outcome, decision or prediction, or were made of them. The rules know no names of
// columns, only counts; what they leave out is told with the reason.
//
// - A source of a derived role.
// - A one-to-one recoding of outcome, decision or prediction, where that has a chance below 1e-6
//   when values are dealt out at random (among a dozen people it happens).
// - A value (missing is one; of a number with many values a twentieth of its people) of at least 20
//   people who all have, or all lack, the outcome, where that has a chance below 1e-6 at the
//   overall rate. A number with many values must leap besides: somewhere between two parts the
//   odds of the outcome change more than twentyfold. Along an honest covariate it fades away. All
//   values together count as one where some people have none.
// - The same with respect to such a column instead of the outcome, when its values of that kind
//   cover most people who have, or lack, the outcome: what else an event after the prediction left
//   behind (the charge of a re-arrest is there only after one, whether or not within two years).
// - Bands of the prediction: the predictions of its values do not overlap, with the same test of
//   chance. A protected column may have them.
// - What settles the decision: the decision is a threshold of a number, or the same for everybody
//   with the same value. A protected column may.
// - A number in [0, 1] that ranks people as the prediction does (Spearman's coefficient) or as the
//   outcome does (rank-biserial correlation), .95 or more in absolute value: another model's score.
//
// Copies and bands are looked for among the people who have a value, too, so that one with gaps
// remains one. Of what tells the prediction, or settles the decision, counts cannot say whether it
// was made from the prediction or the prediction from it: a score of age alone ranks people as age
// does. Such an objection says so (Objection::tells), and whoever compares people must, too.
//
// A column that was cut is judged by its values before that, too. Used, but warned of, is what may
// be honest: a number that ranks people much as the prediction does (.6 and more), with its bands,
// and a number, or one of two values, that nearly tells the outcome (.9 and more).

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/crossing.hpp"
#include "faultline/data/leak_rules.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

/// Values of a column that leave no doubt about the outcome, and cover most of those who have, or
/// lack, it.
struct LeakingValues {
  std::string column{};
  std::vector<std::optional<std::string>> texts{};
  std::int64_t people = 0;
};

/// Why a column is left out.
struct Objection {
  std::string why{};
  /// What it does to the prediction, behind "which", where it may be what that was made from; else
  /// empty.
  std::string tells{};
};

class LeakGuard {
 public:
  /// `outcome` and `decision` are the texts of the positive values, none without such a role.
  LeakGuard(const InputOptions& input, const Roles& roles,
            const std::optional<std::string>& outcome, const std::optional<std::string>& decision);

  /// What columns are to be crossed with.
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  /// Position of the outcome, or of the decision, among the events.
  [[nodiscard]] std::optional<std::size_t> outcome() const { return outcome_; }
  [[nodiscard]] std::optional<std::size_t> decision() const { return decision_; }

  /// Why a column, crossed with the events, is to be left out; none when it may be used.
  [[nodiscard]] std::optional<Objection> objection(const JudgedColumn& column) const;
  /// The same for one crossed with the event that `leak` is.
  [[nodiscard]] static std::optional<Objection> objection(const JudgedColumn& column,
                                                          const LeakingValues& leak);
  /// Why a column may be another score; none of one without three values, or that is no number.
  [[nodiscard]] std::optional<std::string> like_score(const JudgedColumn& column) const;
  /// Why a column may be a record of the outcome.
  [[nodiscard]] std::optional<std::string> like_outcome(const JudgedColumn& column) const;
  /// The column's leaking values; none unless they cover most people with or without the outcome.
  [[nodiscard]] std::optional<LeakingValues> leak(const JudgedColumn& column) const;

 private:
  [[nodiscard]] std::optional<Objection> recoding(const JudgedColumn& column) const;

  const Roles& roles_;
  std::vector<std::pair<std::string, std::string>> sources_;  // column, the role made of it
  std::vector<Event> events_;
  std::optional<std::size_t> outcome_;
  std::optional<std::size_t> decision_;
};

}  // namespace faultline::data
