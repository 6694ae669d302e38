#include "faultline/data/leak_rules.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/log_gamma.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {
namespace {

// Fewer people may all be alike by chance whatever the test says of them.
constexpr std::int64_t kFewestAlike = 20;
// With a thousand columns of twenty values each, a file in fifty loses an honest one.
constexpr double kChance = 1e-6;
// Of chi-squared with one degree of freedom, exceeded with probability 1e-6.
constexpr double kQuantile = 23.93;
// As alike as two models of one outcome on the same columns get, and honest attributes do not.
constexpr double kAlike = 0.95;
// Parts of a number with many values: fine enough to show a tail, with people enough in each.
constexpr int kParts = 20;
// A score that was rounded for the file has both decisions at one of its values: of a score in per
// cent that is about a person in a hundred. Of the rarer decision it may not be many, either.
constexpr std::int64_t kMisplacedOf = 100;
constexpr std::int64_t kMisplacedOfRarer = 20;

/// Dealt out at random, k values of given sizes come to lie one after the other in at most k! of
/// n! / (n_1! ... n_k!) ways.
bool in_order_by_chance(const Crossing& values) {
  double people = 0;
  double ways = 0;
  for (const CrossedValue& value : values) {
    const auto size = static_cast<double>(value.people);
    people += size;
    ways -= log_gamma(size + 1);
  }
  ways += log_gamma(people + 1) - log_gamma(static_cast<double>(values.size()) + 1);
  return -ways >= std::log(kChance);
}

/// Values in the order of their predictions.
Crossing by_prediction(Crossing values) {
  std::sort(values.begin(), values.end(), [](const CrossedValue& a, const CrossedValue& b) {
    return a.least_rank < b.least_rank;
  });
  return values;
}

bool overlap(const Crossing& by_prediction) {
  for (std::size_t i = 1; i < by_prediction.size(); ++i) {
    if (by_prediction[i].least_rank <= by_prediction[i - 1].greatest_rank) return true;
  }
  return false;
}

bool recodes_as_they_are(const Crossing& values, std::size_t event) {
  if (values.size() != 2 || in_order_by_chance(values)) return false;
  const auto all = [event](const CrossedValue& v) { return v.inside[event] == v.people; };
  const auto none = [event](const CrossedValue& v) { return v.inside[event] == 0; };
  return (all(values[0]) && none(values[1])) || (none(values[0]) && all(values[1]));
}

bool bands_as_they_are(const Crossing& values) {
  return values.size() >= 2 && !overlap(by_prediction(values)) && !in_order_by_chance(values);
}

/// `parts` are the values, or what they were cut into.
bool recodes_prediction_as_it_is(const Crossing& parts, const Crossing& values) {
  return bands_as_they_are(parts) && !overlap(by_prediction(values)) &&
         std::all_of(values.begin(), values.end(), [](const CrossedValue& value) {
           return value.least_rank == value.greatest_rank;
         });
}

/// How many people at least lie on the wrong side of a threshold of a number, whichever side the
/// `inside` people of the event are on.
std::int64_t misplaced_by_threshold(const Crossing& ordered, std::size_t event,
                                    std::int64_t inside) {
  std::int64_t people = 0;
  for (const CrossedValue& value : ordered) people += value.people;
  std::int64_t least = people;
  std::int64_t inside_below = 0;
  std::int64_t below = 0;
  for (const CrossedValue& value : ordered) {
    inside_below += value.inside[event];
    below += value.people;
    // The event above, and those of it below are misplaced with the others above.
    const std::int64_t above = inside_below + (people - below) - (inside - inside_below);
    least = std::min({least, above, people - above});
  }
  return least;
}

/// Missing left out; the rank of a value is twice the people below it plus those at it.
class Ranked {
 public:
  explicit Ranked(const JudgedColumn& column) {
    double below = 0;
    for (const CrossedValue& value : column.values) {
      if (!value.text) continue;
      const auto size = static_cast<double>(value.people);
      values_.push_back({&value, size, 2 * below + size});
      below += size;
    }
    people_ = below;
  }

  [[nodiscard]] double with_prediction() const {
    double a = 0, aa = 0, b = 0, bb = 0, ab = 0;
    for (const Entry& entry : values_) {
      a += entry.size * entry.rank;
      aa += entry.size * entry.rank * entry.rank;
      b += entry.value->rank_sum;
      bb += entry.value->rank_squares;
      ab += entry.rank * entry.value->rank_sum;
    }
    const double spread = (aa - a * a / people_) * (bb - b * b / people_);
    return enough() && spread > 0 ? std::abs(ab - a * b / people_) / std::sqrt(spread) : 0;
  }

  /// The mean rank of those inside an event against that of the others, in units of its greatest.
  [[nodiscard]] double with_event(std::size_t event) const {
    double inside = 0, ranks_inside = 0, ranks = 0;
    for (const Entry& entry : values_) {
      const auto here = static_cast<double>(entry.value->inside[event]);
      inside += here;
      ranks_inside += here * entry.rank;
      ranks += entry.size * entry.rank;
    }
    const double outside = people_ - inside;
    if (!enough() || inside == 0 || outside == 0) return 0;
    const double difference = ranks_inside / inside - (ranks - ranks_inside) / outside;
    return std::abs(difference) / people_;
  }

  /// A rank correlation has a variance of about 1 / (people - 1) when there is nothing.
  [[nodiscard]] bool beyond_chance(double correlation) const {
    return correlation * correlation * (people_ - 1) > kQuantile;
  }

 private:
  [[nodiscard]] bool enough() const { return people_ >= kFewestAlike; }

  struct Entry {
    const CrossedValue* value;
    double size;
    double rank;
  };
  std::vector<Entry> values_;
  double people_ = 0;
};

/// All inside an event, or all outside it.
bool pure(const CrossedValue& value, std::size_t event) {
  return value.inside[event] == 0 || value.inside[event] == value.people;
}

/// Log-likelihood of this many of `people` being inside an event at their own rate.
double own_likelihood(double inside, double people) {
  const auto part = [people](double count) {
    return count > 0 ? count * std::log(count / people) : 0.0;
  };
  return part(inside) + part(people - inside);
}

/// Whether the rate of an event leaps between two parts of a number: the odds change more than
/// twentyfold, and by more than chance (likelihood ratio, chi-squared with one degree of freedom).
bool leap(const CrossedValue& a, const CrossedValue& b, std::size_t event) {
  constexpr double kLeap = 3;  // of the log-odds
  const auto size = [](const CrossedValue& part) { return static_cast<double>(part.people); };
  const auto in = [event](const CrossedValue& part) {
    return static_cast<double>(part.inside[event]);
  };
  const auto log_odds = [&](const CrossedValue& part) {
    return std::log((in(part) + 0.5) / (size(part) - in(part) + 0.5));
  };
  const double ratio = own_likelihood(in(a), size(a)) + own_likelihood(in(b), size(b)) -
                       own_likelihood(in(a) + in(b), size(a) + size(b));
  return std::abs(log_odds(a) - log_odds(b)) > kLeap && 2 * ratio > kQuantile;
}

/// Whether the event stops or begins somewhere along a number, rather than fading away as it does
/// along an honest covariate. Parts that follow one another and are alike count as one; missing,
/// the last, has no place among them.
bool leaps(const Crossing& parts, std::size_t event) {
  Crossing runs;
  runs.reserve(parts.size());
  for (const CrossedValue& part : parts) {
    if (!part.text) continue;
    if (!runs.empty() && pure(part, event) && pure(runs.back(), event) &&
        (part.inside[event] > 0) == (runs.back().inside[event] > 0)) {
      runs.back().merge(part);
    } else {
      runs.push_back(part);
    }
  }
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (leap(runs[i - 1], runs[i], event)) return true;
  }
  return false;
}

}  // namespace

JudgedColumn judged_column(const std::string& name, const Columns& columns,
                           const Crossing& crossing) {
  const std::string& type = columns.find_also_unbinned(name)->type;
  const bool number = is_numeric(type) && !columns.binned(name);
  JudgedColumn out{.name = name, .number = number, .values = in_order(crossing, number)};
  // Dates are written so that the order of their texts is theirs; missing is one value more.
  const bool many = (number || is_date(type)) && out.values.size() > kFewValues + 1U;
  out.parts = many ? cut_into(out.values, kParts) : out.values;
  return out;
}

bool leaves_no_doubt(const CrossedValue& value, std::size_t event, double rate) {
  if (value.people < kFewestAlike || !pure(value, event)) return false;
  const bool all = value.inside[event] > 0;
  return static_cast<double>(value.people) * std::log(all ? rate : 1 - rate) < std::log(kChance);
}

double rate_of(const Crossing& values, std::size_t event) {
  std::int64_t people = 0;
  std::int64_t inside = 0;
  for (const CrossedValue& value : values) {
    people += value.people;
    inside += value.inside[event];
  }
  return people == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(people);
}

Crossing known(Crossing values) {
  if (!values.empty() && !values.back().text) values.pop_back();
  return values;
}

std::optional<CrossedValue> certain_value(const JudgedColumn& column, std::size_t event) {
  const double rate = rate_of(column.parts, event);
  const bool fades = column.is_cut() && !leaps(column.parts, event);
  std::optional<CrossedValue> found;
  const auto consider = [&](const CrossedValue& value) {
    if (leaves_no_doubt(value, event, rate) && (!found || value.people > found->people))
      found = value;
  };
  for (const CrossedValue& value : column.parts) {
    if (!fades || !value.text) consider(value);
  }
  // What is there for some alone does not fade away among them.
  if (column.is_cut() && column.missing()) {
    CrossedValue any = column.parts.front();
    for (const CrossedValue& value : known(column.parts)) {
      if (value.text != any.text) any.merge(value);
    }
    any.text = "any value";
    consider(any);
  }
  return found;
}

bool recodes(const Crossing& values, std::size_t event) {
  return recodes_as_they_are(values, event) || recodes_as_they_are(known(values), event);
}

bool bands_of_prediction(const Crossing& values) {
  return bands_as_they_are(values) || bands_as_they_are(known(values));
}

bool recodes_prediction(const JudgedColumn& column) {
  return recodes_prediction_as_it_is(column.parts, column.values) ||
         recodes_prediction_as_it_is(known(column.parts), known(column.values));
}

bool settles(const JudgedColumn& column, std::size_t event) {
  const Crossing values = known(column.values);
  if (values.size() < 3) return false;
  std::int64_t inside = 0;
  std::int64_t people = 0;
  for (const CrossedValue& value : values) {
    inside += value.inside[event];
    people += value.people;
  }
  const std::int64_t rarer = std::min(inside, people - inside);
  if (rarer < kFewestAlike) return false;
  const std::int64_t few = std::min(people / kMisplacedOf, rarer / kMisplacedOfRarer);
  if (column.number) return misplaced_by_threshold(values, event, inside) <= few;
  // Any subset of the values may be inside by chance.
  const auto n = static_cast<double>(people);
  const auto k = static_cast<double>(inside);
  const double subsets = static_cast<double>(values.size()) * std::log(2.0);
  const double ways = log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
  if (values.size() > kFewValues || subsets - ways >= std::log(kChance)) return false;
  std::int64_t misplaced = 0;
  for (const CrossedValue& value : values)
    misplaced += std::min(value.inside[event], value.people - value.inside[event]);
  return misplaced <= few;
}

bool groups_events(const Crossing& values) {
  if (values.size() < 2) return false;
  for (const CrossedValue& value : values) {
    if (value.people < kFewestAlike) return false;
  }
  for (std::size_t event = 0; event < values.front().inside.size(); ++event) {
    const auto with = std::count_if(values.begin(), values.end(),
                                    [event](const auto& value) { return value.inside[event] > 0; });
    if (with > 1) return false;
  }
  return true;
}

bool holds_probabilities(const JudgedColumn& column) {
  if (!column.number || column.values.size() < 3) return false;
  return std::all_of(column.values.begin(), column.values.end(), [](const CrossedValue& value) {
    if (!value.text) return true;
    const auto number = parse_double(*value.text);
    return number && *number >= 0 && *number <= 1;
  });
}

bool ranks_like_prediction(const JudgedColumn& column) {
  return Ranked(column).with_prediction() >= kAlike;
}

bool ranks_like_event(const JudgedColumn& column, std::size_t event) {
  return Ranked(column).with_event(event) >= kAlike;
}

std::optional<double> correlation_with_prediction(const JudgedColumn& column) {
  const Ranked ranked(column);
  const double correlation = ranked.with_prediction();
  return ranked.beyond_chance(correlation) ? std::optional(correlation) : std::nullopt;
}

std::optional<double> correlation_with_event(const JudgedColumn& column, std::size_t event) {
  const Ranked ranked(column);
  const double correlation = ranked.with_event(event);
  return ranked.beyond_chance(correlation) ? std::optional(correlation) : std::nullopt;
}

}  // namespace faultline::data
