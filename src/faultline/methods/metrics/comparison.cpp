#include "faultline/methods/metrics/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/math/fisher_exact.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/math/two_sample_interval.hpp"

namespace faultline::methods {
namespace {

/// Sum over the clusters of both of the product of what they add.
double shared_influence(std::span<const Influence> a, std::span<const Influence> b) {
  double sum = 0;
  std::size_t j = 0;
  for (const Influence& one : a) {
    while (j < b.size() && b[j].cluster < one.cluster) ++j;
    if (j < b.size() && b[j].cluster == one.cluster) sum += one.value * b[j].value;
  }
  return sum;
}

double welch_p(const Measure& a, const Measure& b, double correlation) {
  const double va = a.se * a.se;
  const double vb = b.se * b.se;
  const double freedom =
      (va + vb) * (va + vb) / (va * va / a.degrees_of_freedom() + vb * vb / b.degrees_of_freedom());
  const double variance = va + vb - 2 * correlation * a.se * b.se;
  return math::student_t_two_sided((a.estimate - b.estimate) / std::sqrt(variance), freedom);
}

double survey_p(const Measure& a, const Measure& b, double correlation) {
  const double people = a.effective + b.effective;
  const double p = (a.effective * a.estimate + b.effective * b.estimate) / people;
  double variance = p * (1 - p) * (1 / a.effective + 1 / b.effective);
  const double apart = a.se * a.se + b.se * b.se;
  if (apart > 0) variance *= 1 - 2 * correlation * a.se * b.se / apart;
  if (!(variance > 0)) return 1;
  return math::student_t_two_sided((a.estimate - b.estimate) / std::sqrt(variance),
                                   std::min(a.freedom, b.freedom));
}

/// Whether a ratio of such rates says something: they are never negative.
bool has_ratio(RateName rate, const Measure& measure) {
  if (measure.kind == Measure::Kind::mean && measure.least < 0) return false;
  using enum RateName;
  return rate != calibration_gap && rate != calibration_slope && rate != mean_error &&
         rate != mean_outcome;
}

void add_ratio(const Measure& a, const Measure& b, const Interval& at_a, const Interval& at_b,
               double confidence, MetricsReport::Comparison& into) {
  if (b.estimate > 0) into.ratio = a.estimate / b.estimate;
  if (a.kind == Measure::Kind::share) {
    if (a.successes + b.successes > 0)
      into.ratio_interval = math::koopman_interval(a.successes, a.n, b.successes, b.n, confidence);
  } else if (a.estimate > 0 && b.estimate > 0 && at_a && at_b) {
    into.ratio_interval = math::ratio_interval({a.estimate, at_a->first, at_a->second},
                                               {b.estimate, at_b->first, at_b->second});
  }
}

}  // namespace

std::optional<RateName> tested_as(RateName rate) {
  using enum RateName;
  switch (rate) {
    case tpr:
      return fnr;
    case tnr:
      return fpr;
    case fdr:
      return ppv;
    case for_:
      return npv;
    case base_rate:
    case balanced_accuracy:
    case f1:
    case calibration_slope:
    case mean_outcome:
    case rmse:
      return std::nullopt;
    default:
      return rate;
  }
}

std::optional<RateTestResult> test_difference(RateName rate, const Measure& a, const Measure& b,
                                              double correlation) {
  if (!tested_as(rate) || !a.has_interval() || !b.has_interval()) return std::nullopt;
  if (a.kind == Measure::Kind::share) {
    return RateTestResult{.test = RateTest::fisher,
                          .p_value = math::fisher_exact(a.successes, a.n, b.successes, b.n)};
  }
  if (a.kind == Measure::Kind::mean) {
    constexpr auto kFewest = static_cast<double>(kFewestToTest);
    if (a.degrees_of_freedom() + 1 < kFewest || b.degrees_of_freedom() + 1 < kFewest)
      return std::nullopt;
    return RateTestResult{.test = RateTest::welch, .p_value = welch_p(a, b, correlation)};
  }
  if (a.kind == Measure::Kind::survey)
    return RateTestResult{.test = RateTest::survey, .p_value = survey_p(a, b, correlation)};
  for (const std::int64_t people : {a.n, a.other_n, b.n, b.other_n}) {
    if (people < kFewestRanksToTest) return std::nullopt;
  }
  const double se =
      std::sqrt(std::max(0.0, a.se * a.se + b.se * b.se - 2 * correlation * a.se * b.se));
  if (!(se > 0)) return std::nullopt;
  const double distance = std::abs(a.estimate - b.estimate) / se;
  if (a.freedom > 0) {
    return RateTestResult{
        .test = RateTest::survey,
        .p_value = math::student_t_two_sided(distance, std::min(a.freedom, b.freedom))};
  }
  return RateTestResult{.test = RateTest::normal, .p_value = 2 * math::normal_upper_tail(distance)};
}

MetricsReport::Comparison compare(RateName rate, const Measure& a, const Measure& b,
                                  double confidence, double correlation) {
  MetricsReport::Comparison made{.rate = rate};
  if (!a.is_defined() || !b.is_defined()) {
    made.verdict = Verdict::not_comparable;
    made.why = a.is_defined() ? "of the reference: " + b.why : a.why;
    return made;
  }
  const Interval at_a = interval_of(a, confidence);
  const Interval at_b = interval_of(b, confidence);
  made.difference = a.estimate - b.estimate;
  if (at_a && at_b) {
    made.difference_interval =
        math::difference_interval({a.estimate, at_a->first, at_a->second},
                                  {b.estimate, at_b->first, at_b->second}, correlation);
  }
  if (has_ratio(rate, a)) add_ratio(a, b, at_a, at_b, confidence, made);
  if (const std::optional<RateTestResult> tested = test_difference(rate, a, b, correlation)) {
    made.test = tested->test;
    made.p_value = tested->p_value;
  } else if (!a.why.empty() || !b.why.empty()) {
    made.why = a.why.empty() ? "of the reference: " + b.why : a.why;
  } else if (!tested_as(rate)) {
    made.why = "not tested";
  } else if (a.kind == Measure::Kind::mean) {
    made.why = fmt::format("not tested, because a test needs {} people or clusters in both",
                           kFewestToTest);
  } else {
    made.why = fmt::format(
        "not tested, because a test needs {} people with and {} without the outcome in both",
        kFewestRanksToTest, kFewestRanksToTest);
  }
  return made;
}

double correlation_of(const Measure& a, std::span<const Unit> units_a, const Measure& b,
                      std::span<const Unit> units_b) {
  // Of a root, the standard error and the gradient are those of its logarithm.
  if (!a.has_interval() || !b.has_interval() || !(a.se > 0) || !(b.se > 0)) return 0;
  const double shared = a.influence.empty()
                            ? shared_products(units_a, a.gradient, units_b, b.gradient)
                            : shared_influence(a.influence, b.influence);
  // More than this would be a difference without a spread.
  constexpr double kMost = 0.999;
  return std::clamp(shared / (a.se * b.se), -kMost, kMost);
}

}  // namespace faultline::methods
