#include "faultline/methods/metrics/comparison.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/math/fisher_exact.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/math/two_sample_interval.hpp"

namespace faultline::methods {
namespace {

double welch_p(const Measure& a, const Measure& b) {
  const double va = a.se * a.se;
  const double vb = b.se * b.se;
  const double freedom =
      (va + vb) * (va + vb) /
      (va * va / static_cast<double>(a.n - 1) + vb * vb / static_cast<double>(b.n - 1));
  return math::student_t_two_sided((a.estimate - b.estimate) / std::sqrt(va + vb), freedom);
}

/// Whether a ratio of such rates says something: they are never negative.
bool has_ratio(RateName rate) {
  return rate != RateName::calibration_gap && rate != RateName::calibration_slope;
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
      return std::nullopt;
    default:
      return rate;
  }
}

std::optional<RateTestResult> test_difference(RateName rate, const Measure& a, const Measure& b) {
  if (!tested_as(rate) || !a.has_interval() || !b.has_interval()) return std::nullopt;
  if (a.kind == Measure::Kind::share) {
    return RateTestResult{.test = RateTest::fisher,
                          .p_value = math::fisher_exact(a.successes, a.n, b.successes, b.n)};
  }
  if (a.kind == Measure::Kind::mean) {
    if (a.n < kFewestToTest || b.n < kFewestToTest) return std::nullopt;
    return RateTestResult{.test = RateTest::welch, .p_value = welch_p(a, b)};
  }
  for (const std::int64_t people : {a.n, a.other_n, b.n, b.other_n}) {
    if (people < kFewestRanksToTest) return std::nullopt;
  }
  const double se = std::hypot(a.se, b.se);
  if (!(se > 0)) return std::nullopt;
  return RateTestResult{
      .test = RateTest::normal,
      .p_value = 2 * math::normal_upper_tail(std::abs(a.estimate - b.estimate) / se)};
}

MetricsReport::Comparison compare(RateName rate, const Measure& a, const Measure& b,
                                  double confidence) {
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
    made.difference_interval = math::difference_interval({a.estimate, at_a->first, at_a->second},
                                                         {b.estimate, at_b->first, at_b->second});
  }
  if (has_ratio(rate)) add_ratio(a, b, at_a, at_b, confidence, made);
  if (const std::optional<RateTestResult> tested = test_difference(rate, a, b)) {
    made.test = tested->test;
    made.p_value = tested->p_value;
  } else if (!a.why.empty() || !b.why.empty()) {
    made.why = a.why.empty() ? "of the reference: " + b.why : a.why;
  } else if (!tested_as(rate)) {
    made.why = "not tested";
  } else if (a.kind == Measure::Kind::mean) {
    made.why = fmt::format("not tested, because a test needs {} people in both", kFewestToTest);
  } else {
    made.why = fmt::format(
        "not tested, because a test needs {} people with and {} without the outcome in both",
        kFewestRanksToTest, kFewestRanksToTest);
  }
  return made;
}

}  // namespace faultline::methods
