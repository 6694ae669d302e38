// AUC of groups against a count of all pairs, and where it is refused.

#include "faultline/methods/sources/auc.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// Scores in tenths, so that there are ties; the first group's say more about the outcome than the
/// others'. The last of four groups has nine people with the outcome.
SourcesInput scored(int groups) {
  SourcesInput input;
  rng::Stream stream(31, rng::Purpose::test, 0);
  SourcesInput::GivenModel given{.name = "p"};
  for (int g = 0; g < groups; ++g) {
    input.groups.emplace_back(1, static_cast<char>('a' + g));
    const int people = g == 3 ? 60 : 300;
    for (int i = 0; i < people; ++i) {
      const bool positive = g == 3 ? i < 9 : rng::bernoulli(stream, 0.4);
      const double pull = g == 0 ? 0.4 : 0.1;
      const double score = (positive ? pull : 0) + (1 - pull) * rng::uniform(stream);
      input.group.push_back(g);
      input.outcome.push_back(positive ? 1 : 0);
      given.score.push_back(std::round(10 * score) / 10);
    }
  }
  input.given.push_back(std::move(given));
  return input;
}

SourcesReport aucs_of(const SourcesInput& input, const SourcesOptions& options = {}) {
  SourcesReport report;
  const std::vector<EvaluatedModel> models{evaluate(input, options, input.given[0])};
  add_aucs(input, options, models, report);
  return report;
}

struct Brute {
  double auc = 0;
  double se = 0;
};

/// DeLong's estimate and variance from the share of pairs that every person wins.
Brute brute_force(const SourcesInput& input, std::int32_t group) {
  std::vector<double> scores[2];
  for (std::size_t i = 0; i < input.group.size(); ++i) {
    if (input.group[i] == group)
      scores[input.outcome[i] > 0.5 ? 1 : 0].push_back(input.given[0].score[i]);
  }
  std::vector<double> share[2] = {std::vector<double>(scores[0].size(), 0.0),
                                  std::vector<double>(scores[1].size(), 0.0)};
  Brute brute;
  for (std::size_t p = 0; p < scores[1].size(); ++p) {
    for (std::size_t n = 0; n < scores[0].size(); ++n) {
      const double won = scores[1][p] > scores[0][n] ? 1 : scores[1][p] == scores[0][n] ? 0.5 : 0;
      share[1][p] += won / static_cast<double>(scores[0].size());
      share[0][n] += won / static_cast<double>(scores[1].size());
    }
  }
  for (const double one : share[1]) brute.auc += one / static_cast<double>(share[1].size());
  double variance = 0;
  for (const std::vector<double>& side : share) {
    const auto m = static_cast<double>(side.size());
    for (const double one : side) variance += (one - brute.auc) * (one - brute.auc) / (m - 1) / m;
  }
  brute.se = std::sqrt(variance);
  return brute;
}

TEST(SourcesAuc, IsThatOfAllPairs) {
  const SourcesInput input = scored(3);
  const SourcesReport report = aucs_of(input);
  ASSERT_EQ(report.aucs.size(), 3U);
  for (std::int32_t g = 0; g < 3; ++g) {
    const SourcesReport::Auc& one = report.aucs[static_cast<std::size_t>(g)];
    const Brute brute = brute_force(input, g);
    EXPECT_EQ(one.model, "p");
    EXPECT_EQ(one.positive + one.negative, 300);
    EXPECT_NEAR(*one.auc, brute.auc, 1e-12);
    EXPECT_NEAR(one.se, brute.se, 1e-12);
    EXPECT_LT(one.interval->first, *one.auc);
    EXPECT_GT(one.interval->second, *one.auc);
    EXPECT_NEAR(one.interval->second - one.interval->first, 2 * 1.96 * one.se, 0.01);
  }
}

TEST(SourcesAuc, DifferencesOfAllPairsOfGroups) {
  const SourcesInput input = scored(3);
  const SourcesReport report = aucs_of(input);
  ASSERT_EQ(report.auc_gaps.size(), 3U);
  EXPECT_EQ(report.auc_gaps[0].groups, (SourcesReport::Groups{"a", "b"}));
  EXPECT_EQ(report.auc_gaps[2].groups, (SourcesReport::Groups{"b", "c"}));
  for (const SourcesReport::AucGap& gap : report.auc_gaps) {
    const Brute first = brute_force(input, gap.groups.first[0] - 'a');
    const Brute second = brute_force(input, gap.groups.second[0] - 'a');
    const double z = std::abs(first.auc - second.auc) / std::hypot(first.se, second.se);
    EXPECT_NEAR(gap.difference, first.auc - second.auc, 1e-12);
    EXPECT_NEAR(*gap.p_value, 2 * math::normal_upper_tail(z), 1e-12);
    EXPECT_LT(gap.interval->first, gap.difference);
    EXPECT_GT(gap.interval->second, gap.difference);
    EXPECT_GE(*gap.p_value_adjusted, *gap.p_value);
  }
  EXPECT_LT(*report.auc_gaps[0].p_value_adjusted, 0.001);  // the first group's scores say more
  EXPECT_GT(*report.auc_gaps[2].p_value_adjusted, 0.05);
}

TEST(SourcesAuc, OfFewIsNotTold) {
  const SourcesReport report = aucs_of(scored(4));
  ASSERT_EQ(report.aucs.size(), 4U);
  EXPECT_FALSE(report.aucs[3].auc);
  EXPECT_FALSE(report.aucs[3].interval);
  EXPECT_EQ(report.aucs[3].positive, 9);
  EXPECT_EQ(report.aucs[3].negative, 51);
  EXPECT_EQ(report.auc_gaps.size(), 3U);  // of the first three
}

TEST(SourcesAuc, OfEqualScoresHasNoInterval) {
  SourcesInput input = scored(2);
  input.given[0].score.assign(input.outcome.size(), 0.3);
  const SourcesReport report = aucs_of(input);
  EXPECT_DOUBLE_EQ(*report.aucs[0].auc, 0.5);
  EXPECT_FALSE(report.aucs[0].interval);
  EXPECT_FALSE(report.auc_gaps[0].p_value);
}

TEST(SourcesAuc, IsNoneOfNumbersNorWhereSingleCostsAreAskedFor) {
  SourcesInput input = scored(2);
  EXPECT_TRUE(aucs_of(input, {.cost_metrics = {CostMetric::fpr}}).aucs.empty());
  input.outcome_kind = model::OutcomeKind::number;
  EXPECT_TRUE(aucs_of(input).aucs.empty());
}

}  // namespace
}  // namespace faultline::methods
