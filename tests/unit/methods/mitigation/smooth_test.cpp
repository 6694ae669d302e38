// Thresholds by points: exact shares, groups, strengths, and what is told of people held out.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/table.hpp"
#include "faultline/methods/bias_scan/holdout.hpp"
#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/methods/mitigation/decision_cost.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/mitigation/smooth_fit.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

TEST(ExactCutoff, FlagsExactlyTheShareOfAnyScores) {
  int lots = 0;
  for (std::uint32_t problem = 0; problem < 3000; ++problem) {
    rng::Stream stream(21, rng::Purpose::test, problem);
    ScoreCounts scores;
    std::int64_t all = 0;
    for (std::uint64_t i = 0; i < 1 + rng::below(stream, 9); ++i) {
      scores.emplace_back(static_cast<double>(rng::below(stream, 12)) / 12,
                          1 + static_cast<std::int64_t>(rng::below(stream, 6)));
      all += scores.back().second;
    }
    const double share =
        problem % 3 == 0
            ? 1.2 * rng::uniform(stream) - 0.1
            : static_cast<double>(rng::below(stream, static_cast<std::uint64_t>(all) + 1)) /
                  static_cast<double>(all);
    const Cutoff cutoff = exact_cutoff(scores, share);
    double flagged = 0;
    std::int64_t boundary = 0;
    for (const auto& [score, n] : scores) {
      if (passes(score, cutoff)) flagged += static_cast<double>(n);
      if (score == cutoff.threshold) boundary += n;
      if (on_boundary(score, cutoff)) flagged += *cutoff.boundary_share * static_cast<double>(n);
    }
    const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(all);
    EXPECT_NEAR(flagged, wanted, boundary == 1 ? 0.5 + 1e-9 : 1e-6) << problem;
    if (cutoff.boundary_share) ++lots;
  }
  EXPECT_GT(lots, 500);
  EXPECT_THROW((void)exact_cutoff({{0.5, 0}}, 0.5), InternalError);
}

TEST(ExactCutoff, IsTheOldThresholdWhereTheOldShareIsAsked) {
  const ScoreCounts deciles{{0.2, 10}, {0.5, 10}, {0.6, 20}, {0.7, 10}};
  const Cutoff cutoff = exact_cutoff(deciles, 0.6);
  EXPECT_FALSE(cutoff.boundary_share);
  EXPECT_TRUE(passes(0.6, cutoff));
  EXPECT_FALSE(passes(0.5, cutoff));
  // Deciles could only reach 20 % or 60 %.
  EXPECT_EQ(exact_cutoff(deciles, 0.4),
            (Cutoff{.comparator = Comparator::above, .threshold = 0.6, .boundary_share = 0.5}));
}

TEST(EvenLots, DealTheShareToLessThanOnePerson) {
  EvenLots lots;
  std::int64_t flagged = 0;
  std::int64_t people = 0;
  for (std::int64_t n = 1; n < 40; ++n) {
    const std::int64_t now = lots.flag(n, 0.37, 3);
    EXPECT_GE(now, 0);
    EXPECT_LE(now, n);
    flagged += now;
    people += n;
    EXPECT_LT(std::abs(static_cast<double>(flagged) - 0.37 * static_cast<double>(people)), 1);
  }
}

TEST(Lots, GoByTheIdAndNotByTheRow) {
  int flagged = 0;
  for (int person = 0; person < 4000; ++person) {
    const std::string id = "person " + std::to_string(person);
    EXPECT_EQ(lot_flags(0.3, 7, person, id), lot_flags(0.3, 7, 4000 - person, id));
    if (lot_flags(0.3, 7, 1, id)) ++flagged;
    // Who is flagged at a share is flagged at every larger one.
    EXPECT_LE(lot_flags(0.3, 7, 1, id), lot_flags(0.4, 7, 1, id));
  }
  // Five standard deviations: a false alarm below 1e-6.
  EXPECT_NEAR(flagged, 1200, 5 * std::sqrt(4000 * 0.3 * 0.7));
  EXPECT_FALSE(lot_flags(0, 7, 1, "a"));
  EXPECT_TRUE(lot_flags(1, 7, 1, "a"));
}

TEST(PointsRule, GroupsAndTheirNames) {
  PointsRule rule;
  rule.cuts = {-3, 0, 4};
  rule.thresholds.resize(4);
  EXPECT_EQ(rule.group_of(-9), 0U);
  EXPECT_EQ(rule.group_of(-3), 0U);
  EXPECT_EQ(rule.group_of(-2), 1U);
  EXPECT_EQ(rule.group_of(4), 2U);
  EXPECT_EQ(rule.group_of(5), 3U);
  EXPECT_EQ(points_words(rule, 0), "up to -3 points");
  EXPECT_EQ(points_words(rule, 1), "-2 to 0 points");
  EXPECT_EQ(points_words(rule, 3), "5 points or more");
  EXPECT_EQ(points_words(PointsRule{}, 0), "any number of points");
}

/// 3,000 people with decile-like scores; the scores of group F are too high by `bias`.
data::Profiles people(std::uint64_t seed, double bias, bool reversed = false) {
  rng::Stream stream(seed, rng::Purpose::test, 5);
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> score;
  std::vector<double> p;
  std::vector<double> outcome;
  for (int i = 0; i < 3000; ++i) {
    sex.emplace_back(rng::bernoulli(stream, 0.4) ? "F" : "M");
    region.emplace_back(1, static_cast<char>('a' + rng::below(stream, 4)));
    p.push_back(0.1 + 0.1 * static_cast<double>(rng::below(stream, 7)));
    const double noise = static_cast<double>(rng::below(stream, 5)) / 10 - 0.2;
    score.push_back(
        std::round(10 * std::clamp(p.back() + noise + (sex.back() == "F" ? bias : 0), 0.0, 1.0)) /
        10);
    outcome.push_back(rng::bernoulli(stream, p.back()) ? 1 : 0);
  }
  if (reversed) {
    std::reverse(sex.begin(), sex.end());
    std::reverse(region.begin(), region.end());
    for (std::vector<double>* column : {&score, &p, &outcome})
      std::reverse(column->begin(), column->end());
  }
  data::Table table;
  table.add(data::make_categorical("sex", sex));
  table.add(data::make_categorical("region", region));
  table.add(data::NumericColumn{"score", score});
  table.add(data::NumericColumn{"p", p});
  table.add(data::NumericColumn{"y", outcome});
  data::ProfileRoles roles;
  roles.attributes = {"sex", "region"};
  roles.prediction = "score";
  roles.numbers = {"p"};
  roles.outcome = "y";
  return data::make_profiles(table, roles);
}

MitigationInput input_of(const data::Profiles& profiles) {
  return {.profiles = profiles, .scanned = {"sex", "region"}, .true_probability = "p"};
}

MitigationOptions smooth_options() {
  MitigationOptions options;
  options.lambda = 0.5;
  options.scan.replicates = 0;
  options.scan.threads = 1;
  options.resamples = 40;
  return options;
}

TEST(SmoothFit, EveryGroupMeetsItsTargetExactly) {
  for (const Move move : {Move::both, Move::up, Move::down}) {
    for (const ErrorRate error : {ErrorRate::fpr, ErrorRate::tpr}) {
      const data::Profiles profiles = people(3, 0.15);
      MitigationOptions options = smooth_options();
      options.move = move;
      options.error = error;
      const std::vector<std::int64_t> old = decide(profiles, std::vector{options.base});
      const SmoothFit fit = fit_smooth(input_of(profiles), options, old);
      ASSERT_GE(fit.groups.size(), 3U);
      const PointsRule rule = rule_at(fit, options, 0.75);
      const std::vector<std::int64_t> positive = decide(profiles, rule);
      const std::vector<std::size_t> groups = groups_of(profiles, rule);
      const std::uint8_t wanted = error == ErrorRate::fpr ? 0 : 1;
      std::vector<std::int64_t> flagged(fit.groups.size(), 0);
      std::vector<std::int64_t> audited(fit.groups.size(), 0);
      for (std::size_t k = 0; k < positive.size(); ++k) {
        if (move == Move::up) {
          EXPECT_LE(positive[k], old[k]);
        }
        if (move == Move::down) {
          EXPECT_GE(positive[k], old[k]);
        }
        if (profiles.outcome[k] != wanted) continue;
        flagged[groups[k]] += positive[k];
        audited[groups[k]] += profiles.count[k];
      }
      for (std::size_t g = 0; g < fit.groups.size(); ++g) {
        EXPECT_EQ(audited[g], fit.groups[g].audited);
        double change = 0.75 * (fit.groups[g].expected - fit.groups[g].fitted);
        if (move == Move::up) change = std::min(change, 0.0);
        if (move == Move::down) change = std::max(change, 0.0);
        EXPECT_NEAR(static_cast<double>(flagged[g]),
                    (fit.groups[g].rate + change) * static_cast<double>(audited[g]), 1.0);
      }
      EXPECT_EQ(decide(profiles, rule_at(fit, options, 0)), old);
    }
  }
}

TEST(SmoothFit, NobodyFlaggedLeavesNothingToFit) {
  const data::Profiles profiles = people(3, 0);
  MitigationOptions options = smooth_options();
  options.base.threshold = 2;
  const SmoothFit fit =
      fit_smooth(input_of(profiles), options, std::vector<std::int64_t>(profiles.count.size(), 0));
  EXPECT_TRUE(fit.points.points.empty());
  EXPECT_EQ(rule_at(fit, options, 1).thresholds.size(), 1U);
}

TEST(Smooth, HelpsPeopleItDidNotSeeAndTellsThePrice) {
  const data::Profiles all = people(4, 0.2);
  const HoldoutParts parts = hold_out(all, 0.5, 9);
  const MitigationInput tested = input_of(parts.held_out);
  MitigationInput made = input_of(parts.searched);
  made.held_out = &tested;
  const MitigationOptions options = smooth_options();
  const MitigationResult result = mitigate(made, options);
  const MitigationReport& report = result.report;
  EXPECT_EQ(report.made_from, 1500);
  EXPECT_EQ(report.tested_on, 1500);
  EXPECT_GT(*report.strength, 0);
  EXPECT_LT(result.after.score, 0.5 * result.before.score);
  // F was flagged too often: its points are the higher ones.
  EXPECT_GT(report.points->points[0].values[0].points, report.points->points[0].values[1].points);

  // The ledger, counted by hand.
  const std::vector<std::int64_t> old = decide(parts.held_out, std::vector{options.base});
  const std::vector<std::int64_t> positive = decide(parts.held_out, *report.points);
  const Ledger& ledger = *report.ledger;
  std::int64_t fp = 0;
  std::int64_t fn = 0;
  std::int64_t changed = 0;
  for (std::size_t k = 0; k < old.size(); ++k) {
    if (parts.held_out.outcome[k] == 0) fp += positive[k];
    if (parts.held_out.outcome[k] != 0) fn += parts.held_out.count[k] - positive[k];
    changed += std::abs(positive[k] - old[k]);
  }
  EXPECT_EQ(ledger.after.false_positives, fp);
  EXPECT_EQ(ledger.after.false_negatives, fn);
  EXPECT_EQ(report.changed, changed);
  EXPECT_DOUBLE_EQ(ledger.costs.disparity, 4);
  EXPECT_NEAR(ledger.after.cost, static_cast<double>(fp + fn) + 4 * ledger.after.excess, 1e-9);
  EXPECT_NEAR(ledger.change, ledger.after.cost - ledger.before.cost, 1e-9);
  EXPECT_LT(ledger.interval->first, ledger.change);
  EXPECT_GT(ledger.interval->second, ledger.change);
  std::int64_t people_in_parts = 0;
  std::int64_t fp_in_parts = 0;
  for (const Ledger::Group& group : ledger.groups) {
    people_in_parts += group.n;
    fp_in_parts += group.false_positives_after;
  }
  EXPECT_EQ(people_in_parts, 1500);
  EXPECT_EQ(fp_in_parts, fp);
  EXPECT_TRUE(report.before.front().fpr_interval);
}

TEST(Smooth, DoesNotDependOnThreadsOrTheOrderOfRows) {
  const data::Profiles one = people(6, 0.15);
  const data::Profiles other = people(6, 0.15, true);
  MitigationOptions options = smooth_options();
  const MitigationReport a = mitigate(input_of(one), options).report;
  options.scan.threads = 3;
  const MitigationReport b = mitigate(input_of(other), options).report;
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.strengths, b.strengths);
  EXPECT_EQ(a.ledger->change, b.ledger->change);
  EXPECT_EQ(a.ledger->interval, b.ledger->interval);
}

TEST(Smooth, WithoutABiasItSeldomChangesAnything) {
  int changed = 0;
  for (std::uint64_t seed = 50; seed < 60; ++seed) {
    MitigationOptions options = smooth_options();
    options.lambda = 1;
    const data::Profiles profiles = people(seed, 0);
    if (*mitigate(input_of(profiles), options).report.strength > 0) ++changed;
  }
  EXPECT_LE(changed, 7);
}

TEST(Smooth, MirroredHarmLooksForRatesThatAreTooLow) {
  const data::Profiles profiles = people(8, -0.15);
  MitigationOptions options = smooth_options();
  options.error = ErrorRate::tpr;
  options.scan.harm = Harm::negative;
  options.move = Move::down;
  const MitigationResult result = mitigate(input_of(profiles), options);
  EXPECT_GT(*result.report.strength, 0);
  EXPECT_EQ(result.report.no_longer, 0);
  EXPECT_GT(result.report.changed, 0);
  EXPECT_LT(result.after.score, result.before.score);
  options.method = MitigationMethod::iterative;
  EXPECT_THROW((void)mitigate(input_of(profiles), options), ConfigError);
}

TEST(Costs, FollowFromLambda) {
  EXPECT_EQ(costs_at(0.5).disparity, 4);
  EXPECT_EQ(costs_at(0.5).false_positive, 1);
  EXPECT_EQ(costs_at(0).false_negative, 0);
  EXPECT_EQ(costs_at(0).disparity, 1);
}

TEST(IterativeMitigation, MeetsTheTargetExactlyByLot) {
  const data::Profiles profiles = people(10, 0.2);
  MitigationOptions options = smooth_options();
  options.method = MitigationMethod::iterative;
  options.quantile = Quantile::exact;
  options.max_corrections = 1;
  const MitigationReport report = mitigate(input_of(profiles), options).report;
  ASSERT_EQ(report.corrections.size(), 1U);
  const auto& step = report.corrections.front();
  EXPECT_NEAR(step.rate_after, step.target, 1.0 / static_cast<double>(step.n));
  ASSERT_TRUE(step.boundary_share);
  EXPECT_EQ(report.rules.back().boundary_share, step.boundary_share);
  options.quantile = Quantile::higher;
  EXPECT_LT(mitigate(input_of(profiles), options).report.corrections.front().rate_after,
            step.rate_after);
}

}  // namespace
}  // namespace faultline::methods
