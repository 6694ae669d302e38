#include "faultline/methods/compare/paired_change.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/math/normal.hpp"
#include "faultline/math/paired_shares.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/math/two_sample_interval.hpp"
#include "faultline/methods/compare/influence.hpp"
#include "faultline/methods/metrics/comparison.hpp"

namespace faultline::methods {
namespace {

using Change = CompareReport::Change;
using Entries = std::vector<SideEntry>;

constexpr const char* kAlike = "both models say the same of everybody in the group";

/// Whether the rate is about the same people, whoever the model flags.
bool same_people(RateName rate) {
  using enum RateName;
  return rate == selection_rate || rate == fpr || rate == tnr || rate == fnr || rate == tpr ||
         rate == accuracy;
}

void compare_shares(RateName rate, const Entries& before, const Entries& after, std::int64_t n,
                    double confidence, Change& change) {
  std::int64_t gained = 0;
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const ShareOf one = share_of(rate, before[i]);
    const ShareOf other = share_of(rate, after[i]);
    if (!one.among || one.event == other.event) continue;
    (other.event ? gained : lost) += before[i].count;
  }
  change.interval = math::tango_interval(gained, lost, n, confidence);
  change.test = RateTest::mcnemar;
  change.p_value = math::mcnemar_exact(gained, lost);
}

void compare_means(RateName rate, const Entries& before, const Entries& after, std::int64_t n,
                   double confidence, Change& change) {
  math::CompensatedSum sum;
  math::CompensatedSum squares;
  std::int64_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double d = value_of(rate, after[i]) - value_of(rate, before[i]);
    if (d != 0) changed += before[i].count;
    sum.add(d * static_cast<double>(before[i].count));
    squares.add(d * d * static_cast<double>(before[i].count));
  }
  const auto all = static_cast<double>(n);
  const double mean = sum.value() / all;
  const double spread = squares.value() - sum.value() * mean;
  // Of rounding, nothing is left of a spread below this.
  constexpr double kRounding = 1e-14;
  if (changed == 0 || !(spread > kRounding * squares.value())) {
    change.why =
        changed == 0 ? kAlike : "everybody's value changed by the same, which is no spread";
    return;
  }
  if (changed < kFewestForMean) {
    change.why = fmt::format("fewer than {} people whose value changed are too few for an interval",
                             kFewestForMean);
    return;
  }
  const double se = std::sqrt(spread / (all - 1) / all);
  const double t = -math::student_t_quantile((1 - confidence) / 2, all - 1) * se;
  change.interval = std::pair{mean - t, mean + t};
  if (changed < kFewestToTest) {
    change.why = fmt::format("not tested, because a test needs {} people whose value changed",
                             kFewestToTest);
    return;
  }
  change.test = RateTest::paired_t;
  change.p_value = math::student_t_two_sided(mean / se, all - 1);
}

void compare_rankings(const Entries& before, const Entries& after, const Measure& one,
                      const Measure& other, double confidence, Change& change) {
  if (one.n < kFewestForRanks || one.other_n < kFewestForRanks) {
    change.why = fmt::format("an interval needs {} people with the outcome and {} without",
                             kFewestForRanks, kFewestForRanks);
    return;
  }
  const std::vector<double> u = influences(RateName::auc, before, one);
  const std::vector<double> w = influences(RateName::auc, after, other);
  math::CompensatedSum positives;
  math::CompensatedSum negatives;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double d = w[i] - u[i];
    (before[i].outcome ? positives : negatives).add(d * d * static_cast<double>(before[i].count));
  }
  const auto p = static_cast<double>(one.n);
  const auto n = static_cast<double>(one.other_n);
  const double variance = positives.value() * p / (p - 1) + negatives.value() * n / (n - 1);
  // Ranks that are the same but for rounding.
  constexpr double kRounding = 1e-20;
  if (!(variance > kRounding)) {
    change.why = "both models rank the people of the group alike";
    return;
  }
  const double se = std::sqrt(variance);
  const double z = -math::normal_quantile((1 - confidence) / 2) * se;
  change.interval =
      std::pair{std::max(-1.0, *change.difference - z), std::min(1.0, *change.difference + z)};
  if (one.n < kFewestRanksToTest || one.other_n < kFewestRanksToTest) {
    change.why =
        fmt::format("not tested, because a test needs {} people with and {} without the outcome",
                    kFewestRanksToTest, kFewestRanksToTest);
    return;
  }
  change.test = RateTest::normal;
  change.p_value = 2 * math::normal_upper_tail(std::abs(*change.difference) / se);
}

void compare_others(RateName rate, const Entries& before, const Entries& after, const Measure& one,
                    const Measure& other, double confidence, Change& change) {
  const bool alike =
      std::equal(before.begin(), before.end(), after.begin(),
                 [](const SideEntry& a, const SideEntry& b) { return a.decision == b.decision; });
  if (alike) {
    change.why = kAlike;
    return;
  }
  const Interval at = interval_of(one, confidence);
  const Interval at_other = interval_of(other, confidence);
  if (at && at_other) {
    change.interval = math::difference_interval(
        {other.estimate, at_other->first, at_other->second}, {one.estimate, at->first, at->second},
        correlation(before, influences(rate, after, other), influences(rate, before, one)));
  }
  change.why = "not tested, because each model chooses the people that it is about";
}

}  // namespace

std::optional<RateName> paired_tested_as(RateName rate) {
  using enum RateName;
  if (rate == calibration_gap) return mean_score;
  if (rate == ppv || rate == npv || rate == fdr || rate == for_) return std::nullopt;
  return tested_as(rate);
}

void compare_paired(RateName rate, const Entries& before, const Entries& after,
                    const Measure& measure_before, const Measure& measure_after, double confidence,
                    Change& change) {
  for (const Measure* measure : {&measure_before, &measure_after}) {
    if (measure->is_defined()) continue;
    change.why = measure->why;
    change.verdict = Verdict::not_comparable;
  }
  if (measure_before.is_defined()) change.before = measure_before.estimate;
  if (measure_after.is_defined()) change.after = measure_after.estimate;
  if (!change.before || !change.after) return;
  change.difference = *change.after - *change.before;
  switch (measure_before.kind) {
    case Measure::Kind::mean:
      return compare_means(rate, before, after, measure_before.n, confidence, change);
    case Measure::Kind::ranking:
      return compare_rankings(before, after, measure_before, measure_after, confidence, change);
    case Measure::Kind::slope:
      change.why = "not tested";
      return;
    default:
      break;
  }
  if (same_people(rate)) {
    compare_shares(rate, before, after, measure_before.n, confidence, change);
  } else {
    compare_others(rate, before, after, measure_before, measure_after, confidence, change);
  }
}

}  // namespace faultline::methods
