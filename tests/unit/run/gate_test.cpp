#include "faultline/run/gate.hpp"

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Gate, TripsOnASignificantFinding) {
  data::MemorySource people = invented_people();
  run::ScanSpec spec = scan_spec();
  EXPECT_EQ(run::gate(run::scan(spec, people)), run::Gate::tripped);
  spec.search.alpha = 0.001;  // 99 replicates cannot go below .01
  methods::Result calm = run::scan(spec, people);
  EXPECT_EQ(run::gate(calm), run::Gate::passed);
  calm.partial = true;
  EXPECT_EQ(run::gate(calm), run::Gate::unfinished);
}

TEST(Gate, ThatCouldNeverTripIsRefused) {
  run::ScanSpec scan = scan_spec();
  scan.fail_on = run::FailOn::finding;
  scan.search.replicates = 0;
  EXPECT_THAT([&] { run::validate(scan); },
              ThrowsMessage<ConfigError>(HasSubstr("nothing could ever fail")));
  run::CounterfactualSpec rates = counterfactual_spec();
  rates.fail_on = run::FailOn::finding;
  rates.method.bootstrap = 0;
  EXPECT_THAT([&] { run::validate(rates); },
              ThrowsMessage<ConfigError>(HasSubstr("goes by intervals")));
}

}  // namespace
}  // namespace faultline::test
