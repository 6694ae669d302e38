#include "faultline/model/linear/platt.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// People one by one, as the header says it.
Split person_by_person(const std::vector<double>& weight, const std::vector<double>& positive,
                       const std::vector<double>& people, int fold) {
  const std::vector<double> zero(weight.size(), 0.0);
  Split split{zero, zero, zero, zero, zero};
  int number = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] == 0) continue;
    const double each = weight[i] / people[i];
    double ones = people[i] * positive[i] / weight[i];
    const double mean = positive[i] / weight[i];
    const bool shares = std::abs(ones - std::round(ones)) > 1e-6;
    for (int k = 0; k < static_cast<int>(people[i]); ++k, ++number) {
      const double label = shares ? mean : ones > 0.5 ? 1.0 : 0.0;
      ones -= 1;
      if (number % kFolds == fold) {
        split.held_weight[i] += each;
        split.held_positive[i] += each * label;
      } else {
        split.kept_weight[i] += each;
        split.kept_positive[i] += each * label;
        split.kept_people[i] += 1;
      }
    }
  }
  return split;
}

TEST(SplitFold, HoldsOutPeopleOneByOne) {
  const std::vector<double> weight{6, 1, 0, 2.5, 44, 3};
  const std::vector<double> positive{4, 0, 0, 2.5, 13, 1.4};
  const std::vector<double> people{6, 1, 7, 1, 22, 2};
  for (int fold = 0; fold < kFolds; ++fold) {
    const Split split = split_fold(weight, positive, people, fold);
    Split expected = person_by_person(weight, positive, people, fold);
    for (std::size_t i = 0; i < weight.size(); ++i) {
      EXPECT_NEAR(split.held_weight[i], expected.held_weight[i], 1e-12) << i;
      EXPECT_NEAR(split.held_positive[i], expected.held_positive[i], 1e-12) << i;
      EXPECT_NEAR(split.kept_weight[i], expected.kept_weight[i], 1e-12) << i;
      EXPECT_NEAR(split.kept_positive[i], expected.kept_positive[i], 1e-12) << i;
      if (weight[i] > 0) {
        EXPECT_EQ(split.kept_people[i], expected.kept_people[i]) << i;
      }
    }
  }
}

TEST(SplitFold, SharesAreHeldOutAsTheyAre) {
  const std::vector<double> weight{3, 8};
  const std::vector<double> positive{0.9, 3.4};
  const std::vector<double> people{3, 4};
  int compared = 0;
  for (int fold = 0; fold < kFolds; ++fold) {
    const Split split = split_fold(weight, positive, people, fold);
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (split.held_weight[i] == 0) continue;
      const double mean = positive[i] / weight[i];
      EXPECT_NEAR(split.held_positive[i] / split.held_weight[i], mean, 1e-12);
      EXPECT_NEAR(split.kept_positive[i] / split.kept_weight[i], mean, 1e-12);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 7);
}

TEST(FitPlatt, FindsTheScaleOfMarginsThatAreTooLarge) {
  // True log-odds are 0.3 + 0.5 m.
  std::vector<double> margin;
  std::vector<double> weight;
  std::vector<double> positive;
  for (double m = -3; m <= 3; m += 0.5) {
    margin.push_back(m);
    weight.push_back(10);
    positive.push_back(10 * expit(0.3 + 0.5 * m));
  }
  const PlattScale scale = fit_platt(margin, weight, positive);
  EXPECT_NEAR(scale.intercept, 0.3, 1e-12);
  EXPECT_NEAR(scale.slope, 0.5, 1e-12);
  EXPECT_THAT(scale.warnings, IsEmpty());
}

TEST(FitPlatt, MarginsThatSayNothingGiveTheOverallRate) {
  for (const std::vector<double>& margin :
       {std::vector<double>{-1, 1}, std::vector<double>{0.4, 0.4}}) {
    const PlattScale scale =
        fit_platt(margin, std::vector<double>{10, 10}, std::vector<double>{6, 2});
    EXPECT_EQ(scale.slope, 0);
    EXPECT_NEAR(scale.intercept, std::log(8.0 / 12), 1e-14);
    EXPECT_THAT(data::texts(scale.warnings), ElementsAre(HasSubstr("say nothing")));
  }
}

TEST(FitPlatt, MarginsWithoutErrorAreLeftAsTheyAre) {
  const PlattScale scale =
      fit_platt(std::vector<double>{-2, 2}, std::vector<double>{5, 5}, std::vector<double>{0, 5});
  EXPECT_EQ(scale.slope, 1);
  EXPECT_EQ(scale.intercept, 0);
  EXPECT_THAT(data::texts(scale.warnings), ElementsAre(HasSubstr("without error")));
}

}  // namespace
}  // namespace faultline::model
