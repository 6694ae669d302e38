// Profiles depend on the people alone, whatever order and split they arrive in.

#include "faultline/data/profiles.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

const std::vector<Attribute> kAttributes = {{"a", {"a0", "a1"}}, {"b", {"b0", "b1", "b2"}}};

struct Batch {
  std::vector<Code> a, b;
  std::vector<double> prediction;
  std::vector<std::uint8_t> outcome;
  std::vector<std::uint8_t> decision;
  std::vector<std::int64_t> count;

  [[nodiscard]] ProfileBatch view() const {
    ProfileBatch batch;
    batch.size = static_cast<std::int64_t>(count.size());
    batch.codes = {a, b};
    batch.prediction = prediction;
    batch.outcome = outcome;
    batch.decision = decision;
    batch.count = count;
    return batch;
  }
};

Profiles build(const std::vector<Batch>& batches) {
  ProfilesBuilder builder(kAttributes);
  for (const Batch& batch : batches) builder.add(batch.view());
  return std::move(builder).finish();
}

TEST(Profiles, AreSortedAndMerged) {
  const Profiles profiles = build({{.a = {1, 0, 1, 0},
                                    .b = {2, 1, 2, 0},
                                    .prediction = {0.5, 0.25, 0.5, 0.75},
                                    .outcome = {1, 0, 1, 1},
                                    .decision = {},
                                    .count = {1, 2, 3, 4}}});
  EXPECT_EQ(profiles.size(), 3);
  EXPECT_EQ(profiles.people(), 10);
  EXPECT_EQ(profiles.codes[0], (std::vector<Code>{0, 0, 1}));
  EXPECT_EQ(profiles.codes[1], (std::vector<Code>{0, 1, 2}));
  EXPECT_EQ(profiles.prediction, (std::vector<double>{0.75, 0.25, 0.5}));
  EXPECT_EQ(profiles.outcome, (std::vector<std::uint8_t>{1, 0, 1}));
  EXPECT_EQ(profiles.count, (std::vector<std::int64_t>{4, 2, 4}));
  EXPECT_TRUE(profiles.decision.empty());
}

TEST(Profiles, OrderIsCodesPredictionOutcomeDecision) {
  const Profiles profiles = build({{.a = {0, 0, 0, 0, 0},
                                    .b = {1, 0, 0, 0, 0},
                                    .prediction = {0.1, 0.9, 0.2, 0.2, 0.2},
                                    .outcome = {0, 0, 1, 0, 0},
                                    .decision = {0, 0, 0, 1, 0},
                                    .count = {1, 2, 4, 8, 16}}});
  EXPECT_EQ(profiles.count, (std::vector<std::int64_t>{16, 8, 4, 2, 1}));
}

TEST(Profiles, SplitAndOrderDoNotMatter) {
  const Batch whole{.a = {0, 1, 1},
                    .b = {0, 1, 2},
                    .prediction = {},
                    .outcome = {1, 0, 1},
                    .decision = {},
                    .count = {5, 6, 7}};
  const Batch late{
      .a = {1}, .b = {2}, .prediction = {}, .outcome = {1}, .decision = {}, .count = {4}};
  const Batch early{.a = {1, 1, 0},
                    .b = {2, 1, 0},
                    .prediction = {},
                    .outcome = {1, 0, 1},
                    .decision = {},
                    .count = {3, 6, 5}};
  const Profiles one = build({whole});
  const Profiles two = build({late, early});
  EXPECT_EQ(one.codes, two.codes);
  EXPECT_EQ(one.outcome, two.outcome);
  EXPECT_EQ(one.count, two.count);
}

TEST(Profiles, TuplesWithNobodyAreLeftOut) {
  const Profiles profiles = build({{.a = {0, 1},
                                    .b = {0, 0},
                                    .prediction = {},
                                    .outcome = {1, 1},
                                    .decision = {},
                                    .count = {0, 3}}});
  EXPECT_EQ(profiles.size(), 1);
  EXPECT_EQ(profiles.codes[0], std::vector<Code>{1});
}

TEST(Profiles, DistinctCells) {
  const Profiles profiles = build({{.a = {0, 0, 0, 1},
                                    .b = {1, 1, 2, 1},
                                    .prediction = {0.1, 0.2, 0.1, 0.1},
                                    .outcome = {1, 1, 1, 1},
                                    .decision = {},
                                    .count = {1, 1, 1, 1}}});
  EXPECT_EQ(profiles.size(), 4);
  EXPECT_EQ(build({}).people(), 0);
  EXPECT_EQ(build({}).attributes, kAttributes);
}

TEST(Profiles, NoAttributesIsOneCell) {
  ProfilesBuilder builder({});
  const std::vector<std::uint8_t> outcome = {1, 0, 1};
  const std::vector<std::int64_t> count = {1, 2, 3};
  ProfileBatch batch;
  batch.size = 3;
  batch.outcome = outcome;
  batch.count = count;
  builder.add(batch);
  const Profiles profiles = std::move(builder).finish();
  EXPECT_EQ(profiles.count, (std::vector<std::int64_t>{2, 4}));
}

std::string message(const std::vector<Batch>& batches) {
  try {
    static_cast<void>(build(batches));
  } catch (const InternalError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Profiles, BadBatchesAreRefused) {
  const Batch good{
      .a = {0}, .b = {0}, .prediction = {}, .outcome = {1}, .decision = {}, .count = {1}};
  Batch with_prediction = good;
  with_prediction.prediction = {0.5};
  EXPECT_NE(message({good, with_prediction}), "no error");
  EXPECT_NE(message({with_prediction, good}), "no error");
  Batch outside = good;
  outside.b = {3};
  EXPECT_EQ(message({outside}), "code 3 of attribute b is outside its 3 values");
  EXPECT_EQ(message({good, good}), "no error");
}

TEST(Profiles, SendGivesTheSameProfilesBack) {
  const Profiles one = build({{.a = {0, 1, 1},
                               .b = {0, 1, 2},
                               .prediction = {0.1, 0.2, 0.3},
                               .outcome = {1, 0, 1},
                               .decision = {0, 0, 1},
                               .count = {5, 6, 7}}});
  ProfilesBuilder builder(kAttributes);
  send(one, builder);
  const Profiles two = std::move(builder).finish();
  EXPECT_EQ(one.codes, two.codes);
  EXPECT_EQ(one.prediction, two.prediction);
  EXPECT_EQ(one.outcome, two.outcome);
  EXPECT_EQ(one.decision, two.decision);
  EXPECT_EQ(one.count, two.count);
}

struct Numbered {
  std::vector<Code> a;
  std::vector<double> prediction, age, income;
  std::vector<std::uint8_t> outcome;
  std::vector<std::int64_t> count;

  [[nodiscard]] ProfileBatch view() const {
    ProfileBatch batch;
    batch.size = static_cast<std::int64_t>(count.size());
    batch.codes = {a};
    batch.prediction = prediction;
    batch.numbers = {age, income};
    batch.outcome = outcome;
    batch.count = count;
    return batch;
  }
};

ProfilesBuilder numbered_builder() {
  return ProfilesBuilder({{"a", {"a0", "a1"}}}, {"age", "income"});
}

const Numbered kNumbered{.a = {0, 0, 0, 0, 0, 0, 1},
                         .prediction = {0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.0},
                         .age = {30, 30, 20, 30, 30, 90, 1},
                         .income = {7, 7, 9, 6, 7, 99, 1},
                         .outcome = {1, 0, 1, 1, 1, 1, 0},
                         .count = {1, 2, 4, 8, 16, 32, 64}};

TEST(Profiles, NumbersComeBetweenPredictionAndOutcome) {
  ProfilesBuilder builder = numbered_builder();
  builder.add(kNumbered.view());
  const Profiles profiles = std::move(builder).finish();
  EXPECT_EQ(profiles.number_names, (std::vector<std::string>{"age", "income"}));
  EXPECT_EQ(profiles.count, (std::vector<std::int64_t>{32, 4, 8, 2, 17, 64}));
  EXPECT_EQ(profiles.numbers[0], (std::vector<double>{90, 20, 30, 30, 30, 1}));
  EXPECT_EQ(profiles.numbers[1], (std::vector<double>{99, 9, 6, 7, 7, 1}));
  EXPECT_EQ(profiles.outcome, (std::vector<std::uint8_t>{1, 1, 1, 0, 1, 0}));

  ProfilesBuilder again = numbered_builder();
  send(profiles, again);
  const Profiles back = std::move(again).finish();
  EXPECT_EQ(back.numbers, profiles.numbers);
  EXPECT_EQ(back.count, profiles.count);
}

TEST(Profiles, BothZerosAreOneNumber) {
  for (const auto& values : {std::vector<double>{0.0, -0.0}, std::vector<double>{-0.0, 0.0}}) {
    ProfilesBuilder builder({}, {"x"});
    const std::vector<std::int64_t> count = {1, 2};
    ProfileBatch batch;
    batch.size = 2;
    batch.numbers = {values};
    batch.count = count;
    builder.add(batch);
    const Profiles profiles = std::move(builder).finish();
    ASSERT_EQ(profiles.count, std::vector<std::int64_t>{3});
    EXPECT_FALSE(std::signbit(profiles.numbers[0][0]));
  }
}

TEST(Profiles, BadNumbersAreRefused) {
  const auto message_of = [](const Numbered& batch, bool without_income) {
    try {
      ProfilesBuilder builder = numbered_builder();
      ProfileBatch view = batch.view();
      if (without_income) view.numbers.pop_back();
      builder.add(view);
    } catch (const InternalError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message_of(kNumbered, false), "no error");
  EXPECT_EQ(message_of(kNumbered, true), "a batch has 1 numeric columns, expected 2");
  Numbered bad = kNumbered;
  bad.age.pop_back();
  EXPECT_EQ(message_of(bad, false),
            "a batch of 7 profiles has 6 values of a numeric column, expected 7");
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    bad = kNumbered;
    bad.income[3] = value;
    EXPECT_NE(message_of(bad, false).find("column income holds"), std::string::npos);
  }
}

}  // namespace
}  // namespace faultline::data
