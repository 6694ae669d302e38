// Every rate of every group equals what a plain loop over its people gives, whatever their order;
// intervals hold their estimates, and complements mirror each other.

#include <algorithm>
#include <cmath>

#include "support/metrics_people.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/methods/metrics/metrics.hpp"

namespace faultline::methods {
namespace {

using testing::Person;

std::vector<Person> arbitrary_people(const std::vector<int>& arities) {
  std::vector<Person> people(static_cast<std::size_t>(*rc::gen::inRange(1, 80)));
  for (Person& person : people) {
    for (const int arity : arities)
      person.codes.push_back(static_cast<data::Code>(*rc::gen::inRange(0, arity)));
    person.score = *rc::gen::element(0.0, 0.1, 0.25, 0.3, 0.5, 0.62, 0.8, 0.95, 1.0);
    person.outcome = *rc::gen::arbitrary<bool>();
    person.decision = *rc::gen::arbitrary<bool>();
  }
  return people;
}

/// By definition, one person or pair after another; none where nobody is asked about.
std::optional<double> naive(RateName rate, const std::vector<Person>& people) {
  double sum = 0;
  double n = 0;
  const auto share = [&](auto among, auto event) -> std::optional<double> {
    for (const Person& one : people) {
      if (!among(one)) continue;
      n += 1;
      sum += event(one) ? 1 : 0;
    }
    return n > 0 ? std::optional(sum / n) : std::nullopt;
  };
  const auto mean = [&](auto value) -> std::optional<double> {
    for (const Person& one : people) sum += value(one);
    return people.empty() ? std::nullopt : std::optional(sum / static_cast<double>(people.size()));
  };
  const auto all = [](const Person&) { return true; };
  const auto y = [](const Person& one) { return one.outcome; };
  const auto not_y = [](const Person& one) { return !one.outcome; };
  const auto d = [](const Person& one) { return one.decision; };
  const auto not_d = [](const Person& one) { return !one.decision; };
  using enum RateName;
  switch (rate) {
    case base_rate:
      return share(all, y);
    case selection_rate:
      return share(all, d);
    case fpr:
      return share(not_y, d);
    case tnr:
      return share(not_y, not_d);
    case fnr:
      return share(y, not_d);
    case tpr:
      return share(y, d);
    case ppv:
      return share(d, y);
    case fdr:
      return share(d, not_y);
    case npv:
      return share(not_d, not_y);
    case for_:
      return share(not_d, y);
    case accuracy:
      return share(all, [](const Person& one) { return one.outcome == one.decision; });
    case balanced_accuracy: {
      const auto first = naive(tpr, people);
      const auto second = naive(tnr, people);
      return first && second ? std::optional((*first + *second) / 2) : std::nullopt;
    }
    case f1: {
      const auto precision = naive(ppv, people);
      const auto recall = naive(tpr, people);
      if (!precision && !recall) return std::nullopt;
      if (!precision || !recall || *precision + *recall == 0) return 0.0;
      return 2 * *precision * *recall / (*precision + *recall);
    }
    case brier:
      return mean([](const Person& one) { return std::pow(one.score - (one.outcome ? 1 : 0), 2); });
    case mean_score:
      return mean([](const Person& one) { return one.score; });
    case calibration_gap:
      return mean([](const Person& one) { return one.score - (one.outcome ? 1 : 0); });
    case log_loss: {
      const auto loss = mean(
          [](const Person& one) { return -std::log(one.outcome ? one.score : 1 - one.score); });
      return loss && std::isfinite(*loss) ? loss : std::nullopt;
    }
    case auc:
      for (const Person& with : people) {
        for (const Person& without : people) {
          if (!with.outcome || without.outcome) continue;
          n += 1;
          sum += with.score > without.score ? 1 : with.score == without.score ? 0.5 : 0;
        }
      }
      return n > 0 ? std::optional(sum / n) : std::nullopt;
    case calibration_slope:  // no closed form; its own test has values
    case mean_outcome:
    case mean_error:
    case mae:
    case rmse:
      break;  // of outcomes that are numbers
  }
  return std::nullopt;
}

bool holds(const MetricsReport::Group& group, const Person& person) {
  return std::all_of(group.group.begin(), group.group.end(), [&](const auto& part) {
    const auto attribute = static_cast<std::size_t>(std::stoi(part.first.substr(1)));
    return person.codes[attribute] == std::stoi(part.second.substr(1));
  });
}

RC_GTEST_PROP(Metrics, EqualsAPlainLoop, ()) {
  const std::vector<int> arities{*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 3)};
  const std::vector<Person> people = arbitrary_people(arities);
  const MetricsReport report = metrics(testing::tallies_of(people, arities), {.threads = 1});
  for (const MetricsReport::Group& group : report.groups) {
    std::vector<Person> inside;
    std::copy_if(people.begin(), people.end(), std::back_inserter(inside),
                 [&](const Person& one) { return holds(group, one); });
    RC_ASSERT(group.n == static_cast<std::int64_t>(inside.size()));
    for (const RateName rate : kRateNames) {
      const auto& held = group.rates.of(rate);
      RC_ASSERT(held.has_value() == (rate < RateName::mean_outcome));
      if (!held) continue;
      if (held->interval) {
        RC_ASSERT(held->estimate.has_value());
        RC_ASSERT(held->interval->first <= *held->estimate + 1e-12);
        RC_ASSERT(held->interval->second >= *held->estimate - 1e-12);
      }
      RC_ASSERT(held->why.empty() == held->interval.has_value());
      if (rate == RateName::calibration_slope) continue;
      const std::optional<double> expected = naive(rate, inside);
      RC_ASSERT(held->estimate.has_value() == expected.has_value());
      if (expected) RC_ASSERT(std::abs(*held->estimate - *expected) < 1e-12);
    }
  }
}

RC_GTEST_PROP(Metrics, OrderOfPeopleChangesNothing, ()) {
  const std::vector<int> arities{2, 2};
  std::vector<Person> people = arbitrary_people(arities);
  const auto numbers = [&] {
    const MetricsReport report =
        metrics(testing::tallies_of(people, arities), {.reference = "rest", .threads = 2});
    std::vector<double> list;
    for (const MetricsReport::Group& group : report.groups) {
      for (const RateName rate : kRateNames)
        list.push_back(group.rates.of(rate) ? group.rates.of(rate)->estimate.value_or(-9) : -8);
    }
    for (const MetricsReport::Comparison& one : report.comparisons) {
      list.push_back(one.difference.value_or(-9));
      list.push_back(one.p_value_adjusted.value_or(-9));
    }
    return list;
  };
  const std::vector<double> before = numbers();
  std::reverse(people.begin(), people.end());
  RC_ASSERT(numbers() == before);
}

RC_GTEST_PROP(Metrics, IntervalsHoldTheirEstimates, ()) {
  const std::vector<int> arities{*rc::gen::inRange(2, 5)};
  const std::vector<Person> people = arbitrary_people(arities);
  const std::string reference = *rc::gen::element<std::string>("largest", "best", "rest");
  const MetricsReport report =
      metrics(testing::tallies_of(people, arities), {.reference = reference, .threads = 1});
  for (const MetricsReport::Comparison& one : report.comparisons) {
    if (one.difference_interval) {
      RC_ASSERT(one.difference_interval->first <= *one.difference + 1e-12);
      RC_ASSERT(one.difference_interval->second >= *one.difference - 1e-12);
    }
    if (one.ratio && one.ratio_interval) {
      RC_ASSERT(one.ratio_interval->first <= *one.ratio * (1 + 1e-9));
      RC_ASSERT(one.ratio_interval->second >= *one.ratio * (1 - 1e-9));
    }
    RC_ASSERT(one.p_value.has_value() == one.p_value_adjusted.has_value());
    if (one.p_value) RC_ASSERT(*one.p_value <= *one.p_value_adjusted);
  }
  for (const MetricsReport::Gap& gap : report.gaps) {
    if (!gap.interval) continue;
    RC_ASSERT(gap.interval->first >= 0);
    RC_ASSERT(gap.interval->first <= *gap.estimate + 1e-12);
    RC_ASSERT(gap.interval->second >= *gap.estimate - 1e-12);
  }
}

}  // namespace
}  // namespace faultline::methods
