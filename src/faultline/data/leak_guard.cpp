#include "faultline/data/leak_guard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/leak_rules.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

// Of COMPAS, the same maker's second score has .79 with the first; priors have .44, age .42. In
// Adult and German credit no number gets beyond .50 with a model fitted to all columns (education,
// age).
constexpr double kLikeScore = 0.6;
// No column of these three that was known beforehand gets beyond .42.
constexpr double kLikeOutcome = 0.9;

std::string with_value(const CrossedValue& value, bool part) {
  const char* who = value.people == 1 ? "person" : "people";
  if (!value.text) return fmt::format("{} {} without a value", with_thousands(value.people), who);
  return part ? fmt::format("{} {} with {}", with_thousands(value.people), who, shown(*value.text))
              : fmt::format("{} {} with '{}'", with_thousands(value.people), who,
                            shown(*value.text));
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
    add_sources(roles.classes_option, column, derived, sources_);
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

std::optional<Objection> LeakGuard::recoding(const JudgedColumn& column) const {
  // Two values that are the decision's are the decision, in other words.
  if (outcome_ && recodes(column.parts, *outcome_))
    return Objection{.why = "matches the outcome one to one"};
  if (decision_ && recodes(column.parts, *decision_))
    return Objection{.why = "matches the decision one to one"};
  if (roles_.has_prediction() && recodes_prediction(column)) {
    const std::string matches = "matches the prediction one to one";
    return Objection{.why = matches, .tells = matches};
  }
  return std::nullopt;
}

std::optional<Objection> LeakGuard::objection(const JudgedColumn& column) const {
  const std::string name = lower_ascii(column.name);
  for (const auto& [sql, role] : sources_) {
    if (!holds_word(sql, name)) continue;
    const bool predicts = role.starts_with("`score`") || role.starts_with("`risk_score`") ||
                          role.starts_with("`decision`");
    return Objection{.why = role + " is derived from it",
                     .tells = predicts ? "is what " + role + " is derived from" : ""};
  }
  const auto certain = outcome_ ? certain_value(column, *outcome_) : std::nullopt;
  // Whoever lacks what was made from the outcome is no reason to look at the others alone.
  const bool lacked = certain && !certain->text;
  if (auto same = recoding(column); same && (same->tells.empty() || !lacked)) return same;
  const std::string ranks = "ranks people as the prediction does";
  if (holds_probabilities(column)) {
    if (roles_.has_prediction() && ranks_like_prediction(column))
      return Objection{.why = fmt::format("it {}, like another model's score", ranks),
                       .tells = ranks};
    if (outcome_ && ranks_like_event(column, *outcome_))
      return Objection{.why = "it ranks people as the outcome does, like another model's score"};
  }
  if (certain) {
    return Objection{
        .why = fmt::format("all {} {} the outcome, so the column was probably derived from it",
                           with_value(*certain, column.is_cut()),
                           certain->inside[*outcome_] == 0 ? "lack" : "have")};
  }
  const std::vector<std::string> classes = roles_.protected_columns();
  if (std::find(classes.begin(), classes.end(), column.name) != classes.end()) return std::nullopt;
  if (roles_.has_prediction() && bands_of_prediction(column.parts)) {
    const std::string groups = "groups the prediction into bands";
    return column.is_cut() ? Objection{.why = "it " + ranks, .tells = ranks}
                           : Objection{.why = groups, .tells = groups};
  }
  if (decision_ && settles(column, *decision_)) {
    return Objection{.why = column.number ? "the decision is a threshold of it, as of the score "
                                            "that it was made from"
                                          : "the decision is the same for everybody with the same "
                                            "value",
                     .tells = "settles the decision"};
  }
  return std::nullopt;
}

std::optional<std::string> LeakGuard::like_score(const JudgedColumn& column) const {
  if (!roles_.has_prediction() || !column.number || column.values.size() < 3) return std::nullopt;
  const std::optional<double> alike = correlation_with_prediction(column);
  if (!alike || *alike < kLikeScore) return std::nullopt;
  return fmt::format("it ranks people much as the prediction does (rank correlation {:.2f})",
                     *alike);
}

std::optional<std::string> LeakGuard::like_outcome(const JudgedColumn& column) const {
  const std::size_t values = column.values.size() - (column.missing() ? 1 : 0);
  // Texts have no order, and two values need none.
  if (!outcome_ || (!column.number && values != 2)) return std::nullopt;
  const std::optional<double> alike = correlation_with_event(column, *outcome_);
  if (!alike || *alike < kLikeOutcome) return std::nullopt;
  return fmt::format("it nearly tells the outcome (rank correlation {:.2f})", *alike);
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

std::optional<Objection> LeakGuard::objection(const JudgedColumn& column,
                                              const LeakingValues& leak) {
  const auto value = certain_value(column, 0);
  if (!value) return std::nullopt;
  return Objection{.why = fmt::format("all {} are alike in {}, which gives away the outcome",
                                      with_value(*value, column.is_cut()), leak.column)};
}

}  // namespace faultline::data
