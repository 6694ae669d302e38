// Evidence beside a column that tells the prediction: it stands with it and without it, or it is
// undecided.

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/data/memory_source.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/run/audit.hpp"

namespace faultline::test {
namespace {

using methods::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

double probability(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// The score is made of a rate alone, and of `bias` for members of the class; `hangs` is how much
/// the class hangs on the rate, too.
data::MemorySource people(double bias, double hangs, int missing = 0) {
  std::vector<std::string> sex;
  std::vector<std::string> grp;
  std::vector<double> rate;
  std::vector<double> y;
  std::vector<double> p;
  rng::Stream stream{11, rng::Purpose::test, 0};
  for (int i = 0; i < 1200; ++i) {
    const double x = rng::uniform(stream);
    const double eta = -2 + 4 * x;
    const bool member = rng::uniform(stream) < probability(hangs * (x - 0.5));
    sex.emplace_back(rng::uniform(stream) < 0.5 ? "f" : "m");
    grp.emplace_back(member ? "in" : "out");
    rate.push_back(i < missing ? std::nan("") : x);
    y.push_back(rng::uniform(stream) < probability(eta) ? 1 : 0);
    p.push_back(probability(eta + (member ? bias : 0)));
  }
  data::MemorySource source;
  source.add_text("sex", sex);
  source.add_text("grp", grp);
  source.add_numbers("rate", rate);
  source.add_numbers("y", y);
  source.add_numbers("p", p);
  return source;
}

methods::Finding audited(data::MemorySource source, const std::vector<std::string>& covariates = {},
                         const std::string& holdout = "") {
  run::AuditSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.protected_classes = {"grp=in"};
  spec.metrics = {"balance-negative"};
  spec.covariates = covariates;
  spec.holdout = holdout;
  spec.search.replicates = 99;
  return run::audit(spec, source, {}).findings.at(0);
}

TEST(SetAside, AFairScoreOfOneNumberGivesNoEvidence) {
  const methods::Finding finding = audited(people(0, 3));
  EXPECT_THAT(finding.comparable_in, ElementsAre("sex"));
  ASSERT_TRUE(finding.set_aside);
  EXPECT_THAT(finding.set_aside->columns, ElementsAre("rate"));
  EXPECT_EQ(finding.set_aside->tells, "matches the prediction one to one");
  EXPECT_NE(finding.set_aside->verdict, Verdict::evidence);
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_EQ(finding.significant, false);
  EXPECT_LE(*finding.p_value_adjusted, 0.05);  // of people alike in sex alone
  EXPECT_THAT(texts(finding.warnings),
              ElementsAre(StartsWith("undecided: there is evidence among people who are alike in "
                                     "sex, and none among people who are alike in rate, too")));
  // Either answer is to be had.
  EXPECT_EQ(audited(people(0, 3), {"sex"}).verdict, Verdict::evidence);
  EXPECT_NE(audited(people(0, 3), {"sex", "rate"}).verdict, Verdict::evidence);
}

TEST(SetAside, EvidenceWithTheColumnAndWithoutItIsEvidence) {
  const methods::Finding finding = audited(people(0.5, 0));
  ASSERT_TRUE(finding.set_aside);
  EXPECT_EQ(finding.set_aside->tells, "ranks people as the prediction does");
  EXPECT_EQ(finding.set_aside->verdict, Verdict::evidence);
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  EXPECT_EQ(finding.significant, true);
  EXPECT_THAT(texts(finding.warnings), IsEmpty());
}

TEST(SetAside, AColumnThatManyLackCannotBeAdded) {
  const methods::Finding finding = audited(people(0, 3, 300));
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_FALSE(finding.set_aside->verdict);
  EXPECT_THAT(texts(finding.warnings),
              ElementsAre(HasSubstr("but they could not be compared in rate")));
}

TEST(SetAside, PeopleHeldOutAreAskedInTheSameWay) {
  const methods::Finding finding = audited(people(0, 3), {}, "0.5");
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_TRUE(finding.set_aside->verdict);
}

}  // namespace
}  // namespace faultline::test
