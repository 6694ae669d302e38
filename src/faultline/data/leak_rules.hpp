#pragma once
// What the counts of a column say about the outcome, a decision or the prediction: the arithmetic
// behind leak_guard.hpp, which has the rules in words. What is left to chance is what happens with
// a probability of 1e-6 or more when values are dealt out at random. For use inside data/ only.

#include <cstddef>
#include <optional>
#include <string>

#include "faultline/data/columns.hpp"
#include "faultline/data/crossing.hpp"

namespace faultline::data {

/// A column with its values in order, and as the rules look at them: numbers and dates with many
/// values cut.
struct JudgedColumn {
  std::string name{};
  bool number = false;  // and not binned
  Crossing values{};    // in order
  Crossing parts{};     // the same unless it is a number or date with many values
  [[nodiscard]] bool is_cut() const { return parts.size() < values.size(); }
  [[nodiscard]] bool missing() const { return !values.empty() && !values.back().text; }
};
[[nodiscard]] JudgedColumn judged_column(const std::string& name, const Columns& columns,
                                         const Crossing& crossing);

/// Share of the people inside an event.
[[nodiscard]] double rate_of(const Crossing& values, std::size_t event);
/// True when so many people who are all inside an event, or all outside it, are no chance at that
/// rate.
[[nodiscard]] bool leaves_no_doubt(const CrossedValue& value, std::size_t event, double rate);
/// The value with the most people that leaves no doubt. Of a number that was cut, only where the
/// event stops or begins somewhere along it, rather than fading away; or all its values together,
/// where some people have none.
[[nodiscard]] std::optional<CrossedValue> certain_value(const JudgedColumn& column,
                                                        std::size_t event);

/// Without the people who have no value.
[[nodiscard]] Crossing known(Crossing values);

/// Of the people who have a value: two values, one of those inside the event and one of the others.
/// Missing may be one of them.
[[nodiscard]] bool recodes(const Crossing& values, std::size_t event);
/// Likewise: one prediction for each value, and another one for another value.
[[nodiscard]] bool recodes_prediction(const JudgedColumn& column);
/// Likewise: the predictions of its values do not overlap.
[[nodiscard]] bool bands_of_prediction(const Crossing& values);

/// The event is a threshold of a number, or everybody with the same value of a column of at most
/// twenty is inside it or outside it; but for one person in a hundred, and one in twenty of the
/// rarer kind, for values that were rounded. Not of two values, which recode it or do not.
[[nodiscard]] bool settles(const JudgedColumn& column, std::size_t event);

/// Spearman's coefficient with the prediction, and the rank-biserial correlation with an event, in
/// absolute value. None where so few people have a value, or so weak a correlation, that chance
/// would do.
[[nodiscard]] std::optional<double> correlation_with_prediction(const JudgedColumn& column);
[[nodiscard]] std::optional<double> correlation_with_event(const JudgedColumn& column,
                                                           std::size_t event);

/// The values group those of another column, each of which is an event: nobody at one of these
/// stands apart from the rest of them. Not by chance, with twenty people at every value.
[[nodiscard]] bool groups_events(const Crossing& values);

/// A number with three values and more, all between 0 and 1.
[[nodiscard]] bool holds_probabilities(const JudgedColumn& column);
/// A rank correlation of .95 or more, in absolute value, with the prediction (Spearman) or with an
/// event (rank-biserial).
[[nodiscard]] bool ranks_like_prediction(const JudgedColumn& column);
[[nodiscard]] bool ranks_like_event(const JudgedColumn& column, std::size_t event);

}  // namespace faultline::data
