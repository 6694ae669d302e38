#include "faultline/model/tuning.hpp"

#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

TEST(Tuning, OnlyWhereThereAreSettings) {
  const FeaturePeople people = feature_people(51, 60);
  for (const char* name : {"forest", "boosted"}) {
    const LearnerOptions options = parse_learner(name);
    EXPECT_FALSE(learner_entry(options.kind).settings);
    EXPECT_EQ(tuned(options, people.features, OutcomeKind::binary,
                    {.people = people.everybody, .outcome = people.binary}),
              options);
  }
  for (const char* name : {"logistic", "logistic-l1", "ridge", "tree"}) {
    EXPECT_TRUE(learner_entry(parse_learner(name).kind).settings);
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
  const TrainingPeople noise{.people = people.everybody, .outcome = people.binary};
  for (const char* name : {"logistic", "logistic-l1", "ridge"}) {
    EXPECT_GE(tuned(parse_learner(name), people.features, OutcomeKind::binary, noise).strength, 10)
        << name;
  }
  EXPECT_LE(tuned(parse_learner("tree"), people.features, OutcomeKind::binary, noise).depth, 3);
  const TrainingPeople line{.people = people.everybody, .outcome = people.number};
  EXPECT_EQ(tuned(parse_learner("ridge"), people.features, OutcomeKind::number, line).strength,
            0.01);
  EXPECT_GE(tuned(parse_learner("tree"), people.features, OutcomeKind::number, line).depth, 5);
}

// Nothing to tell settings apart by: the simplest.
TEST(Tuning, TiesGoToTheSimpler) {
  FeaturePeople people = feature_people(53, 90);
  people.binary.assign(90, 1.0);
  const TrainingPeople same{.people = people.everybody, .outcome = people.binary};
  EXPECT_EQ(tuned(parse_learner("tree"), people.features, OutcomeKind::binary, same).depth, 2);
  EXPECT_EQ(tuned(parse_learner("ridge"), people.features, OutcomeKind::binary, same).strength,
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
  const LearnerOptions chosen = tuned(parse_learner("logistic-l1"), features, OutcomeKind::binary,
                                      {.people = everybody, .outcome = outcome});
  EXPECT_LE(chosen.strength, 1);
}

TEST(Tuning, DependsOnThePeopleTheSeedAndTheSubstreamAlone) {
  const FeaturePeople people = feature_people(54, 120);
  LearnerOptions options = parse_learner("tree");
  const TrainingPeople training{
      .people = people.everybody, .outcome = people.binary, .substream = 2};
  const auto first = tuned(options, people.features, OutcomeKind::binary, training);
  options.depth = 12;  // what was set before does not matter
  EXPECT_EQ(tuned(options, people.features, OutcomeKind::binary, training), first);
}

TEST(Tuning, TwoPeopleKeepTheirSettings) {
  const FeaturePeople people = feature_people(55, 5);
  const LearnerOptions options = parse_learner("ridge");
  const std::vector<std::int64_t> two{1, 1, 3};
  EXPECT_EQ(tuned(options, people.features, OutcomeKind::number,
                  {.people = two, .outcome = people.number}),
            options);
}

// The wrapper fits with the settings that the function chooses.
TEST(Tuning, ATunedLearnerIsTheOneWithTheChosenSettings) {
  const FeaturePeople people = feature_people(56, 150);
  const TrainingPeople training{.people = people.everybody, .outcome = people.binary};
  for (const char* name : {"ridge", "tree", "forest"}) {
    Tuned wrapped(parse_learner(name), people.features, OutcomeKind::binary);
    wrapped.fit(training);
    EXPECT_EQ(wrapped.settings(),
              tuned(parse_learner(name), people.features, OutcomeKind::binary, training));
    const auto plain = make_learner(wrapped.settings(), people.features, OutcomeKind::binary);
    plain->fit(training);
    std::vector<double> expected(people.everybody.size());
    std::vector<double> out(expected.size());
    plain->predict(people.everybody, expected);
    wrapped.predict(people.everybody, out);
    EXPECT_EQ(out, expected) << name;
  }
}

}  // namespace
}  // namespace faultline::model
