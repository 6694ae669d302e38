// The search as a whole, on problems small enough to know the answer.

#include "faultline/search/engine.hpp"

#include <cmath>
#include <limits>
#include <map>

#include "support/message_of.hpp"
#include "support/naive_scan.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/search/bernoulli_family.hpp"

namespace faultline::search {
namespace {

using testing::cells_of;
using testing::letters;

constexpr Strategy kStrategies[] = {Strategy::exhaustive, Strategy::bounded, Strategy::ascent};

SearchResult run(const BernoulliCells& cells, const SearchOptions& options) {
  const BernoulliFamily family(cells, cells.y, options.direction);
  return search(family, cells.n, options);
}

TEST(Search, WithoutAttributesEverybodyIsTheOnlySubgroup) {
  const BernoulliCells cells = cells_of({}, {{{}, 0.2, 50, 20}, {{}, 0.3, 10, 5}});
  ASSERT_EQ(cells.cells(), 1);
  const double wanted = testing::naive_score(cells, Direction::higher, 1, Subgroup{});
  ASSERT_GT(wanted, 0);
  for (const Strategy strategy : kStrategies) {
    SCOPED_TRACE(static_cast<int>(strategy));
    const SearchResult higher = run(cells, {.strategy = strategy});
    ASSERT_EQ(higher.found.size(), 1U);
    EXPECT_TRUE(higher.found[0].subgroup.sets.empty());
    EXPECT_NEAR(higher.found[0].score, wanted, 1e-10);
    EXPECT_EQ(higher.found[0].n, 60);
    EXPECT_EQ(higher.subgroups, 1);
    EXPECT_GE(higher.upper_bound, wanted - 1e-9);
    EXPECT_TRUE(run(cells, {.direction = Direction::lower, .strategy = strategy}).found.empty());
  }
}

TEST(Search, OneCell) {
  // One attribute with one value: complete, so it costs nothing.
  const BernoulliCells cells = cells_of(letters({1}), {{{0}, 0.2, 50, 20}});
  for (const Strategy strategy : kStrategies) {
    const SearchResult result = run(cells, {.strategy = strategy});
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].penalty, 0);
    EXPECT_NEAR(result.found[0].score, 20 * std::log(2.0) + 30 * std::log(0.6 / 0.8), 1e-10);
    EXPECT_NEAR(std::exp(result.found[0].theta), (20.0 / 30) / (0.2 / 0.8), 1e-9);
  }
}

TEST(Search, EverybodyWinsWhenThePenaltyIsHuge) {
  const BernoulliCells cells = cells_of(
      letters({2, 3}), {{{0, 0}, 0.2, 50, 30}, {{1, 1}, 0.2, 50, 12}, {{1, 2}, 0.3, 20, 6}});
  for (const Strategy strategy : kStrategies) {
    const SearchResult result = run(cells, {.penalty = 1e6, .strategy = strategy});
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].subgroup, everybody(cells.lattice.attributes));
    EXPECT_EQ(result.found[0].n, 120);
    EXPECT_EQ(result.found[0].penalty, 0);
  }
}

TEST(Search, NothingIsFoundInPerfectlyCalibratedPeople) {
  const BernoulliCells cells = cells_of(
      letters({2, 2}),
      {{{0, 0}, 0.25, 40, 10}, {{0, 1}, 0.5, 10, 5}, {{1, 0}, 0.75, 8, 6}, {{1, 1}, 0.5, 6, 3}});
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    for (const Strategy strategy : kStrategies) {
      for (const double penalty : {0.0, 1.0}) {
        const SearchResult result =
            run(cells, {.direction = direction, .penalty = penalty, .strategy = strategy});
        EXPECT_TRUE(result.found.empty());
        EXPECT_EQ(result.certified, strategy != Strategy::ascent);
        if (result.certified) {
          EXPECT_NEAR(result.upper_bound, 0, 1e-11);  // the nodes' worst-case error stays in it
        }
      }
    }
  }
}

TEST(Search, BothDirectionsSeeTheSameGroupMirrored) {
  const auto attributes = letters({2});
  const BernoulliCells cells = cells_of(attributes, {{{0}, 0.2, 50, 25}, {{1}, 0.8, 50, 25}});
  for (const Strategy strategy : kStrategies) {
    const ScoredSubgroup higher = run(cells, {.strategy = strategy}).found.at(0);
    const ScoredSubgroup lower =
        run(cells, {.direction = Direction::lower, .strategy = strategy}).found.at(0);
    EXPECT_EQ(higher.subgroup, (Subgroup{{1}}));
    EXPECT_EQ(lower.subgroup, (Subgroup{{2}}));
    EXPECT_NEAR(higher.score, lower.score, 1e-10);
    EXPECT_NEAR(higher.theta, -lower.theta, 1e-9);
    EXPECT_EQ(lower.observed, 25);
    EXPECT_NEAR(lower.expected, 40, 1e-12);
  }
}

TEST(Search, ALimitAtEachEnd) {
  const BernoulliCells cells = cells_of(letters({2}), {{{0}, 0.1, 20, 20}, {{1}, 0.9, 20, 0}});
  for (const Strategy strategy : kStrategies) {
    const ScoredSubgroup higher = run(cells, {.strategy = strategy}).found.at(0);
    EXPECT_EQ(higher.theta, std::numeric_limits<double>::infinity());
    EXPECT_NEAR(higher.log_likelihood_ratio, -20 * std::log(0.1), 1e-10);
    const ScoredSubgroup lower =
        run(cells, {.direction = Direction::lower, .strategy = strategy}).found.at(0);
    EXPECT_EQ(lower.theta, -std::numeric_limits<double>::infinity());
    EXPECT_NEAR(lower.log_likelihood_ratio, -20 * std::log(1 - 0.9), 1e-10);
  }
}

TEST(Search, SubgroupsWithoutPeopleNeverWin) {
  // Value 1 of each attribute has nobody.
  const BernoulliCells cells =
      cells_of(letters({3, 2}), {{{0, 0}, 0.5, 10, 5}, {{2, 0}, 0.5, 4, 2}});
  for (const Strategy strategy : kStrategies)
    EXPECT_TRUE(run(cells, {.penalty = 0, .strategy = strategy}).found.empty());
  const BernoulliCells biased =
      cells_of(letters({3, 2}), {{{0, 0}, 0.5, 30, 27}, {{2, 0}, 0.5, 30, 5}});
  for (const Strategy strategy : kStrategies) {
    // {0} and {0, 1} hold the same people; fewer values are listed.
    const ScoredSubgroup best = run(biased, {.penalty = 0, .strategy = strategy}).found.at(0);
    EXPECT_EQ(best.subgroup, (Subgroup{{1, 3}}));
  }
}

TEST(Search, TiesGoToTheEarlierAttributeWhateverTheOrder) {
  // Attributes x and y say the same; z does not matter. {x = 1} and {y = 1} hold the same people.
  const data::Attribute x{"x", {"x0", "x1"}};
  const data::Attribute y{"y", {"y0", "y1"}};
  const data::Attribute z{"z", {"z0", "z1", "z2"}};
  const std::vector<std::vector<int>> orders = {{0, 1, 2}, {1, 0, 2}, {2, 1, 0},
                                                {2, 0, 1}, {0, 2, 1}, {1, 2, 0}};
  for (const std::vector<int>& order : orders) {
    std::vector<data::Attribute> attributes;
    for (const int a : order) attributes.push_back(a == 0 ? x : a == 1 ? y : z);
    std::vector<testing::Group> groups;
    for (int v = 0; v < 2; ++v) {
      for (int w = 0; w < 3; ++w) {
        std::vector<data::Code> codes;
        for (const int a : order) codes.push_back(static_cast<data::Code>(a == 2 ? w : v));
        groups.push_back({codes, 0.3, 40, v == 1 ? 24 : 11});
      }
    }
    const BernoulliCells cells = cells_of(attributes, groups);
    Subgroup wanted = everybody(attributes);
    for (std::size_t a = 0; a < order.size(); ++a) {
      if (order[a] == 2) continue;
      wanted.sets[a] = 2;
      break;
    }
    for (const Strategy strategy : kStrategies) {
      for (const double penalty : {0.0, 0.5}) {
        const ScoredSubgroup best =
            run(cells, {.penalty = penalty, .strategy = strategy}).found.at(0);
        EXPECT_EQ(best.subgroup, wanted) << in_words(best.subgroup, attributes);
        EXPECT_EQ(best.n, 120);
      }
    }
  }
}

TEST(Search, TopSubgroupsRespectTheOverlap) {
  const BernoulliCells cells = cells_of(
      letters({4}),
      {{{0}, 0.2, 100, 60}, {{1}, 0.2, 100, 50}, {{2}, 0.2, 100, 20}, {{3}, 0.2, 100, 45}});
  SearchOptions options{.penalty = 0.5, .strategy = Strategy::exhaustive, .top = 10};
  options.max_overlap = 1e-9;  // no person in two
  const SearchResult disjoint = run(cells, options);
  ASSERT_EQ(disjoint.found.size(), 1U);  // the best holds all three biased values
  EXPECT_EQ(disjoint.found[0].subgroup, (Subgroup{{0b1011}}));
  options.max_overlap = 0.5;
  const SearchResult half = run(cells, options);
  ASSERT_GE(half.found.size(), 2U);
  // Two values of three overlap by 2/3; one value by 1/3, and the best single one is value 0.
  EXPECT_EQ(half.found[1].subgroup, (Subgroup{{0b0001}}));
  options.max_overlap = 0.7;
  EXPECT_EQ(run(cells, options).found[1].subgroup, (Subgroup{{0b0011}}));
  options.max_overlap = 1;
  options.top = 3;
  const SearchResult any = run(cells, options);
  ASSERT_EQ(any.found.size(), 3U);
  for (std::size_t i = 1; i < 3; ++i) EXPECT_LE(any.found[i].score, any.found[i - 1].score);
}

TEST(Search, AutomaticEnumeratesSmallLatticesAndClimbsLargeOnes) {
  Lattice small;
  small.attributes = letters({6, 6, 6});
  EXPECT_EQ(small.subgroups(), 63.0 * 63 * 63);
  EXPECT_EQ(choose_strategy(small, Strategy::automatic), Strategy::exhaustive);
  Lattice large;
  large.attributes = letters({6, 6, 6, 6});
  EXPECT_EQ(choose_strategy(large, Strategy::automatic), Strategy::ascent);
  for (const Strategy strategy : kStrategies) EXPECT_EQ(choose_strategy(large, strategy), strategy);
}

TEST(Search, AscentSaysHowOftenItEndedAtTheBest) {
  const BernoulliCells cells = cells_of(letters({2}), {{{0}, 0.2, 50, 25}, {{1}, 0.3, 50, 15}});
  const SearchResult result = run(cells, {.strategy = Strategy::ascent, .restarts = 7});
  EXPECT_EQ(result.restarts, 7);
  EXPECT_EQ(result.hits, 7);
  EXPECT_FALSE(result.certified);
  EXPECT_GE(result.upper_bound, result.found.at(0).score);
}

TEST(Search, ABudgetThatRunsOutLeavesAGapNotALie) {
  std::vector<testing::Group> groups;
  for (int i = 0; i < 81; ++i) {
    const auto code = [i](int d) { return static_cast<data::Code>(i / d % 3); };
    groups.push_back({{code(27), code(9), code(3), code(1)}, 0.4, 20, (i * 37 + 11) % 17});
  }
  const BernoulliCells cells = cells_of(letters({3, 3, 3, 3}), groups);
  SearchOptions options{.penalty = 0.1, .strategy = Strategy::exhaustive};
  const double optimum = run(cells, options).found.at(0).score;
  options.strategy = Strategy::bounded;
  options.restarts = 1;
  options.work_budget = 1;
  const SearchResult cut = run(cells, options);
  EXPECT_FALSE(cut.certified);
  EXPECT_GE(cut.upper_bound, optimum - 1e-9);
  EXPECT_GT(cut.upper_bound, cut.found.at(0).score);
  options.work_budget = SearchOptions{}.work_budget;
  const SearchResult whole = run(cells, options);
  EXPECT_TRUE(whole.certified);
  EXPECT_NEAR(whole.found.at(0).score, optimum, 1e-9);
}

/// Sixty values in order and a second attribute; values 20 to 29 of a_0 have more events.
BernoulliCells sixty_in_order() {
  std::vector<data::Attribute> attributes = letters({60, 2});
  attributes[0].ordered = true;
  std::vector<testing::Group> groups;
  for (int v = 0; v < 60; ++v) {
    for (int b = 0; b < 2; ++b) {
      const bool raised = v >= 20 && v < 30 && b == 0;
      groups.push_back({{static_cast<data::Code>(v), static_cast<data::Code>(b)},
                        0.3,
                        20,
                        raised ? 10 : 5 + (v + b) % 3});
    }
  }
  return cells_of(attributes, groups);
}

TEST(Search, FindsARangeForOnePenaltyByEveryStrategy) {
  const BernoulliCells cells = sixty_in_order();
  const Subgroup planted{{value_range(20, 29), 1}};
  for (const Strategy strategy : kStrategies) {
    SCOPED_TRACE(static_cast<int>(strategy));
    const SearchResult result = run(cells, {.strategy = strategy});
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].subgroup, planted);
    EXPECT_EQ(result.found[0].penalty, 2);
    EXPECT_EQ(result.subgroups, 60 * 61 / 2 * 3);
    EXPECT_EQ(result.certified, strategy != Strategy::ascent);
  }
}

TEST(Search, EnumeratesManyValuesOnlyWhenTheyAreOrdered) {
  BernoulliCells cells = sixty_in_order();
  EXPECT_EQ(choose_strategy(cells.lattice, Strategy::automatic), Strategy::exhaustive);
  cells.lattice.attributes[0].ordered = false;
  EXPECT_EQ(choose_strategy(cells.lattice, Strategy::automatic), Strategy::ascent);
  EXPECT_EQ(testing::message_of<ConfigError>(
                [&] { (void)run(cells, {.strategy = Strategy::exhaustive}); }),
            "`strategy` exhaustive: 3.46e+18 subgroups are too many to enumerate; use bounded or "
            "ascent");
}

TEST(Search, StartsOfAscentAreRangesAndEachIsAsLikely) {
  const std::vector<data::Attribute> attributes = {{"a", {"1", "2", "3", "(missing)"}, true}};
  const Lattice lattice{.attributes = attributes};
  std::map<ValueSet, int> seen;
  rng::Stream stream(5, rng::Purpose::test, 0);
  for (int i = 0; i < 8000; ++i) ++seen[random_start(lattice, stream).sets.at(0)];
  ASSERT_EQ(seen.size(), 8U);  // six ranges, the missing, all
  for (const auto& [set, times] : seen) {
    EXPECT_TRUE(testing::admissible(set, attributes[0])) << set;
    // Expected 1,000, standard deviation 30; the draws are fixed.
    EXPECT_NEAR(times, 1000, 150) << set;
  }
}

TEST(SearchOptions, EveryBadOptionIsNamed) {
  const auto message = [](const SearchOptions& options) {
    return testing::message_of<ConfigError>([&] { validate(options); });
  };
  EXPECT_EQ(message({}), "no error");
  EXPECT_EQ(message({.penalty = -1}), "`penalty` -1: must be a finite number, 0 or more");
  EXPECT_EQ(message({.penalty = std::nan("")}),
            "`penalty` nan: must be a finite number, 0 or more");
  EXPECT_EQ(message({.penalty = std::numeric_limits<double>::infinity()}),
            "`penalty` inf: must be a finite number, 0 or more");
  EXPECT_EQ(message({.restarts = 0}), "`restarts` 0: must be 1 or more");
  EXPECT_EQ(message({.top = 0}), "`top` 0: must be 1 or more");
  EXPECT_EQ(message({.max_overlap = 0}), "`max_overlap` 0: must be above 0 and at most 1");
  EXPECT_EQ(message({.max_overlap = 1.5}), "`max_overlap` 1.5: must be above 0 and at most 1");
  EXPECT_EQ(message({.work_budget = 0}), "`search_budget` 0: must be 1 or more");
}

TEST(Search, RefusesBadOptionsItself) {
  const BernoulliCells cells = cells_of(letters({2}), {{{0}, 0.2, 50, 25}});
  EXPECT_THROW(static_cast<void>(run(cells, {.penalty = -1})), ConfigError);
}

}  // namespace
}  // namespace faultline::search
