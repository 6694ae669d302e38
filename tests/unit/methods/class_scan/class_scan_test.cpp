#include "faultline/methods/class_scan/class_scan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/naive_scan.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

/// Two attributes of two and three values, three classes; `numbers` are people by cell and class.
ClassTable table_of(const std::vector<std::vector<std::int64_t>>& numbers, bool given) {
  ClassTable table;
  table.attributes = {{.name = "a", .labels = {"a0", "a1"}},
                      {.name = "b", .labels = {"b0", "b1", "b2"}}};
  table.codes.resize(2);
  table.classes = {"red", "green", "blue"};
  if (given) table.probability.resize(3);
  for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (numbers[cell][k] == 0) continue;
      table.codes[0].push_back(static_cast<data::Code>(cell / 3));
      table.codes[1].push_back(static_cast<data::Code>(cell % 3));
      table.outcome.push_back(static_cast<data::Code>(k));
      table.count.push_back(numbers[cell][k]);
      if (!given) continue;
      table.probability[0].push_back(0.5);
      table.probability[1].push_back(0.3);
      table.probability[2].push_back(0.2);
    }
  }
  return table;
}

const std::vector<std::vector<std::int64_t>> kPlanted = {{10, 6, 4}, {11, 5, 4}, {9, 7, 4},
                                                         {10, 6, 4}, {3, 5, 22}, {10, 6, 4}};

BiasScanOptions options() {
  BiasScanOptions out{{.replicates = 199}};
  out.sequential = data::Choice::no;
  out.threads = 1;
  return out;
}

std::string message_of(const ClassTable& table) {
  try {
    const ClassPeople people(table);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ClassPeople, RedrawsKeepThePeopleOfEachCell) {
  for (const bool given : {true, false}) {
    const ClassPeople people(table_of(kPlanted, given));
    for (std::uint32_t i = 0; i < 30; ++i) {
      rng::Stream stream(3, rng::Purpose::test, i);
      const ClassPeople::Counts counts = people.redraw(stream);
      ASSERT_EQ(counts.size(), 3U);
      for (std::size_t c = 0; c < 6; ++c) {
        EXPECT_EQ(counts[0][c] + counts[1][c] + counts[2][c], people.cells(0).n[c]);
        EXPECT_GE(std::min({counts[0][c], counts[1][c], counts[2][c]}), 0);
      }
      // Exchanged between people, the shares of the classes stay.
      const auto total = [&](std::size_t k) {
        return std::accumulate(counts[k].begin(), counts[k].end(), std::int64_t{0});
      };
      if (!given) {
        EXPECT_EQ(total(0), 53);
        EXPECT_EQ(total(2), 42);
      }
    }
  }
}

TEST(ClassPeople, RedrawsFollowTheProbabilities) {
  const ClassPeople people(table_of(kPlanted, true));
  double red = 0;
  double blue = 0;
  constexpr int kDraws = 400;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    rng::Stream stream(4, rng::Purpose::test, i);
    const ClassPeople::Counts counts = people.redraw(stream);
    red += static_cast<double>(counts[0][4]);
    blue += static_cast<double>(counts[2][4]);
  }
  // Of 30 people; six standard errors of the mean of 400 draws.
  EXPECT_NEAR(red / kDraws, 15, 6 * std::sqrt(30 * 0.25 / kDraws));
  EXPECT_NEAR(blue / kDraws, 6, 6 * std::sqrt(30 * 0.16 / kDraws));
}

TEST(ClassScan, FindsThePlantedClassAndCountsAllScans) {
  for (const bool given : {true, false}) {
    const ClassPeople people(table_of(kPlanted, given));
    const BiasScanResult result = class_scan(people, options());
    ASSERT_EQ(result.findings.size(), 6U);
    const Finding& blue = result.findings[4];
    EXPECT_EQ(blue.outcome_class, "blue");
    EXPECT_EQ(blue.direction, Direction::higher);
    EXPECT_EQ(blue.text, "a = a1; b = b1");
    EXPECT_EQ(blue.verdict, Verdict::evidence);
    EXPECT_EQ(blue.family, Family::nominal);
    EXPECT_EQ(blue.expected_overall.value_or(false), !given);
    EXPECT_EQ(blue.observed_count, 22);
    ASSERT_TRUE(blue.theta_interval);
    EXPECT_GT(blue.theta_interval->first, 1);
    for (const Finding& finding : result.findings) {
      if (!finding.p_value) continue;
      EXPECT_GE(finding.p_value_adjusted.value(), *finding.p_value);
    }
  }
}

TEST(ClassScan, EveryClassIsScannedAsBruteForceWould) {
  const ClassPeople people(table_of(kPlanted, true));
  BiasScanOptions quick = options();
  quick.replicates = 0;
  const BiasScanResult result = class_scan(people, quick);
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& finding = result.findings[i];
    EXPECT_NEAR(finding.score,
                testing::naive_best(people.cells(i / 2), finding.direction, quick.penalty), 1e-9);
    EXPECT_TRUE(finding.search.certified);
  }
}

TEST(ClassScan, ANamedSubgroupIsReportedOncePerClass) {
  const ClassPeople people(table_of(kPlanted, true));
  BiasScanOptions named = options();
  named.named.assign(2, {.sets = {2, 2}});
  const BiasScanResult result = class_scan(people, named);
  ASSERT_EQ(result.findings.size(), 3U);
  EXPECT_EQ(result.findings[0].direction, Direction::lower);
  EXPECT_EQ(result.findings[2].direction, Direction::higher);
  EXPECT_EQ(result.findings[2].penalty, 0);
}

TEST(ClassPeople, WhatIsNoProbabilityIsRefused) {
  ClassTable table = table_of(kPlanted, true);
  table.probability[1][2] = 1.5;
  EXPECT_EQ(message_of(table), "`class_scores` green: 1.5 is not a probability between 0 and 1");
  table = table_of(kPlanted, true);
  table.probability[1][0] = 0.1;
  EXPECT_EQ(message_of(table),
            "`class_scores`: the probabilities of one person add up to 0.8; those of all classes "
            "must add up to 1");
  table = table_of(kPlanted, true);
  table.probability[0][0] = 0;
  table.probability[1][0] = 0.8;
  EXPECT_EQ(message_of(table),
            "`class_scores` red: somebody has the class although its probability is 0, which makes "
            "the score infinite; move such predictions, as in `derive`");
}

TEST(ClassPeople, OneClassIsNothingToCompare) {
  ClassTable table = table_of({{3, 0, 0}, {2, 0, 0}}, false);
  table.classes = {"red"};
  EXPECT_EQ(message_of(table), "everybody has the outcome 'red', so there is nothing to compare");
}

}  // namespace
}  // namespace faultline::methods
