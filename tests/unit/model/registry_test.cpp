#include "faultline/model/registry.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/needs_trees.hpp"
#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

const std::vector<std::string> kAll{"logistic", "logistic-l1", "ridge",
                                    "tree",     "forest",      "boosted"};
const std::vector<std::string> kOfNumbers{"ridge", "tree", "forest", "boosted"};

/// Of those the ones that this build can fit.
std::vector<std::string> fitted(std::vector<std::string> names) {
  if (!faultline::testing::has_trees()) std::erase(names, "boosted");
  return names;
}

LearnerOptions small(const std::string& name) {
  LearnerOptions options = parse_learner(name);
  options.trees = 20;
  return options;
}

std::vector<double> predictions(const LearnerOptions& options, const FeaturePeople& people,
                                OutcomeKind kind, const std::vector<std::int64_t>& trained,
                                std::uint32_t substream = 0) {
  const auto predictor = make_learner(options, people.features, kind);
  predictor->fit({.people = trained,
                  .outcome = kind == OutcomeKind::binary ? people.binary : people.number,
                  .substream = substream});
  std::vector<double> out(people.everybody.size());
  predictor->predict(people.everybody, out);
  return out;
}

double mean_squared_error(const std::vector<double>& predicted, const std::vector<double>& truth) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) sum += std::pow(predicted[i] - truth[i], 2);
  return sum / static_cast<double>(truth.size());
}

TEST(Registry, NamesGoThereAndBack) {
  ASSERT_EQ(learners().size(), kAll.size());
  for (const std::string& name : kAll) EXPECT_EQ(name_of(parse_learner(name).kind), name);
  EXPECT_EQ(describe(parse_learner("forest")), "forest of 100 trees");
  EXPECT_EQ(describe(parse_learner("logistic-l1")), "L1 logistic regression, strength 1");
  EXPECT_EQ(describe(parse_learner("tree")), "tree of depth 4");
  EXPECT_THROW((void)parse_learner("florest"), ConfigError);
  EXPECT_THROW((void)parse_learner("ensemble"), ConfigError);
  EXPECT_THROW((void)learner_entry(LearnerKind::column), InternalError);
}

TEST(Registry, RefusesOptionsThatMeanNothing) {
  const FeaturePeople people = feature_people(1, 10);
  LearnerOptions options = parse_learner("ridge");
  options.strength = 0;
  EXPECT_THROW((void)make_learner(options, people.features, OutcomeKind::binary), ConfigError);
  options.strength = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)make_learner(options, people.features, OutcomeKind::binary), ConfigError);
  options = parse_learner("tree");
  options.depth = 0;
  EXPECT_THROW((void)make_learner(options, people.features, OutcomeKind::binary), ConfigError);
  options = parse_learner("forest");
  options.trees = 0;
  EXPECT_THROW((void)make_learner(options, people.features, OutcomeKind::binary), ConfigError);
  EXPECT_THROW((void)make_learner(parse_learner("logistic"), people.features, OutcomeKind::number),
               ConfigError);
}

TEST(Registry, LearnsAndStaysInTheUnitInterval) {
  const FeaturePeople people = feature_people(2, 600, true);
  for (const std::string& name : fitted(kAll)) {
    const auto p = predictions(small(name), people, OutcomeKind::binary, people.everybody);
    for (const double value : p) {
      ASSERT_GE(value, 0) << name;
      ASSERT_LE(value, 1) << name;
    }
    EXPECT_LT(mean_squared_error(p, people.binary), 0.2) << name;  // the rate alone: about .25
  }
}

TEST(Registry, LearnsNumbersOfAnyUnit) {
  const FeaturePeople people = feature_people(3, 600, true);
  double mean = 0;
  for (const double y : people.number) mean += y / 600;
  const double alone =
      mean_squared_error(std::vector<double>(people.number.size(), mean), people.number);
  for (const std::string& name : fitted(kOfNumbers)) {
    const auto p = predictions(small(name), people, OutcomeKind::number, people.everybody);
    EXPECT_LT(mean_squared_error(p, people.number), 0.6 * alone) << name;
  }
}

TEST(Registry, OneOutcomeIsPredictedForEverybody) {
  FeaturePeople people = feature_people(4, 30);
  people.binary.assign(30, 1.0);
  people.number.assign(30, -7.25);
  for (const std::string& name : fitted(kAll)) {
    const auto p = predictions(small(name), people, OutcomeKind::binary, people.everybody);
    for (const double value : p) EXPECT_EQ(value, 1) << name;
  }
  for (const std::string& name : fitted(kOfNumbers)) {
    const auto p = predictions(small(name), people, OutcomeKind::number, people.everybody);
    for (const double value : p) EXPECT_EQ(value, -7.25) << name;
  }
}

TEST(Registry, OnePersonOrNobody) {
  const FeaturePeople people = feature_people(5, 30);
  for (const std::string& name : fitted(kAll)) {
    const auto p = predictions(small(name), people, OutcomeKind::binary, {7});
    for (const double value : p) EXPECT_EQ(value, people.binary[7]) << name;
    EXPECT_THROW(predictions(small(name), people, OutcomeKind::binary, {}), NumericError) << name;
  }
}

TEST(Registry, TwoPeopleWithDifferentOutcomes) {
  const FeaturePeople people = feature_people(6, 40);
  std::vector<std::int64_t> two(2, 0);
  while (people.binary[static_cast<std::size_t>(two[1])] == people.binary[0]) ++two[1];
  for (const std::string& name : fitted(kAll)) {
    const auto p = predictions(small(name), people, OutcomeKind::binary, two);
    for (const double value : p) ASSERT_TRUE(value >= 0 && value <= 1) << name;
  }
}

TEST(Registry, SameBitsWhateverWasFittedBefore) {
  const FeaturePeople people = feature_people(7, 200, true);
  const std::vector<std::int64_t> some(people.everybody.begin(), people.everybody.begin() + 120);
  for (const std::string& name : fitted(kAll)) {
    const auto expected = predictions(small(name), people, OutcomeKind::binary, some, 3);
    const auto predictor = make_learner(small(name), people.features, OutcomeKind::binary);
    std::vector<double> out(people.everybody.size());
    for (const auto* trained : {&people.everybody, &some}) {
      predictor->fit({.people = *trained, .outcome = people.binary, .substream = 3});
      predictor->predict(people.everybody, out);
    }
    EXPECT_EQ(out, expected) << name;
  }
}

// Somebody who comes twice counts twice: the same as two people alike.
TEST(Registry, RepeatedPeopleCount) {
  const FeaturePeople people = feature_people(8, 100);
  std::vector<std::int64_t> twice = people.everybody;
  twice.insert(twice.end(), people.everybody.begin(), people.everybody.end());
  LearnerOptions options = parse_learner("ridge");
  options.strength = 1;
  const auto once = predictions(options, people, OutcomeKind::number, people.everybody);
  options.strength = 2;
  const auto doubled = predictions(options, people, OutcomeKind::number, twice);
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_NEAR(once[i], doubled[i], 1e-7);
  options = parse_learner("tree");
  const auto tree = predictions(options, people, OutcomeKind::number, people.everybody);
  const auto tree_doubled = predictions(options, people, OutcomeKind::number, twice);
  // The least leaf is then half a person, so a split more is possible; sums are the same.
  EXPECT_LE(mean_squared_error(tree_doubled, people.number),
            mean_squared_error(tree, people.number) + 1e-6);
}

}  // namespace
}  // namespace faultline::model
