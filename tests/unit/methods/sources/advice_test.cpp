// The word that shares are summed up in, rule by rule.

#include "faultline/methods/sources/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;

/// `above` of 100 draws are `high`, the others `low`.
ShareDraws draws(int above, double high, double low) {
  ShareDraws share;
  for (int d = 0; d < 100; ++d) share.draws.push_back(d < above ? high : low);
  return share;
}

TEST(ShareDraws, MedianIntervalAndChance) {
  const ShareDraws share = draws(80, 0.6, 0.1);
  EXPECT_DOUBLE_EQ(share.median(), 0.6);
  EXPECT_DOUBLE_EQ(share.interval().first, 0.1);
  EXPECT_DOUBLE_EQ(share.chance_of(0.5), 0.8);
  EXPECT_DOUBLE_EQ(ShareDraws{}.chance_of(0), 0);
  EXPECT_FALSE(ShareDraws{}.told());
}

TEST(Advised, AModelThatRemovesHalfAndHelpsTheWorseOff) {
  Counterfactuals shares{.gap = 0.1, .model = draws(85, 0.7, 0.3), .model_falls = 4};
  EXPECT_EQ(advised(shares).action, Action::model);
  // Only because the others get worse: no.
  shares.model_falls = 1;
  EXPECT_EQ(advised(shares).action, Action::undecided);
  shares.model_falls = 4;
  shares.model = draws(70, 0.7, 0.3);  // not likely enough for half, but for a quarter
  EXPECT_EQ(advised(shares).action, Action::model);
  EXPECT_THAT(advised(shares).parts, ElementsAre(Action::model));
}

TEST(Advised, TellingTheGroupWhereThatIsClearlyMore) {
  Counterfactuals shares{.gap = 0.1,
                         .model = draws(90, 0.6, 0.3),
                         .tell = draws(95, 0.9, 0.3),
                         .model_falls = 4,
                         .tell_falls = 6,
                         .tell_over_model = 0.3,
                         .tell_over_model_z = 3,
                         .tell_proper_z = 3};
  EXPECT_EQ(advised(shares).action, Action::tell_group);
  shares.tell_over_model = 0.1;  // about as much: the simpler step
  EXPECT_EQ(advised(shares).action, Action::model);
  shares.model = draws(0, 1, 0);
  shares.tell_proper_z = 1;  // the group adds nothing by its proper score
  EXPECT_EQ(advised(shares).action, Action::undecided);
}

TEST(Advised, MoreOfOneGroupBeforeMoreOfEverybody) {
  Counterfactuals shares{
      .gap = 0.1, .more_of_group = draws(85, 0.8, 0.1), .more_data = draws(90, 0.8, 0.1)};
  EXPECT_EQ(advised(shares).action, Action::more_of_group);
  shares.more_data = draws(99, 0.8, 0.1);  // clearly likelier
  EXPECT_EQ(advised(shares).action, Action::more_data);
}

TEST(Advised, OtherVariablesNeedTheLimitToAgree) {
  Counterfactuals shares{
      .gap = 0.1, .kept = draws(90, 0.9, 0.1), .kept_in_limit = draws(75, 0.9, 0.3)};
  EXPECT_EQ(advised(shares).action, Action::variables);
  // Likely a half, but nearly nothing is not unlikely.
  shares.kept_in_limit = draws(75, 0.9, 0.1);
  EXPECT_EQ(advised(shares).action, Action::undecided);
  shares.kept_in_limit = draws(60, 0.9, 0.1);
  EXPECT_EQ(advised(shares).action, Action::undecided);
}

TEST(Advised, PartsByWhatTheyRemove) {
  Counterfactuals shares{.gap = 0.1,
                         .model = draws(90, 0.3, 0.1),
                         .more_data = draws(90, 0.4, 0.1),
                         .kept_in_limit = draws(90, 0.35, 0.1),
                         .model_falls = 4};
  const AdvisedStep step = advised(shares);
  EXPECT_EQ(step.action, Action::more_data);
  EXPECT_THAT(step.parts, ElementsAre(Action::more_data, Action::variables, Action::model));
  EXPECT_EQ(advised({}).action, Action::undecided);
  EXPECT_TRUE(advised({}).parts.empty());
}

}  // namespace
}  // namespace faultline::methods
