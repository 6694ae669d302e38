// Bias Scan when the distinct predictions were folded away: the same findings, and a winner whose
// score is exact because its people pass by a second time.

#include <cmath>

#include "bias_scan_people.hpp"
#include "support/naive_scan.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/scan_problem.hpp"

namespace faultline::methods {
namespace {

using search::Direction;

BiasScanInput folded_input(const testing::Folded& folded, const data::Profiles& profiles) {
  BiasScanInput input{folded.cells, &folded.laws};
  input.send_again = [&profiles](const search::Subgroup& subgroup, data::ProfileSink& sink) {
    send_subgroup(profiles, subgroup, sink);
  };
  input.send_everybody = [&profiles](data::ProfileSink& sink) { data::send(profiles, sink); };
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
    EXPECT_EQ(a.theta_interval.has_value(), b.theta_interval.has_value());
    if (a.theta_interval && std::isfinite(a.theta_interval->second)) {
      EXPECT_NEAR(a.theta_interval->first, b.theta_interval->first, 1e-9);
      EXPECT_NEAR(a.theta_interval->second, b.theta_interval->second, 1e-9);
    }
  }
}

TEST(BiasScanFolded, GivesTheSameFindings) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const data::Profiles profiles = biased_people(3, 0.3, seed);
    for (const auto strategy :
         {search::Strategy::exhaustive, search::Strategy::bounded, search::Strategy::ascent}) {
      expect_same_findings(profiles, {{.strategy = strategy, .replicates = 0, .threads = 1}});
    }
  }
}

TEST(BiasScanFolded, TheTestUsesTheLaws) {
  const data::Profiles profiles = biased_people(1.5, 1, 8);
  const testing::Folded folded = testing::fold(profiles);
  const BiasScanOptions options{{.replicates = 199, .sequential = data::Choice::no, .threads = 1}};
  for (const Finding& finding : bias_scan(folded_input(folded, profiles), options).findings) {
    EXPECT_EQ(finding.null.scores.size(), 199U);
    EXPECT_DOUBLE_EQ(finding.p_value.value(), static_cast<double>(1 + finding.exceedances) / 200);
  }
}

TEST(BiasScanFolded, RanksAreTheSame) {
  const data::Profiles profiles = biased_people(5, 4, 9, 25);
  const testing::Folded folded = testing::fold(profiles);
  const auto kept = search::make_bernoulli_cells(profiles);
  const BiasScanOptions options{
      {.top = 3, .replicates = 99, .sequential = data::Choice::no, .threads = 1},
      {Direction::higher}};
  const BiasScanResult one = bias_scan({kept}, options);
  const BiasScanResult two = bias_scan(folded_input(folded, profiles), options);
  ASSERT_EQ(one.findings.size(), 2U);
  ASSERT_EQ(two.findings.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.findings[i].text, two.findings[i].text);
    EXPECT_NEAR(one.findings[i].score, two.findings[i].score, 1e-8);
    EXPECT_NEAR(one.findings[i].expected, two.findings[i].expected, 1e-9);
  }
  // People who cannot be sent again have one rank.
  const BiasScanResult single = bias_scan({folded.cells, &folded.laws}, options);
  EXPECT_EQ(single.findings.size(), 1U);
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

TEST(ScanProblem, SendsTheSamePeopleAsTheCellsHold) {
  const data::Profiles profiles = biased_people(3, 0.4, 11);
  const testing::Folded folded = testing::fold(profiles);
  const auto kept = search::make_bernoulli_cells(profiles);
  const BiasScanInput folded_people = folded_input(folded, profiles);
  const BiasScanInput kept_people{kept};
  ScanProblem one(kept_people);
  ScanProblem two(folded_people);
  const search::OddsChange change{{{1, 5, 3}}, 0.8};
  for (int round = 0; round < 2; ++round) {
    testing::for_each_subgroup(profiles.attributes, [&](const search::Subgroup& subgroup) {
      for (const Direction direction : {Direction::higher, Direction::lower}) {
        const search::SubgroupPeople a = one.people(direction, subgroup);
        const search::SubgroupPeople b = two.people(direction, subgroup);
        EXPECT_EQ(a.y, b.y);
        const double t = 0.7;
        EXPECT_NEAR(search::log_partition(a.view(), t), search::log_partition(b.view(), t), 1e-9);
      }
    });
    for (const auto sums : {&search::BernoulliCells::higher, &search::BernoulliCells::lower}) {
      for (std::size_t i = 0; i < (one.cells().*sums).log_partition.size(); ++i) {
        EXPECT_NEAR((one.cells().*sums).log_partition[i], (two.cells().*sums).log_partition[i],
                    1e-9);
      }
    }
    one.change(change);
    two.change(change);
  }
}

TEST(BiasScanFolded, UsesTheClippedPredictions) {
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
