// The part of a class problem that belongs to one criterion: who takes part, training rows and
// units.

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/conditional/class_problem.hpp"

namespace faultline::methods {

double ClassProblem::event_of(Event event, std::int64_t tuple) const {
  switch (event) {
    case Event::prediction:
      return pool_.prediction[tuple];
    case Event::decision:
      return pool_.decision[tuple];
    case Event::no_decision:
      return 1 - pool_.decision[tuple];
    case Event::outcome:
      return pool_.outcome[tuple];
    case Event::no_outcome:
      return 1 - pool_.outcome[tuple];
  }
  throw InternalError("unknown event");
}

bool ClassProblem::condition_of(Condition condition, std::int64_t tuple) const {
  return (condition == Condition::outcome ? pool_.outcome : pool_.decision)[tuple] != 0;
}

void ClassProblem::build_criterion(const CriterionScan& wanted) {
  const Metric& metric = *wanted.metric;
  CriterionProblem criterion;
  criterion.metric = wanted.metric;
  criterion.direction = wanted.direction;
  criterion.membership = membership_for(metric.given());
  const bool given_score = metric.condition == Condition::prediction;
  for (const std::int32_t t : kept(metric.given())) {
    if (!memberships_[criterion.membership].takes_part(t)) continue;
    criterion.tuple.push_back(t);
    criterion.event.push_back(event_of(metric.event, t));
    if (metric.gaussian()) criterion.log_odds.push_back(pool_log_odds_[t]);
  }
  // Training rows: covariate row and the condition where it varies.
  const auto entries = static_cast<std::int64_t>(criterion.tuple.size());
  std::vector<std::uint64_t> row_word;
  std::vector<std::uint64_t> cell_word;
  std::vector<std::uint64_t> given_word;
  for (const std::int32_t t : criterion.tuple) {
    row_word.push_back(static_cast<std::uint64_t>(covariates_.of_tuple[t]));
    cell_word.push_back(static_cast<std::uint64_t>(cell_of_[t]));
    if (!options_.expectation_column.empty()) {
      given_word.push_back(ordered_word(number(options_.expectation_column)[t]));
    }
  }
  std::vector<std::vector<std::uint64_t>> keys{row_word,
                                               condition_words(metric.given(), criterion.tuple)};
  if (!given_word.empty()) keys.push_back(given_word);
  const Grouping training = group_rows(entries, keys);
  criterion.design = model::Design(training.groups());
  std::vector<std::int64_t> example_tuple;
  for (const std::int64_t example : training.example) {
    example_tuple.push_back(criterion.tuple[example]);
    criterion.covariate_row.push_back(covariates_.of_tuple[criterion.tuple[example]]);
  }
  for (const int at : categorical_) {
    criterion.design.add(pool_.attributes[at], values_at(pool_.codes[at], example_tuple));
  }
  for (const int at : numeric_) {
    criterion.design.add(pool_.number_names[at], values_at(pool_.numbers[at], example_tuple));
  }
  if (given_score) {
    criterion.design.add("log-odds of the prediction", values_at(pool_log_odds_, example_tuple),
                         model::ColumnKind::plain);
  } else if (!metric.value) {
    const bool outcome = metric.condition == Condition::outcome;
    const data::Attribute attribute{outcome ? "outcome" : "decision", {"0", "1"}};
    std::vector<data::Code> codes;
    codes.reserve(example_tuple.size());
    for (const std::int64_t t : example_tuple) {
      codes.push_back(condition_of(metric.condition, t) ? 1 : 0);
    }
    criterion.design.add(attribute, codes);
  }
  if (!options_.expectation_column.empty()) {
    criterion.given = values_at(number(options_.expectation_column), example_tuple);
    for (const double p : criterion.given) {
      if (!(p > 0 && p < 1)) {
        throw InputError(fmt::format(
            "`expectation` {}: the value {} is not a probability between 0 and 1 (both excluded)",
            options_.expectation_column, p));
      }
    }
  }
  // Units, in the order of cells.
  const Grouping units = group_rows(entries, {cell_word, words_of(training.group_of)});
  criterion.unit = units.group_of;
  criterion.first.assign(static_cast<std::size_t>(lattice_.cells) + 1, 0);
  for (const std::int64_t example : units.example) {
    criterion.unit_row.push_back(training.group_of[example]);
    ++criterion.first[cell_word[example] + 1];
  }
  std::partial_sum(criterion.first.begin(), criterion.first.end(), criterion.first.begin());
  criteria_.push_back(std::move(criterion));
}

std::size_t ClassProblem::membership_for(const Given& given) {
  const auto known =
      std::ranges::find_if(memberships_, [&](const Membership& m) { return m.given == given; });
  if (known != memberships_.end()) return static_cast<std::size_t>(known - memberships_.begin());
  memberships_.push_back(membership_of(*this, given));
  return memberships_.size() - 1;
}

std::vector<std::int32_t> ClassProblem::kept(const Given& given) const {
  std::vector<std::int32_t> kept;
  for (std::int64_t t = 0; t < tuples(); ++t) {
    if (given.value && condition_of(given.condition, t) != *given.value) continue;
    kept.push_back(static_cast<std::int32_t>(t));
  }
  return kept;
}

std::vector<std::uint64_t> ClassProblem::condition_words(
    const Given& given, const std::vector<std::int32_t>& tuples) const {
  std::vector<std::uint64_t> words;
  words.reserve(tuples.size());
  for (const std::int32_t t : tuples) {
    if (given.condition == Condition::prediction) {
      words.push_back(ordered_word(pool_log_odds_[t]));
    } else {
      words.push_back(!given.value && condition_of(given.condition, t) ? 1 : 0);
    }
  }
  return words;
}

Grouping ClassProblem::group_alike(const Given& given,
                                   const std::vector<std::int32_t>& tuples) const {
  std::vector<std::vector<std::uint64_t>> columns(2);
  for (const std::int32_t t : tuples) {
    columns[0].push_back(static_cast<std::uint64_t>(covariates_.of_tuple[t]));
    columns[1].push_back(static_cast<std::uint64_t>(cell_of_[t]));
  }
  columns.push_back(condition_words(given, tuples));
  if (!options_.expectation_column.empty()) {
    std::vector<std::uint64_t>& column = columns.emplace_back();
    for (const std::int32_t t : tuples) {
      column.push_back(ordered_word(number(options_.expectation_column)[t]));
    }
  }
  return group_rows(static_cast<std::int64_t>(tuples.size()), columns);
}

std::vector<int> ClassProblem::attributes_alike() const {
  std::vector<int> attributes = categorical_;
  for (const int at : scanned_) {
    if (std::ranges::find(attributes, at) == attributes.end()) attributes.push_back(at);
  }
  return attributes;
}

void ClassProblem::add_variables(const Given& given, const std::vector<std::int64_t>& tuples,
                                 model::RichDesign& design) const {
  const auto add_attribute = [&](int at) {
    design.add(pool_.attributes[at], values_at(pool_.codes[at], tuples));
  };
  for (const int at : attributes_alike()) add_attribute(at);
  for (const int at : numeric_) {
    design.add(pool_.number_names[at], values_at(pool_.numbers[at], tuples));
  }
  for (const std::string& name : {options_.propensity_column, options_.expectation_column}) {
    if (!name.empty()) design.add(name, values_at(number(name), tuples));
  }
  if (given.condition == Condition::prediction) {
    design.add("log-odds of the prediction", values_at(pool_log_odds_, tuples));
  } else if (!given.value) {
    std::vector<data::Code> codes;
    codes.reserve(tuples.size());
    for (const std::int64_t t : tuples) codes.push_back(condition_of(given.condition, t) ? 1 : 0);
    design.add({"condition", {"0", "1"}}, codes);
  }
}

}  // namespace faultline::methods
