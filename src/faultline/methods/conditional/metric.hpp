#pragma once
// The fairness criteria of Conditional Bias Scan (Boxer, McFowland, Neill, Table 1): each says that
// an event I does not depend on class membership A given a condition C and covariates X.

#include <optional>
#include <span>
#include <string_view>

#include "faultline/base/describe.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {

enum class Event { prediction, decision, no_decision, outcome, no_outcome };
enum class Condition { outcome, prediction, decision };

/// Whom a criterion looks at: people with this value of the condition, or everybody, with the
/// condition beside their covariates.
struct Given {
  Condition condition = Condition::outcome;
  std::optional<bool> value{};
  friend bool operator==(const Given&, const Given&) = default;
};

struct Metric {
  Criterion criterion = Criterion::fpr;
  Event event = Event::decision;
  Condition condition = Condition::outcome;
  std::optional<bool> value{};  // of a binary condition that is kept; none: all values
  /// The direction that hurts the class when a positive decision hurts; the other one hurts when a
  /// refusal does.
  search::Direction harmful = search::Direction::higher;

  [[nodiscard]] std::string_view name() const { return name_of(criterion); }
  [[nodiscard]] Given given() const { return {condition, value}; }
  [[nodiscard]] bool gaussian() const { return event == Event::prediction; }
  [[nodiscard]] bool needs_prediction() const {
    return event == Event::prediction || condition == Condition::prediction;
  }
  [[nodiscard]] bool needs_decision() const {
    return event == Event::decision || event == Event::no_decision ||
           condition == Condition::decision;
  }
};

/// All metrics, in the order of the help text.
[[nodiscard]] std::span<const Metric> all_metrics();
/// Throws ConfigError with the nearest name.
[[nodiscard]] const Metric& metric_named(std::string_view name);

enum class Harm { positive, negative };
[[nodiscard]] std::span<const describe::Word> words(Harm);

/// One scan that is asked for.
struct CriterionScan {
  const Metric* metric = nullptr;
  search::Direction direction = search::Direction::higher;
};

/// The criterion whose event is the opposite among the same people (fpr and tnr); none for mean
/// predictions. In the opposite direction its scan has the same score: both are one test.
[[nodiscard]] const Metric* complement(const Metric& metric);

/// The four of the papers' case study, in the direction that disadvantages.
[[nodiscard]] std::span<const CriterionScan> default_scans(Harm harm);
[[nodiscard]] search::Direction harmful_direction(const Metric& metric, Harm harm);

}  // namespace faultline::methods
