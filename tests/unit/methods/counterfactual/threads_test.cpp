// A counterfactual audit is the same on any number of threads, and ends when asked to.

#include <vector>

#include <gtest/gtest.h>

#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

struct Clinic {
  data::Profiles profiles{};
  std::vector<std::uint8_t> treatment{}, decision{};
  Clinic() {
    rng::Stream stream(5, rng::Purpose::test, 1);
    profiles.attributes = {{.name = "A", .labels = {"0", "1", "2"}}};
    profiles.codes.resize(1);
    profiles.number_names = {"x"};
    profiles.numbers.resize(1);
    for (int i = 0; i < 500; ++i) {
      profiles.codes[0].push_back(static_cast<data::Code>(rng::below(stream, 3)));
      profiles.numbers[0].push_back(rng::normal(stream));
      profiles.outcome.push_back(rng::bernoulli(stream, 0.4) ? 1 : 0);
      treatment.push_back(rng::bernoulli(stream, 0.3) ? 1 : 0);
      decision.push_back(rng::bernoulli(stream, 0.5) ? 1 : 0);
      profiles.count.push_back(1);
    }
  }
  [[nodiscard]] CounterfactualInput input() const {
    return {.profiles = profiles,
            .protected_attributes = {"A"},
            .covariates = {"x"},
            .treatment = treatment,
            .decisions = {{.name = "S", .made = decision}}};
  }
};

TEST(CounterfactualThreads, SameBits) {
  const Clinic clinic;
  CounterfactualOptions options;
  options.replicates = 60;
  options.bootstrap = 60;
  options.threads = 1;
  const CounterfactualResult one = counterfactual(clinic.input(), options);
  for (const int threads : {2, 3, 8}) {
    options.threads = threads;
    const CounterfactualResult many = counterfactual(clinic.input(), options);
    for (std::size_t k = 0; k < 6; ++k) {
      const auto& a = one.report.decisions[0].cfnr.of(result::kSummaryKinds[k]);
      const auto& b = many.report.decisions[0].cfnr.of(result::kSummaryKinds[k]);
      EXPECT_EQ(a.null_quantiles, b.null_quantiles);
      EXPECT_EQ(a.se, b.se);
      EXPECT_EQ(a.intervals.t, b.intervals.t);
      EXPECT_EQ(a.intervals.adaptive, b.intervals.adaptive);
    }
  }
}

TEST(CounterfactualThreads, StopsWithWhatIsFinished) {
  const Clinic clinic;
  CounterfactualOptions options;
  options.replicates = 100'000;
  options.bootstrap = 100'000;
  std::stop_source source;
  Hooks hooks;
  hooks.stop = source.get_token();
  hooks.progress = [&source](std::string_view phase, std::int64_t done, std::int64_t) {
    if (phase == "permutations" && done > 10) source.request_stop();
  };
  const CounterfactualResult result = counterfactual(clinic.input(), options, hooks);
  EXPECT_TRUE(result.partial);
  EXPECT_GT(result.report.permutations, 0);
  EXPECT_LT(result.report.permutations, 100'000);
  EXPECT_EQ(result.report.bootstrap, 0);
  EXPECT_TRUE(result.report.decisions[0].cfpr.avg.u_value);
  EXPECT_FALSE(result.report.decisions[0].cfpr.avg.se);
}

}  // namespace
}  // namespace faultline::methods
