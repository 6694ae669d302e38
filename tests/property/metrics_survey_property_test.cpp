// Made-up people with weights, clusters and numbers: no figure outside its range, no interval that
// misses its estimate, nothing that is not there without a reason.

#include <cmath>

#include "support/metrics_people.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/methods/metrics/metrics.hpp"

namespace faultline::methods {
namespace {

using testing::Person;

std::vector<Person> arbitrary_people(const std::vector<int>& arities) {
  std::vector<Person> people(static_cast<std::size_t>(*rc::gen::inRange(1, 120)));
  const double huge = *rc::gen::element(-7.0, -7.0, 1e9, -1e160);  // the last has no finite square
  for (Person& person : people) {
    for (const int arity : arities)
      person.codes.push_back(static_cast<data::Code>(*rc::gen::inRange(0, arity)));
    person.score = *rc::gen::element(0.0, 0.1, 0.25, 0.5, 0.8, 1.0);
    person.outcome = *rc::gen::arbitrary<bool>();
    person.decision = *rc::gen::arbitrary<bool>();
    person.cluster = *rc::gen::inRange(0, 40);
    person.weight = *rc::gen::element(1e-9, 0.5, 1.0, 1.0, 3.0, 1e6);
    person.number = *rc::gen::element(huge, -3.0, 0.0, 0.5, 1.0, 2.0);
  }
  return people;
}

bool in_unit_range(RateName rate) { return rate < RateName::log_loss || rate == RateName::auc; }

void check_rate(RateName rate, const MetricsReport::Rate& held, bool probabilities) {
  RC_ASSERT(held.why.empty() == held.interval.has_value());
  if (!held.estimate) {
    RC_ASSERT(!held.interval);
    return;
  }
  const double value = *held.estimate;
  RC_ASSERT(std::isfinite(value));
  const double slack = 1e-9 * (1 + std::abs(value));
  if (in_unit_range(rate)) {
    RC_ASSERT(value >= 0 && value <= 1);
  }
  if (probabilities && rate == RateName::calibration_gap) {
    RC_ASSERT(std::abs(value) <= 1);
  }
  if (rate == RateName::mae || rate == RateName::rmse || rate == RateName::log_loss) {
    RC_ASSERT(value >= 0);
  }
  if (!held.interval) return;
  const auto [low, high] = *held.interval;
  RC_ASSERT(std::isfinite(low) && std::isfinite(high));
  RC_ASSERT(low <= value + slack && high >= value - slack);
  if (in_unit_range(rate)) {
    RC_ASSERT(low >= 0 && high <= 1);
  }
  if (rate == RateName::mae || rate == RateName::rmse || rate == RateName::log_loss) {
    RC_ASSERT(low >= 0);
  }
}

void check_report(const MetricsReport& report, bool probabilities) {
  for (const MetricsReport::Group& group : report.groups) {
    for (const RateName rate : kRateNames) {
      if (const auto& held = group.rates.of(rate)) check_rate(rate, *held, probabilities);
    }
  }
  for (const MetricsReport::Comparison& one : report.comparisons) {
    if (one.difference_interval) {
      const double slack = 1e-9 * (1 + std::abs(*one.difference));
      RC_ASSERT(one.difference_interval->first <= *one.difference + slack);
      RC_ASSERT(one.difference_interval->second >= *one.difference - slack);
    }
    if (one.ratio && one.ratio_interval) {
      RC_ASSERT(one.ratio_interval->first <= *one.ratio * (1 + 1e-9));
      RC_ASSERT(one.ratio_interval->second >= *one.ratio * (1 - 1e-9));
      RC_ASSERT(one.ratio_interval->first >= 0);
    }
    if (one.p_value) {
      RC_ASSERT(*one.p_value >= 0 && *one.p_value <= 1);
    }
    if (!one.difference) {
      RC_ASSERT(!one.why.empty());
    }
  }
  for (const MetricsReport::Gap& gap : report.gaps) {
    if (!gap.estimate) {
      RC_ASSERT(!gap.why.empty());
    }
    if (!gap.interval) continue;
    RC_ASSERT(gap.interval->first >= 0);
    RC_ASSERT(gap.interval->first <= *gap.estimate * (1 + 1e-9) + 1e-12);
    RC_ASSERT(gap.interval->second >= *gap.estimate * (1 - 1e-9) - 1e-12);
  }
}

std::string arbitrary_reference() {
  return *rc::gen::element<std::string>("largest", "best", "rest");
}

RC_GTEST_PROP(SurveyMetrics, NothingIsOutsideItsRange, ()) {
  const std::vector<int> arities{*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 3)};
  TallyColumns columns;
  if (*rc::gen::arbitrary<bool>()) columns.weight = testing::kWeightAt;
  if (*rc::gen::arbitrary<bool>() || !columns.weight) columns.cluster = testing::kClusterAt;
  check_report(metrics(testing::tallies_of(arbitrary_people(arities), arities, columns),
                       {.reference = arbitrary_reference(), .threads = 1}),
               true);
}

RC_GTEST_PROP(NumberMetrics, NothingIsOutsideItsRange, ()) {
  const std::vector<int> arities{*rc::gen::inRange(1, 4)};
  TallyColumns columns{.outcome = testing::kNumberAt, .score = testing::kScoreAt};
  if (*rc::gen::arbitrary<bool>()) columns.weight = testing::kWeightAt;
  if (*rc::gen::arbitrary<bool>()) columns.cluster = testing::kClusterAt;
  check_report(metrics(testing::tallies_of(arbitrary_people(arities), arities, columns),
                       {.reference = arbitrary_reference(), .threads = 1}),
               false);
}

RC_GTEST_PROP(MetricsQuestions, NothingIsOutsideItsRange, ()) {
  const std::vector<int> arities{*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 4)};
  Tallies tallies = testing::tallies_of(arbitrary_people(arities), arities);
  tallies.has_decision = false;
  for (auto& one : tallies.intersections) {
    auto& people = one.tally.people;
    for (auto& row : people) row = {row[0] + row[1], 0};
  }
  const MetricsReport report =
      metrics(tallies, {.reference = arbitrary_reference(), .impact = true, .threads = 1},
              {.thresholds = {{0, false}, {0.25, true}, {1, true}}, .by = 1}, {});
  check_report(report, true);
  for (const MetricsReport::Part& part : report.by->parts)
    check_report({.groups = part.groups, .comparisons = part.comparisons, .gaps = part.gaps}, true);
  for (const MetricsReport::AtThreshold& at : report.thresholds)
    check_report({.groups = at.groups}, true);
  for (const MetricsReport::ImpactSet& set : report.impact->sets) {
    for (const MetricsReport::ImpactCategory& one : set.categories) {
      RC_ASSERT(one.rate >= 0 && one.rate <= 1);
      RC_ASSERT(one.interval->first <= one.rate && one.interval->second >= one.rate);
      if (!one.ratio) continue;
      RC_ASSERT(*one.ratio >= 0 && *one.ratio <= 1);
      if (!one.ratio_interval) continue;
      RC_ASSERT(one.ratio_interval->first <= *one.ratio * (1 + 1e-9));
      RC_ASSERT(one.ratio_interval->second >= *one.ratio * (1 - 1e-9));
    }
  }
}

}  // namespace
}  // namespace faultline::methods
