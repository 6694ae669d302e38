// Runs that share the replicates of one job come to the result of a run that does it alone.

#include <algorithm>
#include <functional>

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/json/json.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

using ::testing::HasSubstr;
using MakePeople = std::function<data::MemorySource()>;

/// Every woman or man is flagged as often as `flagged` says.
data::MemorySource flagged_people(
    std::int64_t people, const std::function<double(bool woman, bool south, bool old)>& flagged) {
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<std::string> age;
  std::vector<double> outcome;
  std::vector<double> flag;
  rng::Stream stream{8, rng::Purpose::test, 0};
  for (std::int64_t i = 0; i < people; ++i) {
    const bool woman = rng::uniform(stream) < 0.5;
    const bool south = rng::uniform(stream) < 0.25;
    const bool old = rng::uniform(stream) < 0.5;
    sex.emplace_back(woman ? "F" : "M");
    region.emplace_back(south ? "South" : "North");
    age.emplace_back(old ? "old" : "young");
    outcome.push_back(rng::uniform(stream) < 0.5 ? 1 : 0);
    flag.push_back(rng::uniform(stream) < flagged(woman, south, old) ? 1 : 0);
  }
  data::MemorySource source;
  source.add_text("sex", sex);
  source.add_text("region", region);
  source.add_text("age", age);
  source.add_numbers("y", outcome);
  source.add_numbers("flag", flag);
  return source;
}

run::AuditSpec flag_audit() {
  run::AuditSpec spec;
  spec.roles.outcome = "y";
  spec.roles.decision = "flag";
  spec.metrics = {"fpr"};
  spec.search.replicates = 199;
  spec.search.threads = 1;
  return spec;
}

std::string without_timing(methods::Result result) {
  for (auto& [phase, seconds] : result.timing) seconds = 0;
  return report::to_json(result);
}

struct Ended {
  methods::Result result{};
  int rounds = 0;  // in which replicates were shared
};

/// Three parts in turn, with people of their own, until part 0 comes to the end.
Ended shared(const run::AnySpec& spec, const MakePeople& make_people) {
  std::string known;
  for (int round = 0;; ++round) {
    const int parts = round == 0 ? 1 : 3;
    std::string drawn;
    for (int part = 0; part < parts; ++part) {
      data::MemorySource own = make_people();
      const resample::Share share{.known = known, .part = part, .parts = parts, .patience = 0};
      run::Context context;
      context.share = &share;
      try {
        run::Outcome outcome = run::run(spec, own, context);
        if (part == 0) return {std::move(*outcome.result), round};
        ADD_FAILURE() << "part " << part << " went on to the end";
      } catch (const resample::Unfinished& unfinished) {
        drawn += unfinished.lines();
      }
    }
    if (drawn.empty()) {
      ADD_FAILURE() << "nobody has drawn anything";
      return {};
    }
    known += drawn;
  }
}

/// Returns the result, as JSON.
std::string expect_same(const run::AnySpec& spec, const MakePeople& make_people) {
  data::MemorySource people = make_people();
  std::string alone = without_timing(*run::run(spec, people).result);
  const Ended ended = shared(spec, make_people);
  EXPECT_EQ(without_timing(ended.result), alone);
  EXPECT_GT(ended.rounds, 0) << "nothing was shared";
  return alone;
}

data::MemorySource usual_people() { return invented_people(); }

TEST(Shared, AnAuditOfSeveralClassesAndRanks) {
  run::AuditSpec spec = flag_audit();
  spec.protected_classes = {"sex"};
  spec.search.top = 3;
  const std::string alone = expect_same(spec, [] {
    return flagged_people(2000, [](bool woman, bool south, bool old) {
      if (!woman || south == old) return 0.3;
      return south ? 0.8 : 0.6;
    });
  });
  EXPECT_THAT(alone, HasSubstr("\"rank\": 2")) << "no further rank was tested";
}

TEST(Shared, WhatWentWrongInRedrawsIsToldAsEver) {
  run::AuditSpec spec = flag_audit();
  spec.protected_classes = {"sex=F"};
  spec.roles.attributes = {"region"};
  spec.ridge = 0;
  const std::string alone =
      expect_same(spec, [] { return flagged_people(230, [](bool, bool, bool) { return 0.95; }); });
  EXPECT_THAT(alone, HasSubstr(" of 199 redraws a model did not converge"));
  EXPECT_THAT(alone, HasSubstr(" of 199 redraws a scan could not be computed"));
}

TEST(Shared, ASweepOfLambdas) {
  run::IjdiSpec spec = ijdi_spec();
  spec.search.replicates = 199;
  expect_same(spec, usual_people);
  spec.probability.column.clear();
  spec.probability.fit = run::FittedModel::logistic;
  spec.probability.covariates = {"age", "region"};
  expect_same(spec, usual_people);
}

TEST(Shared, TheAuditInACheck) { expect_same(check_spec(), usual_people); }

TEST(Shared, WhatIsNotSharedIsDoneAtOnce) {
  const Ended ended = shared(scan_spec(), usual_people);
  EXPECT_EQ(ended.rounds, 0);
  data::MemorySource people = invented_people();
  EXPECT_EQ(without_timing(ended.result), without_timing(run::scan(scan_spec(), people)));
}

}  // namespace
}  // namespace faultline::test
