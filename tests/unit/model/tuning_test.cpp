#include <vector>

#include "feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/model/predictor.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

TEST(Tuning, OnlyWhereThereAreSettings) {
  const FeaturePeople people = feature_people(51, 60);
  for (const char* name : {"forest", "boosted"}) {
    const PredictorOptions options = parse_predictor(name);
    EXPECT_FALSE(has_settings(options.kind));
    EXPECT_EQ(tuned(options, people.features, OutcomeKind::binary,
                    {.people = people.everybody, .outcome = people.binary}),
              options);
  }
  for (const char* name : {"logistic", "logistic-l1", "ridge", "tree"}) {
    EXPECT_TRUE(has_settings(parse_predictor(name).kind));
  }
}

// Outcomes that have nothing to do with the features call for the strongest penalty and the
// shallowest tree; a line without noise for the weakest.
TEST(Tuning, NoiseIsPenalisedAndALineIsNot) {
  FeaturePeople people = feature_people(52, 300);
  const std::vector<double> age = people.features.column(0);
  rng::Stream stream(52, rng::Purpose::test, 2);
  for (std::size_t i = 0; i < age.size(); ++i) {
    people.binary[i] = rng::bernoulli(stream, 0.4) ? 1.0 : 0.0;
    people.number[i] = 3 * age[i];
  }
  const TrainingSet noise{.people = people.everybody, .outcome = people.binary};
  for (const char* name : {"logistic", "logistic-l1", "ridge"}) {
    EXPECT_GE(tuned(parse_predictor(name), people.features, OutcomeKind::binary, noise).strength,
              10)
        << name;
  }
  EXPECT_LE(tuned(parse_predictor("tree"), people.features, OutcomeKind::binary, noise).depth, 3);
  const TrainingSet line{.people = people.everybody, .outcome = people.number};
  EXPECT_EQ(tuned(parse_predictor("ridge"), people.features, OutcomeKind::number, line).strength,
            0.01);
  EXPECT_GE(tuned(parse_predictor("tree"), people.features, OutcomeKind::number, line).depth, 5);
}

// Nothing to tell settings apart by: the simplest.
TEST(Tuning, TiesGoToTheSimpler) {
  FeaturePeople people = feature_people(53, 90);
  people.binary.assign(90, 1.0);
  const TrainingSet same{.people = people.everybody, .outcome = people.binary};
  EXPECT_EQ(tuned(parse_predictor("tree"), people.features, OutcomeKind::binary, same).depth, 2);
  EXPECT_EQ(tuned(parse_predictor("ridge"), people.features, OutcomeKind::binary, same).strength,
            100);
}

// The strongest L1 penalties all leave no word in the model: that is no reason to stop.
TEST(Tuning, SeveralEmptyModelsAreNoReasonToStop) {
  constexpr std::int64_t kPeople = 150;
  Features features(kPeople);
  std::vector<double> outcome;
  std::vector<std::int64_t> everybody;
  SparseBlock words{.names = {"word good", "word bad"}};
  for (std::int32_t i = 0; i < kPeople; ++i) {
    words.entries.push_back({.column = i % 2, .value = 0.2});  // a few of many words
    words.begin.push_back(std::ssize(words.entries));
    outcome.push_back(i % 2);
    everybody.push_back(i);
  }
  features.add("note", std::move(words));
  const PredictorOptions chosen =
      tuned(parse_predictor("logistic-l1"), features, OutcomeKind::binary,
            {.people = everybody, .outcome = outcome});
  EXPECT_LE(chosen.strength, 1);
}

TEST(Tuning, DependsOnThePeopleTheSeedAndTheSubstreamAlone) {
  const FeaturePeople people = feature_people(54, 120);
  PredictorOptions options = parse_predictor("tree");
  const TrainingSet training{.people = people.everybody, .outcome = people.binary, .substream = 2};
  const auto first = tuned(options, people.features, OutcomeKind::binary, training);
  options.depth = 12;  // what was set before does not matter
  EXPECT_EQ(tuned(options, people.features, OutcomeKind::binary, training), first);
}

TEST(Tuning, TwoPeopleKeepTheirSettings) {
  const FeaturePeople people = feature_people(55, 5);
  const PredictorOptions options = parse_predictor("ridge");
  const std::vector<std::int64_t> two{1, 1, 3};
  EXPECT_EQ(tuned(options, people.features, OutcomeKind::number,
                  {.people = two, .outcome = people.number}),
            options);
}

}  // namespace
}  // namespace faultline::model
