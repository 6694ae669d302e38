#include "faultline/methods/metrics/survey_measures.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/methods/metrics/reasons.hpp"
#include "faultline/methods/metrics/survey_scores.hpp"

namespace faultline::methods {
namespace {

// Places of the first four totals, by outcome and decision.
constexpr unsigned kTn = 1;
constexpr unsigned kFp = 2;
constexpr unsigned kFn = 4;
constexpr unsigned kTp = 8;
constexpr unsigned kEverybody = kTn | kFp | kFn | kTp;

constexpr const char* kOneUnit = "a single cluster, or person, does not show how they vary";

Totals indicator(unsigned places) {
  Totals totals{};
  for (std::size_t i = 0; i < 4; ++i) totals[i] = (places >> i & 1U) != 0 ? 1 : 0;
  return totals;
}

/// Of the ratio a.T / b.T at its value.
Totals gradient_of(const Totals& a, const Totals& b, double value, double bottom) {
  Totals gradient{};
  for (std::size_t i = 0; i < kTotals; ++i) gradient[i] = (a[i] - value * b[i]) / bottom;
  return gradient;
}

std::int64_t people_in(const Tally& tally, unsigned places) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if ((places >> i & 1U) != 0) sum += tally.people[i / 2][i % 2];
  }
  return sum;
}

/// Effective people of an estimate in [0, 1] that rests on these places.
void add_effective(const Moments& moments, unsigned places, Measure& measure) {
  const double variance = moments.variance(measure.gradient, places);
  const double p = measure.estimate;
  measure.se = std::sqrt(variance);
  measure.effective = std::min(moments.equal_people(places), variance > 0 && p > 0 && p < 1
                                                                 ? p * (1 - p) / variance
                                                                 : moments.equal_units(places));
  if (moments.units_in(places) < 2) measure.why = kOneUnit;
}

Measure share(const Tally& tally, unsigned events, unsigned among, const char* nobody) {
  const Moments& moments = tally.moments;
  const std::int64_t units = moments.units_in(among);
  if (units == 0) return undefined_measure(nobody);
  const Totals top = indicator(events);
  const Totals bottom = indicator(among);
  const double all = dot(bottom, moments.totals);
  Measure made{.kind = Measure::Kind::survey,
               .estimate = std::clamp(dot(top, moments.totals) / all, 0.0, 1.0),
               .n = people_in(tally, among)};
  made.gradient = gradient_of(top, bottom, made.estimate, all);
  const std::int64_t with = moments.units_in(events);
  const std::int64_t without = moments.units_in(among & ~events);
  made.freedom = static_cast<double>(with > 0 && without > 0 ? std::min({units - 1, with, without})
                                                             : units - 1);
  add_effective(moments, among, made);
  return made;
}

Measure balanced(const Tally& tally, const Measure& tpr, const Measure& tnr) {
  for (const Measure* one : {&tpr, &tnr}) {
    if (!one->is_defined()) return *one;
  }
  Measure made{.kind = Measure::Kind::survey,
               .estimate = (tpr.estimate + tnr.estimate) / 2,
               .n = tpr.n + tnr.n,
               .freedom = std::min(tpr.freedom, tnr.freedom)};
  for (std::size_t i = 0; i < kTotals; ++i)
    made.gradient[i] = (tpr.gradient[i] + tnr.gradient[i]) / 2;
  add_effective(tally.moments, kEverybody, made);
  for (const Measure* one : {&tpr, &tnr}) {
    if (made.why.empty()) made.why = one->why;
  }
  return made;
}

/// F1 is 2 J / (1 + J), and its derivative 2 / (1 + J)^2.
Measure harmonic(const Tally& tally) {
  Measure made = share(tally, kTp, kTp | kFp | kFn, kNoHits);
  if (!made.is_defined()) return made;
  const double slope = 2 / ((1 + made.estimate) * (1 + made.estimate));
  made.estimate = 2 * made.estimate / (1 + made.estimate);
  for (double& part : made.gradient) part *= slope;
  add_effective(tally.moments, kTp | kFp | kFn, made);
  return made;
}

struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

Measure mean(const Tally& tally, const Totals& top, const Totals& bottom, unsigned places,
             const Range& range, std::int64_t fewest = kFewestForMean) {
  const Moments& moments = tally.moments;
  const std::int64_t units = moments.units_in(places);
  if (units == 0) return undefined_measure(kNobody);
  const double all = dot(bottom, moments.totals);
  Measure made{.kind = Measure::Kind::mean,
               .estimate = dot(top, moments.totals) / all,
               .n = people_in(tally, places),
               .freedom = static_cast<double>(units - 1),
               .least = range.least,
               .most = range.most};
  if (!std::isfinite(made.estimate))
    return undefined_measure("the numbers are too large to be added up");
  made.estimate = std::clamp(made.estimate, range.least, range.most);
  made.gradient = gradient_of(top, bottom, made.estimate, all);
  const double variance = moments.variance(made.gradient, places);
  if (units < fewest) {
    made.why = fmt::format("fewer than {} people or clusters are too few for an interval of a mean",
                           fewest);
  } else if (!std::isfinite(variance)) {
    made.why = "the numbers are too large for their spread to be computed";
  } else if (!(variance > 0)) {
    made.why = "everybody in the group has the same value, which leaves no spread to go by";
  }
  made.se = std::sqrt(variance);
  return made;
}

Measure root(Measure square, const Moments& moments) {
  if (!square.is_defined()) return square;
  Measure made = square;
  made.kind = Measure::Kind::root;
  made.estimate = std::sqrt(square.estimate);
  if (!(square.estimate > 0)) {
    made.why = "every prediction in the group is right, which leaves no spread to go by";
    return made;
  }
  if (moments.units_in(1) < kFewestForRoot) {
    made.why = fmt::format(
        "fewer than {} people or clusters are too few for an interval of a root mean square",
        kFewestForRoot);
  }
  // A mean of squares that a few large ones make is known like a variance from few people.
  made.freedom = std::max(
      1.0, std::min(square.freedom, square.estimate * square.estimate / (square.se * square.se)));
  made.se = square.se / (2 * square.estimate);
  for (double& part : made.gradient) part /= 2 * square.estimate;
  return made;
}

}  // namespace

Measures measure_survey(const Tally& tally, const Tallies& roles) {
  Measures measures;
  const auto set = [&](RateName name, Measure measure) {
    measures[static_cast<std::size_t>(name)] = std::move(measure);
  };
  const auto add = [&](RateName name, unsigned events, unsigned among, const char* nobody) {
    set(name, share(tally, events, among, nobody));
  };
  if (roles.has_outcome) add(RateName::base_rate, kFn | kTp, kEverybody, kNobody);
  if (roles.has_decision) add(RateName::selection_rate, kFp | kTp, kEverybody, kNobody);
  if (roles.has_outcome && roles.has_decision) {
    add(RateName::fpr, kFp, kFp | kTn, kNoNegatives);
    add(RateName::tnr, kTn, kFp | kTn, kNoNegatives);
    add(RateName::fnr, kFn, kFn | kTp, kNoPositives);
    add(RateName::tpr, kTp, kFn | kTp, kNoPositives);
    add(RateName::ppv, kTp, kTp | kFp, kNoFlagged);
    add(RateName::fdr, kFp, kTp | kFp, kNoFlagged);
    add(RateName::npv, kTn, kTn | kFn, kNoUnflagged);
    add(RateName::for_, kFn, kTn | kFn, kNoUnflagged);
    add(RateName::accuracy, kTp | kTn, kEverybody, kNobody);
    set(RateName::balanced_accuracy,
        balanced(tally, measure_of(measures, RateName::tpr), measure_of(measures, RateName::tnr)));
    set(RateName::f1, harmonic(tally));
  }
  if (!roles.has_score) return measures;
  const Totals all = indicator(kEverybody);
  const auto one = [](std::size_t place) {
    Totals totals{};
    totals[place] = 1;
    return totals;
  };
  set(RateName::mean_score, mean(tally, one(kScoreTotal), all, kEverybody, {0, 1}));
  if (!roles.has_outcome) return measures;
  set(RateName::brier, mean(tally, one(kBrierTotal), all, kEverybody, {0, 1}));
  set(RateName::log_loss,
      tally.infinite_loss
          ? undefined_measure("a prediction of 0 or 1 was wrong, which makes the loss infinite")
          : mean(tally, one(kLossTotal), all, kEverybody, {.least = 0}));
  Totals gap = one(kScoreTotal);
  gap[2] = gap[3] = -1;
  set(RateName::calibration_gap, mean(tally, gap, all, kEverybody, {-1, 1}));
  set(RateName::calibration_slope, survey_slope(tally, roles.has_clusters));
  set(RateName::auc, survey_ranking(tally, roles.has_clusters));
  return measures;
}

Measures measure_numbers(const Tally& tally) {
  Measures measures;
  const auto one = [](std::size_t place) {
    Totals totals{};
    totals[place] = 1;
    return totals;
  };
  const auto set = [&](RateName name, Measure measure) {
    measures[static_cast<std::size_t>(name)] = std::move(measure);
  };
  const Totals people = one(kWeight);
  const auto mean_of = [&](std::size_t place, const Range& range) {
    return mean(tally, one(place), people, 1, range, kFewestForNumbers);
  };
  set(RateName::mean_outcome, mean_of(kOutcome, {}));
  set(RateName::mean_score, mean_of(kScore, {}));
  set(RateName::mean_error, mean_of(kError, {}));
  set(RateName::mae, mean_of(kAbsolute, {.least = 0}));
  set(RateName::rmse, root(mean_of(kSquared, {.least = 0}), tally.moments));
  return measures;
}

}  // namespace faultline::methods
