// A result carries the spec that made it: running that gives the same result but for timing.

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gtest/gtest.h>

#include "faultline/report/json/json.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

std::string without_timing(methods::Result result) {
  for (auto& [phase, seconds] : result.timing) seconds = 0;
  return report::to_json(result);
}

TEST(Repeat, EveryMethodGivesTheSameResult) {
  for (const run::AnySpec& spec : every_spec()) {
    data::MemorySource people = invented_people();
    const run::Outcome first = run::run(spec, people);
    const std::string json = report::to_json(*first.result);
    const run::Outcome again = run::run(run::read_spec(json), people);
    EXPECT_EQ(without_timing(*again.result), without_timing(*first.result))
        << describe::name_of(run::head(spec).command);
  }
}

TEST(Repeat, ThreadsDoNotMatter) {
  for (const int threads : {1, 3}) {
    run::ScanSpec spec = scan_spec();
    spec.search.threads = threads;
    data::MemorySource people = invented_people();
    methods::Result result = run::scan(spec, people);
    result.threads = 1;
    static const std::string first = without_timing(result);
    EXPECT_EQ(without_timing(result), first);
  }
}

}  // namespace
}  // namespace faultline::test
