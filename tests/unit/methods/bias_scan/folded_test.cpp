// Bias Scan when the distinct predictions were folded away: the same findings, and a winner whose
// score is exact because its people pass by a second time.

#include <cmath>

#include "bias_scan_people.hpp"
#include "support/naive_scan.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/rescore.hpp"

namespace faultline::methods {
namespace {

using search::Direction;

BiasScanInput folded_input(const testing::Folded& folded, const data::Profiles& profiles) {
  BiasScanInput input{folded.cells, &folded.laws};
  input.send_again = [&profiles](const search::Subgroup& subgroup, data::ProfileSink& sink) {
    send_subgroup(profiles, subgroup, sink);
  };
  return input;
}

void expect_same_findings(const data::Profiles& profiles, const BiasScanOptions& options) {
  const auto kept = search::make_bernoulli_cells(profiles);
  const testing::Folded folded = testing::fold(profiles);
  ASSERT_TRUE(folded.cells.folded());
  ASSERT_EQ(folded.laws.size(), folded.cells.cells());
  const BiasScanResult one = bias_scan({kept}, options);
  const BiasScanResult two = bias_scan(folded_input(folded, profiles), options);
  ASSERT_EQ(one.findings.size(), two.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    const Finding& a = one.findings[i];
    const Finding& b = two.findings[i];
    EXPECT_EQ(a.subgroup, b.subgroup);
    EXPECT_NEAR(a.score, b.score, 1e-9);
    EXPECT_NEAR(a.log_likelihood_ratio, b.log_likelihood_ratio, 1e-9);
    EXPECT_EQ(a.theta.has_value(), b.theta.has_value());
    EXPECT_EQ(a.theta_limit, b.theta_limit);
    if (a.theta && b.theta) {
      EXPECT_NEAR(*a.theta / *b.theta, 1, 1e-6);
    }
    EXPECT_EQ(a.n, b.n);
    EXPECT_EQ(a.observed, b.observed);
    EXPECT_EQ(a.expected, b.expected);
    EXPECT_EQ(a.breakdown.size(), b.breakdown.size());
  }
}

TEST(BiasScanFolded, GivesTheSameFindings) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const data::Profiles profiles = biased_people(3, 0.3, seed);
    for (const auto strategy :
         {search::Strategy::exhaustive, search::Strategy::bounded, search::Strategy::ascent}) {
      expect_same_findings(
          profiles,
          {{.strategy = strategy, .top = 2, .max_overlap = 0.9, .replicates = 0, .threads = 1}});
    }
  }
}

TEST(BiasScanFolded, TheTestUsesTheLaws) {
  const data::Profiles profiles = biased_people(6, 1.0 / 6, 3);
  const testing::Folded folded = testing::fold(profiles);
  const BiasScanOptions options{{.replicates = 199, .threads = 1}};
  for (const Finding& finding : bias_scan(folded_input(folded, profiles), options).findings) {
    EXPECT_DOUBLE_EQ(finding.p_value.value(), 1.0 / 200);
    EXPECT_EQ(finding.null.scores.size(), 199U);
  }
}

TEST(BiasScanFolded, WithoutLawsATestIsRefused) {
  const data::Profiles profiles = biased_people(2, 1, 3);
  const testing::Folded folded = testing::fold(profiles);
  EXPECT_THROW(static_cast<void>(bias_scan({folded.cells}, {{.replicates = 9}})), InternalError);
  EXPECT_NO_THROW(static_cast<void>(bias_scan({folded.cells}, {{.replicates = 0}})));
}

TEST(BiasScanFolded, AWinnerPastTheNodesIsRescoredExactly) {
  // Rare events that happened to most: log q near 8, past the last node at 3.5; the search sees a
  // lower bound and certifies nothing, the finding has the exact score.
  std::vector<testing::Group> groups;
  for (int i = 0; i < 10; ++i) {
    const double p = 1e-3 * (1 + i);
    groups.push_back({{0}, p, 20, 16});
    groups.push_back({{1}, 0.3 + 0.02 * i, 20, 8});
  }
  const auto attributes = testing::letters({2});
  const data::Profiles profiles = testing::profiles_of(attributes, groups);
  const testing::Folded folded = testing::fold(profiles);
  const BiasScanOptions options{{.replicates = 0, .threads = 1}, {Direction::higher}};
  const Finding finding = bias_scan(folded_input(folded, profiles), options).findings.at(0);
  EXPECT_FALSE(finding.search.certified);
  EXPECT_GT(std::log(finding.theta.value()), search::kNodeRange);
  EXPECT_EQ(finding.text, "a_0");
  const auto kept = search::make_bernoulli_cells(profiles);
  EXPECT_NEAR(finding.score, testing::naive_best(kept, Direction::higher, 1), 1e-9);
}

TEST(RescoreExactly, EqualsTheDirectScoreInBothDirections) {
  for (const std::uint64_t seed : {11, 12, 13, 14}) {
    const data::Profiles profiles = biased_people(3, 0.4, seed);
    const testing::Folded folded = testing::fold(profiles);
    const auto kept = search::make_bernoulli_cells(profiles);
    const BiasScanInput input = folded_input(folded, profiles);
    testing::for_each_subgroup(profiles.attributes, [&](const search::Subgroup& subgroup) {
      for (const Direction direction : {Direction::higher, Direction::lower}) {
        const search::SubgroupPeople people =
            search::gather_people(kept, kept.y, direction, search::CellSet{kept.lattice, subgroup});
        const search::Maximum wanted =
            search::maximise_bernoulli(people.view(), static_cast<double>(people.y));
        if (!(wanted.value > 1e-3)) continue;  // only winners are rescored
        search::ScoredSubgroup scored;
        scored.subgroup = subgroup;
        scored.penalty = 0.7;
        scored.theta = (direction == Direction::higher ? 1 : -1) * (wanted.theta + 0.01);
        rescore_exactly(input, direction, scored);
        EXPECT_NEAR(scored.log_likelihood_ratio, wanted.value, 1e-9 * (1 + wanted.value));
        EXPECT_NEAR(scored.score, wanted.value - 0.7, 1e-9 * (1 + wanted.value));
        if (std::isfinite(wanted.theta)) {
          EXPECT_NEAR(std::abs(scored.theta), wanted.theta, 1e-7);
        } else {
          EXPECT_TRUE(std::isinf(scored.theta));
        }
        EXPECT_EQ(scored.theta > 0, direction == Direction::higher);
      }
    });
  }
}

TEST(RescoreExactly, UsesTheClippedPredictions) {
  const auto attributes = testing::letters({2});
  const data::Profiles profiles = testing::profiles_of(
      attributes, {{{0}, 0.0, 10, 6}, {{0}, 0.3, 20, 15}, {{1}, 0.4, 20, 8}, {{1}, 1.0, 5, 5}});
  testing::Folded folded;
  search::BernoulliCellsBuilder builder(attributes, false);
  builder.clip(0.05);
  data::send(profiles, builder);
  folded.cells = std::move(builder).finish();
  BiasScanInput input = folded_input(folded, profiles);
  input.clip = 0.05;
  const BiasScanOptions options{{.replicates = 0, .threads = 1}, {Direction::higher}};
  const Finding finding = bias_scan(input, options).findings.at(0);
  const std::vector<double> p = {0.05, 0.3};
  const std::vector<std::int64_t> n = {10, 20};
  EXPECT_EQ(finding.text, "a_0");
  EXPECT_NEAR(finding.log_likelihood_ratio, search::maximise_bernoulli({p, n}, 21).value, 1e-9);
}

}  // namespace
}  // namespace faultline::methods
