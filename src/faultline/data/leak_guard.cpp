#include "faultline/data/leak_guard.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

// Fewer people may all be alike by chance whatever the test says of them.
constexpr std::int64_t kFewestAlike = 20;
// With a thousand columns of twenty values each, a file in fifty loses an honest one.
constexpr double kChance = 1e-6;
// As alike as two models of one outcome on the same columns get, and honest attributes do not.
constexpr double kAlike = 0.95;
// Parts of a number with many values: fine enough to show a tail, with people enough in each.
constexpr int kParts = 20;

std::string with_value(const CrossedValue& value, bool part) {
  const char* who = value.people == 1 ? "person" : "people";
  if (!value.text) return fmt::format("{} {} without a value", with_thousands(value.people), who);
  return part ? fmt::format("{} {} with {}", with_thousands(value.people), who, shown(*value.text))
              : fmt::format("{} {} with '{}'", with_thousands(value.people), who,
                            shown(*value.text));
}

/// All inside an event, or all outside it.
bool pure(const CrossedValue& value, std::size_t event) {
  return value.inside[event] == 0 || value.inside[event] == value.people;
}

/// True when so many people who are all inside an event, or all outside it, are no chance.
bool leaves_no_doubt(const CrossedValue& value, std::size_t event, double rate) {
  if (value.people < kFewestAlike || !pure(value, event)) return false;
  const bool all = value.inside[event] > 0;
  return static_cast<double>(value.people) * std::log(all ? rate : 1 - rate) < std::log(kChance);
}

/// Share of the people inside an event.
double rate_of(const Crossing& values, std::size_t event) {
  std::int64_t people = 0;
  std::int64_t inside = 0;
  for (const CrossedValue& value : values) {
    people += value.people;
    inside += value.inside[event];
  }
  return people == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(people);
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
  constexpr double kLeap = 3;          // of the log-odds
  constexpr double kQuantile = 23.93;  // of chi-squared, exceeded with probability 1e-6
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

/// The value with the most people that leaves no doubt.
const CrossedValue* certain_value(const JudgedColumn& column, std::size_t event) {
  const double rate = rate_of(column.parts, event);
  const bool fades = column.is_cut() && !leaps(column.parts, event);
  const CrossedValue* found = nullptr;
  for (const CrossedValue& value : column.parts) {
    if (fades && value.text) continue;
    if (leaves_no_doubt(value, event, rate) && (found == nullptr || value.people > found->people))
      found = &value;
  }
  return found;
}

/// Dealt out at random, k values of given sizes come to lie one after the other in at most k! of
/// n! / (n_1! ... n_k!) ways.
bool in_order_by_chance(const Crossing& values) {
  double people = 0;
  double ways = 0;
  for (const CrossedValue& value : values) {
    const auto size = static_cast<double>(value.people);
    people += size;
    ways -= std::lgamma(size + 1);
  }
  ways += std::lgamma(people + 1) - std::lgamma(static_cast<double>(values.size()) + 1);
  return -ways >= std::log(kChance);
}

bool recodes(const Crossing& values, std::size_t event) {
  if (values.size() != 2 || in_order_by_chance(values)) return false;
  const auto all = [event](const CrossedValue& v) { return v.inside[event] == v.people; };
  const auto none = [event](const CrossedValue& v) { return v.inside[event] == 0; };
  return (all(values[0]) && none(values[1])) || (none(values[0]) && all(values[1]));
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

bool bands_of_prediction(const Crossing& values) {
  return values.size() >= 2 && !overlap(by_prediction(values)) && !in_order_by_chance(values);
}

/// One prediction for each value, and another one for another value.
bool recodes_prediction(const JudgedColumn& column) {
  return bands_of_prediction(column.parts) && !overlap(by_prediction(column.values)) &&
         std::all_of(column.values.begin(), column.values.end(), [](const CrossedValue& value) {
           return value.least_rank == value.greatest_rank;
         });
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

  [[nodiscard]] bool like_prediction() const {
    double a = 0, aa = 0, b = 0, bb = 0, ab = 0;
    for (const Entry& entry : values_) {
      a += entry.size * entry.rank;
      aa += entry.size * entry.rank * entry.rank;
      b += entry.value->rank_sum;
      bb += entry.value->rank_squares;
      ab += entry.rank * entry.value->rank_sum;
    }
    const double spread = (aa - a * a / people_) * (bb - b * b / people_);
    return enough() && spread > 0 && std::abs(ab - a * b / people_) >= kAlike * std::sqrt(spread);
  }

  /// The mean rank of those inside an event against that of the others, in units of its greatest.
  [[nodiscard]] bool like_event(std::size_t event) const {
    double inside = 0, ranks_inside = 0, ranks = 0;
    for (const Entry& entry : values_) {
      const auto here = static_cast<double>(entry.value->inside[event]);
      inside += here;
      ranks_inside += here * entry.rank;
      ranks += entry.size * entry.rank;
    }
    const double outside = people_ - inside;
    if (!enough() || inside == 0 || outside == 0) return false;
    const double difference = ranks_inside / inside - (ranks - ranks_inside) / outside;
    return std::abs(difference) / people_ >= kAlike;
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

bool holds_probabilities(const JudgedColumn& column) {
  if (!column.number || column.values.size() < 3) return false;
  return std::all_of(column.values.begin(), column.values.end(), [](const CrossedValue& value) {
    if (!value.text) return true;
    const auto number = parse_double(*value.text);
    return number && *number >= 0 && *number <= 1;
  });
}

/// Columns that a role's SQL names, and those that these are derived from in turn.
void add_sources(const std::string& role, const std::string& column,
                 const std::vector<Derived>& derived,
                 std::vector<std::pair<std::string, std::string>>& sources) {
  for (const Derived& one : derived) {
    if (lower_ascii(one.name) == lower_ascii(column))
      sources.emplace_back(lower_ascii(one.sql), fmt::format("{} {}", role, column));
  }
}

}  // namespace

JudgedColumn judged_column(const std::string& name, const Columns& columns,
                           const Crossing& crossing) {
  const bool number = is_numeric(columns.find(name)->type) && !columns.binned(name);
  JudgedColumn out{.name = name, .number = number, .values = in_order(crossing, number)};
  const bool many = number && out.values.size() > kFewValues + 1U;  // missing is one more
  out.parts = many ? cut_into(out.values, kParts) : out.values;
  return out;
}

LeakGuard::LeakGuard(const InputOptions& input, const Roles& roles,
                     const std::optional<std::string>& outcome,
                     const std::optional<std::string>& decision)
    : roles_(roles) {
  if (roles.outcome && outcome) {
    outcome_ = events_.size();
    events_.push_back({.column = roles.outcome->column, .texts = {outcome}});
  }
  if (roles.decision && decision) {
    decision_ = events_.size();
    events_.push_back({.column = roles.decision->column, .texts = {decision}});
  } else if (roles.threshold) {
    decision_ = events_.size();
    events_.push_back({.threshold = roles.threshold});
  }
  std::vector<Derived> derived;
  derived.reserve(input.derive.size());
  for (const std::string& text : input.derive) derived.push_back(parse_derive(text));
  if (roles.outcome) add_sources("`outcome`", roles.outcome->column, derived, sources_);
  if (roles.decision) add_sources("`decision`", roles.decision->column, derived, sources_);
  add_sources("`score`", roles.score, derived, sources_);
  add_sources("`risk_score`", roles.risk_score, derived, sources_);
  for (const std::string& column : roles.protected_columns())
    add_sources("`protected`", column, derived, sources_);
  // A derived column that a source names has sources of its own.
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    for (const Derived& one : derived) {
      std::pair<std::string, std::string> further{lower_ascii(one.sql), sources_[i].second};
      if (holds_word(sources_[i].first, lower_ascii(one.name)) &&
          std::find(sources_.begin(), sources_.end(), further) == sources_.end())
        sources_.push_back(std::move(further));
    }
  }
}

std::optional<std::string> LeakGuard::recoding(const JudgedColumn& column) const {
  const auto same = [](const std::string& role) {
    return fmt::format("{} in other words, value by value", role);
  };
  if (outcome_ && recodes(column.parts, *outcome_)) return same("the outcome");
  if (decision_ && recodes(column.parts, *decision_)) return same("the decision");
  if (roles_.has_prediction() && recodes_prediction(column)) return same("the prediction");
  return std::nullopt;
}

std::optional<std::string> LeakGuard::objection(const JudgedColumn& column) const {
  const std::string name = lower_ascii(column.name);
  for (const auto& [sql, role] : sources_) {
    if (holds_word(sql, name)) return fmt::format("{} is derived from it", role);
  }
  if (auto same = recoding(column)) return same;
  if (holds_probabilities(column)) {
    const Ranked ranked(column);
    const char* like = roles_.has_prediction() && ranked.like_prediction() ? "prediction"
                       : outcome_ && ranked.like_event(*outcome_)          ? "outcome"
                                                                           : nullptr;
    if (like != nullptr)
      return fmt::format("it ranks people as the {} does, like another model's score", like);
  }
  if (outcome_) {
    if (const CrossedValue* value = certain_value(column, *outcome_)) {
      return fmt::format("all {} {} the outcome, so it was probably made of it",
                         with_value(*value, column.is_cut()),
                         value->inside[*outcome_] == 0 ? "lack" : "have");
    }
  }
  const std::vector<std::string> classes = roles_.protected_columns();
  const bool is_class = std::find(classes.begin(), classes.end(), column.name) != classes.end();
  if (roles_.has_prediction() && !is_class && bands_of_prediction(column.parts))
    return "bands of the prediction: those of its values do not overlap";
  return std::nullopt;
}

std::optional<LeakingValues> LeakGuard::leak(const JudgedColumn& column) const {
  // Intervals cannot be asked for by their texts, and a copy of the outcome tells nothing new.
  if (!outcome_ || column.is_cut() || recoding(column)) return std::nullopt;
  const double rate = rate_of(column.values, *outcome_);
  LeakingValues out{.column = column.name};
  std::int64_t having = 0;
  std::int64_t lacking = 0;
  std::int64_t all_having = 0;
  std::int64_t all_lacking = 0;
  for (const CrossedValue& value : column.values) {
    all_having += value.inside[*outcome_];
    all_lacking += value.people - value.inside[*outcome_];
    if (!leaves_no_doubt(value, *outcome_, rate)) continue;
    having += value.inside[*outcome_];
    lacking += value.people - value.inside[*outcome_];
  }
  const bool of_having = 2 * having > all_having;
  if (!of_having && 2 * lacking <= all_lacking) return std::nullopt;
  for (const CrossedValue& value : column.values) {
    if (!leaves_no_doubt(value, *outcome_, rate)) continue;
    if ((value.inside[*outcome_] > 0) != of_having) continue;
    out.texts.push_back(value.text);
    // Both are missing.
    if (!value.text) out.texts.insert(out.texts.end(), {"", kMissingLabel});
    out.people += value.people;
  }
  return out;
}

std::optional<std::string> LeakGuard::objection(const JudgedColumn& column,
                                                const LeakingValues& leak) {
  const CrossedValue* value = certain_value(column, 0);
  if (value == nullptr) return std::nullopt;
  return fmt::format("all {} are alike in {}, which tells the outcome",
                     with_value(*value, column.is_cut()), leak.column);
}

}  // namespace faultline::data
