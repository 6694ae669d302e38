#include "faultline/methods/metrics/measure.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/math/two_sample_interval.hpp"
#include "faultline/methods/metrics/ranking.hpp"
#include "faultline/methods/metrics/reasons.hpp"
#include "faultline/methods/metrics/score_measures.hpp"
#include "faultline/methods/metrics/survey_measures.hpp"

namespace faultline::methods {
namespace {

Measure share(std::int64_t successes, std::int64_t n, const char* nobody) {
  if (n == 0) return undefined_measure(nobody);
  return {.kind = Measure::Kind::share,
          .estimate = static_cast<double>(successes) / static_cast<double>(n),
          .n = n,
          .successes = successes};
}

Measure balanced(const Measure& tpr, const Measure& tnr) {
  for (const Measure* one : {&tpr, &tnr}) {
    if (!one->is_defined()) return *one;
  }
  return {.kind = Measure::Kind::balanced,
          .estimate = (tpr.estimate + tnr.estimate) / 2,
          .n = tpr.n,
          .successes = tpr.successes,
          .other_n = tnr.n,
          .other_successes = tnr.successes};
}

/// F1 = 2 TP / (2 TP + errors) = 2 J / (1 + J) with J = TP / (TP + errors).
double f1_of(double jaccard) { return 2 * jaccard / (1 + jaccard); }

Measure harmonic(std::int64_t hits, std::int64_t errors) {
  if (hits + errors == 0) {
    return undefined_measure(kNoHits);
  }
  return {.kind = Measure::Kind::harmonic,
          .estimate = 2 * static_cast<double>(hits) / static_cast<double>(2 * hits + errors),
          .n = hits + errors,
          .successes = hits};
}

}  // namespace

double Measure::tail_quantile(double tail) const {
  return freedom > 0 ? math::student_t_quantile(tail, freedom) : math::normal_quantile(tail);
}

Measures measure_group(const Tally& tally, const Tallies& roles) {
  if (roles.has_numbers) return measure_numbers(tally);
  if (roles.is_survey()) return measure_survey(tally, roles);
  Measures measures;
  const auto set = [&](RateName name, Measure measure) {
    measures[static_cast<std::size_t>(name)] = std::move(measure);
  };
  const auto& [without, with] = tally.people;
  const std::int64_t tn = without[0];
  const std::int64_t fp = without[1];
  const std::int64_t fn = with[0];
  const std::int64_t tp = with[1];
  const std::int64_t n = tally.size();
  if (roles.has_outcome) set(RateName::base_rate, share(fn + tp, n, kNobody));
  if (roles.has_decision) set(RateName::selection_rate, share(fp + tp, n, kNobody));
  if (roles.has_outcome && roles.has_decision) {
    set(RateName::fpr, share(fp, fp + tn, kNoNegatives));
    set(RateName::tnr, share(tn, fp + tn, kNoNegatives));
    set(RateName::fnr, share(fn, fn + tp, kNoPositives));
    set(RateName::tpr, share(tp, fn + tp, kNoPositives));
    set(RateName::ppv, share(tp, tp + fp, kNoFlagged));
    set(RateName::fdr, share(fp, tp + fp, kNoFlagged));
    set(RateName::npv, share(tn, tn + fn, kNoUnflagged));
    set(RateName::for_, share(fn, tn + fn, kNoUnflagged));
    set(RateName::accuracy, share(tp + tn, n, kNobody));
    set(RateName::balanced_accuracy,
        balanced(measure_of(measures, RateName::tpr), measure_of(measures, RateName::tnr)));
    set(RateName::f1, harmonic(tp, fp + fn));
  }
  if (!roles.has_score) return measures;
  set(RateName::mean_score, mean_score(tally.scores, roles.any_scores));
  if (!roles.has_outcome) return measures;
  set(RateName::brier, brier(tally.scores));
  set(RateName::log_loss, log_loss(tally.scores));
  set(RateName::calibration_gap, calibration_gap(tally.scores));
  set(RateName::calibration_slope, calibration_slope(tally.scores));
  set(RateName::auc, ranking(tally.scores));
  return measures;
}

Interval interval_of(const Measure& measure, double confidence) {
  if (!measure.has_interval()) return std::nullopt;
  const double tail = (1 - confidence) / 2;
  switch (measure.kind) {
    case Measure::Kind::absent:
    case Measure::Kind::undefined:
      return std::nullopt;
    case Measure::Kind::share:
      return math::wilson_interval(measure.successes, measure.n, confidence);
    case Measure::Kind::balanced: {
      // Half the sum of two shares: square and add, as for a difference.
      const auto [l1, u1] = math::wilson_interval(measure.successes, measure.n, confidence);
      const auto [l2, u2] =
          math::wilson_interval(measure.other_successes, measure.other_n, confidence);
      const double p1 = static_cast<double>(measure.successes) / static_cast<double>(measure.n);
      const double p2 =
          static_cast<double>(measure.other_successes) / static_cast<double>(measure.other_n);
      return std::pair{std::max(0.0, measure.estimate - std::hypot(p1 - l1, p2 - l2) / 2),
                       std::min(1.0, measure.estimate + std::hypot(u1 - p1, u2 - p2) / 2)};
    }
    case Measure::Kind::harmonic: {
      const auto [low, high] = math::wilson_interval(measure.successes, measure.n, confidence);
      return std::pair{f1_of(low), f1_of(high)};
    }
    case Measure::Kind::mean: {
      const double t = -math::student_t_quantile(tail, measure.degrees_of_freedom()) * measure.se;
      return std::pair{std::max(measure.least, measure.estimate - t),
                       std::min(measure.most, measure.estimate + t)};
    }
    case Measure::Kind::slope: {
      const double z = -measure.tail_quantile(tail) * measure.se;
      return std::pair{measure.estimate - z, measure.estimate + z};
    }
    case Measure::Kind::ranking:
      return ranking_interval(measure, confidence);
    case Measure::Kind::survey: {
      // Wilson's with Student's t: the same as with fewer people and the normal quantile.
      const double narrower = math::normal_quantile(tail) /
                              math::student_t_quantile(tail, measure.degrees_of_freedom());
      return math::wilson_interval_of_rate(measure.estimate,
                                           measure.effective * narrower * narrower, confidence);
    }
    case Measure::Kind::root: {
      const double t = -math::student_t_quantile(tail, measure.degrees_of_freedom()) * measure.se;
      return std::pair{measure.estimate * std::exp(-t), measure.estimate * std::exp(t)};
    }
  }
  throw InternalError("a rate without an interval");
}

}  // namespace faultline::methods
