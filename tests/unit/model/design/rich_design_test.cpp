// The rich design: splines against their definition, and which columns it has.

#include "faultline/model/design/rich_design.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/model/design/natural_spline.hpp"
#include "faultline/model/design/normal_scores.hpp"

namespace faultline::model {
namespace {

bool is_edge(const JumpLadder& ladder) {
  return ladder.scale.kind == JumpScale::Kind::slope || ladder.scale.kind == JumpScale::Kind::ring;
}

using ::testing::ElementsAre;
using ::testing::SizeIs;

// Steps of the difference quotients below: second derivatives of cubics are exact but for rounding.
constexpr double kStep = 1e-3;

double bend(const NaturalSpline& spline, int k, double x) {
  return (spline.curve(k, x - kStep) - 2 * spline.curve(k, x) + spline.curve(k, x + kStep)) /
         (kStep * kStep);
}

TEST(NaturalSpline, EqualsItsDefinitionBetweenTheKnots) {
  const std::vector<double> knots = {-2, -0.5, 0.25, 1, 3};
  const NaturalSpline spline(knots);
  ASSERT_EQ(spline.curves(), 3);
  const double span = 5;
  const auto d = [&](std::size_t k, double x) {
    const auto cube = [](double v) { return v > 0 ? v * v * v : 0; };
    return (cube((x - knots[k]) / span) - cube((x - knots[4]) / span)) /
           ((knots[4] - knots[k]) / span);
  };
  for (int k = 0; k < 3; ++k) {
    for (double x = -4; x < 6; x += 0.137) {
      EXPECT_NEAR(spline.curve(k, x), d(static_cast<std::size_t>(k), x) - d(3, x), 1e-12);
    }
  }
}

TEST(NaturalSpline, IsStraightBeyondTheOuterKnotsAndSmoothAtEveryKnot) {
  const NaturalSpline spline({-2, -0.5, 0.25, 1, 3});
  for (int k = 0; k < spline.curves(); ++k) {
    EXPECT_EQ(spline.curve(k, -7), 0);
    for (const double x : {-3.0, 3.1, 4.0, 9.0}) EXPECT_NEAR(bend(spline, k, x), 0, 1e-7);
    EXPECT_GT(std::abs(bend(spline, k, 0.9)), 1e-3);
    // A cubic bends by at most a step times its third derivative on either side of a knot.
    for (const double knot : spline.knots()) {
      EXPECT_NEAR(bend(spline, k, knot - 2 * kStep), bend(spline, k, knot + 2 * kStep), 0.02);
    }
    // Far out the cubes have cancelled: no rounding left of them.
    EXPECT_NEAR(spline.curve(k, 2e9) / spline.curve(k, 1e9), 2, 1e-8);
  }
}

TEST(NaturalSpline, KnotsAreQuantilesOfPeopleAndCoincideWhereValuesDo) {
  const std::vector<double> values = {3, 1, 2};
  EXPECT_THAT(people_quantiles(values, std::vector<double>{1, 1, 1}, std::vector<double>{0, 0.49}),
              ElementsAre(1, 1));
  // The people 1 2 2 2 3.
  EXPECT_THAT(people_quantiles(values, std::vector<double>{1, 1, 3},
                               std::vector<double>{0.25, 0.5, 0.875, 1}),
              ElementsAre(2, 2, 2, 3));
  const std::vector<double> two = {0, 1};
  EXPECT_EQ(NaturalSpline(two, std::vector<double>{50, 50}).curves(), 0);
  const std::vector<double> three = {0, 1, 2};
  EXPECT_EQ(NaturalSpline(three, std::vector<double>{30, 40, 30}).curves(), 1);
  EXPECT_EQ(NaturalSpline(three, std::vector<double>{98, 1, 1}).curves(), 0);
}

std::vector<std::string> names_of(const Design& design) {
  std::vector<std::string> names;
  for (int j = 0; j < design.columns(); ++j) names.push_back(design.column(j).name);
  return names;
}

RichDesign small_design() {
  RichDesign rich({1, 2, 1, 3, 1, 2});
  rich.add({"sex", {"F", "M"}}, std::vector<data::Code>{0, 0, 0, 1, 1, 1});
  rich.add({"job", {"a", "b", "c", "d"}}, std::vector<data::Code>{0, 1, 2, 0, 1, 0});
  rich.add("age", std::vector<double>{20, 30, 40, 50, 60, 70});
  rich.add("same", std::vector<double>{7, 7, 7, 7, 7, 7});
  return rich;
}

TEST(RichDesign, HasDummiesSplinesAndProductsOfDifferentVariables) {
  const RichDesign rich = small_design();
  const std::vector<std::string> names = names_of(rich.design());
  // Nobody has job d, and no man has job c: such columns would be 0 for everybody.
  EXPECT_THAT(names, ElementsAre("(intercept)", "sex=M", "job=b", "job=c", "age",
                                 "age, normal score", "age, curve 1", "age, curve 2",
                                 "sex=M x job=b", "sex=M x age, normal score",
                                 "job=b x age, normal score", "job=c x age, normal score"));
  EXPECT_EQ(rich.plain_columns(), 8);
  EXPECT_EQ(rich.products(), 4);
  const Design design = rich.design(std::vector<std::int64_t>{0, 1});
  EXPECT_EQ(design.columns(), 10);
  EXPECT_EQ(design.column(8).kind, ColumnKind::dummy);
  EXPECT_THAT(design.values(8), ElementsAre(0, 0, 0, 0, 1, 0));
  EXPECT_EQ(design.column(9).kind, ColumnKind::number);
  EXPECT_THAT(design.values(9).first(3), ElementsAre(0, 0, 0));
  // Around their mean over these ten people.
  const std::vector<double> score = normal_scores(std::vector<double>{20, 30, 40, 50, 60, 70},
                                                  std::vector<double>{1, 2, 1, 3, 1, 2});
  const double mean =
      (score[0] + 2 * score[1] + score[2] + 3 * score[3] + score[4] + 2 * score[5]) / 10;
  EXPECT_NEAR(design.values(9)[3] / design.values(9)[4], (score[3] - mean) / (score[4] - mean),
              1e-12);
}

/// Names of all jumps of these ladders, as columns.
std::vector<std::string> jumps_of(const RichDesign& rich, const std::vector<JumpLadder>& ladders) {
  std::vector<Jump> jumps;
  for (const JumpLadder& ladder : ladders) {
    for (std::size_t place = 0; place < ladder.from.size(); ++place) {
      jumps.push_back(ladder.jump(place));
    }
  }
  const std::vector<std::string> names = names_of(rich.design({}, jumps));
  return {names.end() - std::ssize(jumps), names.end()};
}

RichDesign four_people() {
  RichDesign rich({1, 2, 1, 3});
  rich.add({"sex", {"F", "M"}}, std::vector<data::Code>{0, 0, 1, 1});
  rich.add("age", std::vector<double>{20, 30, 40, 50});
  rich.add("same", std::vector<double>{7, 7, 7, 7});
  rich.add("wealth", std::vector<double>{1, 5, 1, 5});
  rich.add({"job", {"a", "b"}}, std::vector<data::Code>{0, 1, 1, 0});
  return rich;
}

TEST(RichDesign, HasJumpsOfNumbersAndWhereTheyMeetCategoriesAndEachOther) {
  const RichDesign rich = four_people();
  EXPECT_THAT(jumps_of(rich, rich.number_ladders()),
              ElementsAre("age from 30", "age from 40", "age from 50", "wealth from 5"));
  std::vector<JumpLadder> pairs = rich.pair_ladders();
  // Deciles of which several coincide here, so that there are fewer than there may be.
  EXPECT_LE(std::ssize(pairs), rich.pair_ladder_count());
  std::erase_if(pairs, is_edge);
  EXPECT_THAT(
      jumps_of(rich, pairs),
      ElementsAre("sex=M x age from 30", "sex=M x age from 40", "sex=M x age from 50",
                  "job=b x age from 30", "job=b x age from 40", "job=b x age from 50",
                  "sex=M x wealth from 5", "job=b x wealth from 5", "age from 30 x wealth from 5",
                  "age from 40 x wealth from 5", "age from 50 x wealth from 5"));
  const Design design = rich.design({}, std::vector<Jump>{pairs[1].jump(0), pairs[1].jump(1)});
  EXPECT_EQ(design.column(design.columns() - 1).kind, ColumnKind::dummy);
  EXPECT_THAT(design.values(design.columns() - 2), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(design.values(design.columns() - 1), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(rich.levels(pairs[1]), ElementsAre(0, 1, 2, 0));
}

TEST(RichDesign, HasEdgesBetweenTwoNumbersInSevenDirectionsAndAroundTheirMiddle) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 200; ++k) {
    x.push_back(k);
    y.push_back(k * 7 % 200);
  }
  RichDesign rich(std::vector<double>(200, 1.0));
  rich.add("x", x);
  rich.add("y", y);
  std::vector<double> degrees;
  int rings = 0;
  for (const JumpLadder& ladder : rich.pair_ladders()) {
    if (!is_edge(ladder)) continue;
    EXPECT_THAT(ladder.from, SizeIs(39));
    if (ladder.scale.kind == JumpScale::Kind::ring) {
      // In normal scores, so the middle is the median, and a quarter of the people is nearest.
      const std::vector<std::int32_t> level =
          rich.levels({.scale = ladder.scale, .from = {ladder.from[9]}});
      EXPECT_EQ(std::ranges::count(level, 0), 50 - 1);
      EXPECT_EQ(level[100], 0);  // both 100
      EXPECT_EQ(level[199], 1);
      ++rings;
    } else {
      degrees.push_back(ladder.scale.degrees);
    }
  }
  EXPECT_THAT(degrees, ElementsAre(22.5, 45, 67.5, 112.5, 135, 157.5));
  EXPECT_EQ(rings, 1);
  // From the middle of x = y on at 135 degrees: where y is at least x.
  const JumpScale across{.kind = JumpScale::Kind::slope, .column = 0, .other = 2, .degrees = 135};
  const std::vector<std::int32_t> level = rich.levels({.scale = across, .from = {1e-9}});
  for (std::size_t k = 0; k < 200; ++k) EXPECT_EQ(level[k] == 1, y[k] > x[k]) << k;
  const std::vector<JumpLadder> turned = rich.turned({{.scale = across, .from = 0}});
  ASSERT_THAT(turned, SizeIs(17));
  EXPECT_EQ(turned.front().scale.degrees, 115);
  EXPECT_EQ(turned.back().scale.degrees, 155);
}

TEST(RichDesign, GrowsAJumpByWhatHasNoPartInIt) {
  const RichDesign rich = four_people();
  const Jump old = rich.number_ladders()[0].jump(2);
  EXPECT_THAT(
      jumps_of(rich, rich.grown(old)),
      ElementsAre("age from 50 x wealth from 5", "age from 50 x sex=M", "age from 50 x job=b"));
}

TEST(RichDesign, MovesEachStepOfAJumpBetweenTheNextCoarsePlaces) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 200; ++k) {
    x.push_back(k);
    y.push_back(k * 7 % 200);
  }
  RichDesign rich(std::vector<double>(200, 1.0));
  rich.add("x", x);
  rich.add("y", y);
  const JumpScale of_x = rich.number_ladders()[0].scale;
  const JumpScale of_y = rich.number_ladders()[1].scale;
  const Jump corner = {{.scale = of_x, .from = 99}, {.scale = of_y, .from = 19}};
  // Deciles lie 20 people apart, and the places between them two.
  const JumpLadder first = rich.moved(corner, 0);
  ASSERT_THAT(first.from, SizeIs(21));
  EXPECT_EQ(first.from.front(), 79);
  EXPECT_EQ(first.from.back(), 119);
  EXPECT_EQ(first.jump(0).front().from, 19);
  // From the smallest value on is everybody, which is no jump.
  const JumpLadder second = rich.moved(corner, 1);
  EXPECT_EQ(second.from.front(), 1);
  EXPECT_EQ(second.from.back(), 39);
  EXPECT_EQ(second.jump(0).front().from, 99);
  // A step alone has finer places, but none finer than a person.
  const JumpLadder alone = rich.moved(rich.number_ladders()[0].jump(0), 0);
  EXPECT_EQ(alone.from.front(), 1);
  EXPECT_EQ(alone.from.back(), 9);
}

TEST(NormalScores, AreQuantilesOfRanksAndIgnoreTheScale) {
  const std::vector<double> people = {1, 3, 0, 2};
  const std::vector<double> scores = normal_scores(std::vector<double>{5, -1, 7, 5}, people);
  // In order: -1 three times, 5 three times, 7 without anybody.
  EXPECT_NEAR(scores[1], math::normal_quantile(1.5 / 6), 1e-12);
  EXPECT_NEAR(scores[0], math::normal_quantile(4.5 / 6), 1e-12);
  EXPECT_EQ(scores[0], scores[3]);
  EXPECT_NEAR(scores[2], math::normal_quantile(5.5 / 6), 1e-12);
  EXPECT_EQ(scores,
            normal_scores(std::vector<double>{std::exp(5), std::exp(-1), std::exp(7), std::exp(5)},
                          people));
}

TEST(RichDesign, FindsTheProductThatAFitMisses) {
  RichDesign rich(std::vector<double>(16, 1.0));
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  std::vector<data::Code> c;
  std::vector<double> residual;
  for (int i = 0; i < 16; ++i) {
    a.push_back(static_cast<data::Code>(i % 2));
    b.push_back(static_cast<data::Code>(i / 2 % 2));
    c.push_back(static_cast<data::Code>(i / 4 % 2));
    residual.push_back(a.back() == c.back() ? 0.5 : -0.5);
  }
  rich.add({"a", {"0", "1"}}, a);
  rich.add({"b", {"0", "1"}}, b);
  rich.add({"c", {"0", "1"}}, c);
  const auto scores = rich.product_scores(residual, std::vector<double>(16, 0.25));
  ASSERT_THAT(scores, SizeIs(3));  // a x b, a x c, b x c
  EXPECT_NEAR(scores[0], 0, 1e-12);
  EXPECT_NEAR(scores[1], 4, 1e-12);
  EXPECT_NEAR(scores[2], 0, 1e-12);
}

}  // namespace
}  // namespace faultline::model
