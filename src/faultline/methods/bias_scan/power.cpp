#include "faultline/methods/bias_scan/power.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/methods/detectable_effect.hpp"

namespace faultline::methods {
namespace {

// Below this many profiles the Gaussian limit is visibly off. Simulated type-I error over all
// subsets at alpha = .05: .07 to .08 at M = 10, .05 to .065 at M = 24, .04 at M = 144
// (docs/methods/bias-scan-theory.md).
constexpr std::int64_t kFewProfiles = 100;

bool scans(const PowerInput& input, Direction direction) {
  return std::any_of(
      input.directions.begin(), input.directions.end(),
      [direction](const PowerReport::Side& side) { return side.direction == direction; });
}

/// Why h(alpha) does not speak of this scan.
void note_where_it_does_not_apply(const PowerInput& input, PowerReport& report) {
  std::vector<std::string> reasons;
  if (!input.one_prediction_per_profile) {
    reasons.emplace_back(
        "some profiles carry several predictions, and it is derived for one prediction per "
        "profile");
  }
  if (input.certain_predictions > 0) {
    reasons.push_back(fmt::format(
        "{} {} a prediction of 0 or 1, and it needs probabilities strictly between them",
        with_thousands(input.certain_predictions),
        input.certain_predictions == 1 ? "person has" : "people have"));
  }
  if (!scans(input, Direction::lower)) {
    reasons.emplace_back(
        "it speaks of over-estimated probabilities (direction lower), and this scan looks at "
        "direction higher only");
  }
  report.applicable = reasons.empty();
  if (report.applicable) return;
  report.notices.push_back(Notice::note(
      fmt::format("The theory's h(alpha) is not given: {}.", fmt::join(reasons, "; "))));
}

using Effect = result::Detectable::Effect;

/// In `share` of these people, or in all of them.
Effect effect_in(const PowerPeople& people, const PowerReport::Side& side, double penalty,
                 double share) {
  const bool lower = side.direction == Direction::lower;
  std::vector<double> p = people.p;
  if (lower) {
    for (double& one : p) one = 1 - one;
  }
  const search::PredictionsView view{p, people.n};
  double everybody = 0;
  for (const std::int64_t n : people.n) everybody += static_cast<double>(n);
  const double expected = search::expected_events(view, 0) / everybody;
  Effect effect{.n = std::llround(share * everybody), .expected = lower ? 1 - expected : expected};
  const auto theta =
      odds_effect(view, wanted_ratio(needed_root(side.critical_score, penalty)), share);
  if (!theta) return effect;
  effect.theta = std::exp(lower ? -*theta : *theta);
  const double rate = search::expected_events(view, *theta) / everybody;
  effect.rate = lower ? 1 - rate : rate;
  return effect;
}

void add_effects(const PowerInput& input, PowerReport::Side& side) {
  if (input.everybody.n.empty() || !std::isfinite(side.critical_score)) return;
  for (const PowerPeople& found : input.found) {
    if (found.direction != side.direction) continue;
    side.effects.push_back(effect_in(found, side, found.penalty, 1));
    side.effects.back().text = found.text;
  }
  side.effects.push_back(effect_in(input.everybody, side, 0, 1));
  side.effects.back().text = input.everybody.text;
  for (const double share : kToldShares) {
    Effect part = effect_in(input.everybody, side, input.penalty, share);
    if (part.n < 1) continue;
    part.share = share;
    part.text = fmt::format("{:.0f} % of the people", 100 * share);
    side.effects.push_back(std::move(part));
  }
}

void note_assumptions(const PowerInput& input, PowerReport& report) {
  report.notices.push_back(Notice::note(
      "h(alpha) is asymptotic (much training data, many people per profile, many profiles: with 10 "
      "profiles it is exceeded by "
      "chance in about .08 of data sets at alpha = .05, over all subsets of profiles) and no "
      "replacement for the test of this run."));
  if (input.profiles < kFewProfiles) {
    report.notices.push_back(Notice::note(fmt::format(
        "With {} {} the Gaussian limit is rough: with 10 profiles, simulation finds a type-I error "
        "at alpha = .05 of .07 to .08 over "
        "all subsets and .04 over rectangular subgroups, and at alpha = .01 of .03 and .013.",
        with_thousands(input.profiles), input.profiles == 1 ? "profile" : "profiles")));
  }
  if (scans(input, Direction::higher)) {
    report.notices.push_back(
        Notice::note("h(alpha) speaks of the finding in direction lower only."));
  }
  if (input.penalty > 0) {
    report.notices.push_back(Notice::note(fmt::format(
        "h(alpha) is for scores without penalty: compare it with a scan at penalty 0. Against "
        "scores with penalty {} it is "
        "safe but late, and a subgroup needs a larger bias than the one named to be found.",
        shortest(input.penalty))));
  }
}

/// The subgroup in one direction, against the score that the test had to exceed there.
PowerReport::SubgroupSide subgroup_side(const PowerInput& input, const PowerSubgroup& given,
                                        const PowerReport::Side& side) {
  const theory::Cells people{given.n, given.y, given.p};
  const bool lower = side.direction == Direction::lower;
  // The theory speaks of "lower"; the other direction is its mirror.
  const theory::Mirrored mirror(people);
  const theory::Cells cells = lower ? people : mirror.cells();
  PowerReport::SubgroupSide out{.direction = side.direction};
  if (theory::q_mle(cells) < 1)
    out.score = std::max(0.0, theory::score_without_bias(cells) - given.penalty);
  if (std::isfinite(side.critical_score)) {
    out.delta_threshold = theory::detectable_delta(cells, side.critical_score + given.penalty);
    if (out.delta_threshold && !lower) out.delta_threshold = 1 / *out.delta_threshold;
  }
  for (const double delta : input.deltas) {
    out.limit_scores.push_back(
        {.delta = lower ? delta : 1 / delta, .score = theory::limit_score(cells, delta)});
  }
  return out;
}

void add_subgroup(const PowerInput& input, const PowerSubgroup& given, PowerReport& report) {
  const theory::Cells cells{given.n, given.y, given.p};
  if (std::any_of(given.p.begin(), given.p.end(), [](double p) { return !(p > 0 && p < 1); })) {
    report.notices.push_back(Notice::note(
        fmt::format("No detectable bias is given for {}: it contains predictions of 0 or 1, on "
                    "which a sampling bias has no effect.",
                    given.text)));
    return;
  }
  PowerReport::Subgroup out;
  out.text = given.text;
  out.q_mle = theory::q_mle(cells);  // also checks the cells
  for (const std::int64_t n : given.n) out.n += n;
  for (const std::int64_t y : given.y) out.observed_count += static_cast<double>(y);
  if (given.people_in_data < out.n) {
    throw InternalError(fmt::format("the subgroup has {} people and the whole data {}", out.n,
                                    given.people_in_data));
  }
  out.score_without_bias = theory::score_without_bias(cells);
  out.delta_threshold = theory::detectable_delta(cells, report.critical_value);
  const double share = static_cast<double>(out.n) / static_cast<double>(given.people_in_data);
  for (const double delta : input.deltas) {
    out.limit_scores.push_back({.delta = delta, .score = theory::limit_score(cells, delta)});
    out.normalised_scores.push_back(
        {.delta = delta, .score = theory::normalised_limit_score(cells, delta, share)});
  }
  for (const PowerReport::Side& side : input.directions)
    out.directions.push_back(subgroup_side(input, given, side));
  report.notices.push_back(Notice::note(
      "The subgroup's numbers take the data's predictions for the true probabilities, and suppose "
      "a consistent classifier "
      "that was trained on unlimited data."));
  if (report.applicable && !out.delta_threshold) {
    report.notices.push_back(Notice::note(
        fmt::format("No sampling bias is large enough to be found in {}: {}.", given.text,
                    out.observed_count == static_cast<double>(out.n)
                        ? "everybody in it has the event"
                        : "its score cannot reach the critical value")));
  }
  report.subgroup = std::move(out);
}

}  // namespace

PowerReport power_report(const PowerInput& input) {
  PowerReport report;
  report.profiles = input.profiles;
  report.alpha = input.alpha;
  report.critical_value = theory::critical_value(input.profiles, input.alpha);
  report.directions = input.directions;
  for (PowerReport::Side& side : report.directions) add_effects(input, side);
  note_where_it_does_not_apply(input, report);
  if (report.applicable) note_assumptions(input, report);
  if (input.subgroup) add_subgroup(input, *input.subgroup, report);
  return report;
}

}  // namespace faultline::methods
