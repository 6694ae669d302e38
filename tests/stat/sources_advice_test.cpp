// Advice on data whose cause is known, a small part of `faultline reproduce sources-advice`: linear
// models only, one data set each.

#include <gtest/gtest.h>

#include "faultline/studies/sources/advice.hpp"

namespace faultline::studies {
namespace {

TEST(SourcesAdvice, IsNotWrongWhereTheCauseIsKnown) {
  const AdviceStudy study = advice_study({.designs = {"noise", "little", "aware", "nothing"},
                                          .learners = {"linear"},
                                          .data_sets = 1,
                                          .truth_sets = 1,
                                          .test_people = 4000},
                                         {});
  ASSERT_EQ(study.runs.size(), 4U);
  for (const AdviceRun& run : study.runs) {
    EXPECT_EQ(run.verdict, AdviceVerdict::right) << run.design;
    for (const auto& one : run.optimum) {
      if (!one.estimate) continue;
      EXPECT_GE(*one.estimate, 0);
      EXPECT_LE(*one.estimate, 0.5 + 1e-12);
      EXPECT_LE(one.interval->first, *one.estimate);
      EXPECT_GE(one.interval->second, *one.estimate);
    }
  }
}

TEST(SourcesAdvice, IsJudgedByWhatReallyHappens) {
  AdviceTruth truth{.gap = 0.1, .cost = 0.2, .share = {0.6, 0.4, 0.1, 0, 0.9}};
  EXPECT_EQ(judge(result::Action::model, truth, false), AdviceVerdict::right);
  EXPECT_EQ(judge(result::Action::tell_group, truth, false), AdviceVerdict::acceptable);
  EXPECT_EQ(judge(result::Action::more_of_group, truth, false), AdviceVerdict::wrong);
  EXPECT_EQ(judge(result::Action::variables, truth, false), AdviceVerdict::right);
  EXPECT_EQ(judge(result::Action::none, truth, false), AdviceVerdict::missed);
  EXPECT_EQ(judge(result::Action::undecided, truth, false), AdviceVerdict::undecided);
  truth.gap = 0.01;
  EXPECT_EQ(judge(result::Action::none, truth, false), AdviceVerdict::right);
  EXPECT_EQ(judge(result::Action::model, truth, false), AdviceVerdict::wrong);
}

}  // namespace
}  // namespace faultline::studies
