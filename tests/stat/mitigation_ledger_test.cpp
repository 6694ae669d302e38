// The interval of a ledger: rules are made once, then tried on many samples of people they were not
// made from. What they change on average is the truth, and 95 % intervals should hold it. The worst
// subgroup is searched in each sample anew, before and after, so that the truth is that of samples
// of this size. FAULTLINE_LEDGER_SAMPLES: more samples per rule, and the shares printed.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/simulation_size.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "faultline/data/table.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/mitigation/ledger.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kPeople = 2000;
constexpr double kSharesApart = 0.5;  // lambda

/// Two attributes (eight groups), scores in tenths; those of one sex are too high by `bias`. The
/// true probability is known.
data::Profiles sample(double bias, std::uint32_t number) {
  rng::Stream stream(20261118, rng::Purpose::test, number);
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> score;
  std::vector<double> outcome;
  std::vector<double> truth;
  for (int i = 0; i < kPeople; ++i) {
    sex.emplace_back(rng::bernoulli(stream, 0.4) ? "F" : "M");
    const auto place = rng::below(stream, 4);
    region.emplace_back(1, static_cast<char>('a' + place));
    truth.push_back(0.25 + 0.1 * static_cast<double>(place));
    const double noise = static_cast<double>(rng::below(stream, 7)) / 10 - 0.3;
    const double raised = truth.back() + noise + (sex.back() == "F" ? bias : 0);
    score.push_back(std::round(10 * std::clamp(raised, 0.0, 1.0)) / 10);
    outcome.push_back(rng::bernoulli(stream, truth.back()) ? 1 : 0);
  }
  data::Table table;
  table.add(data::make_categorical("sex", sex));
  table.add(data::make_categorical("region", region));
  table.add(data::NumericColumn{"score", score});
  table.add(data::NumericColumn{"y", outcome});
  table.add(data::NumericColumn{"truth", truth});
  data::ProfileRoles roles;
  roles.attributes = {"sex", "region"};
  roles.prediction = "score";
  roles.outcome = "y";
  roles.numbers = {"truth"};
  return data::make_profiles(table, roles);
}

MitigationInput input_of(const data::Profiles& profiles) {
  return {.profiles = profiles, .scanned = {"sex", "region"}, .true_probability = "truth"};
}

struct Covered {
  std::int64_t intervals = 0;
  std::int64_t held = 0;
  std::int64_t false_verdicts = 0;  // "worth it" or "not worth it" on the wrong side of the truth
};

Covered cover(double bias, int rules, int samples) {
  MitigationOptions options;
  options.lambda = kSharesApart;
  options.base.threshold = 0.5;
  options.scan.replicates = 0;
  options.scan.threads = 1;
  Covered covered;
  for (int r = 0; r < rules; ++r) {
    const data::Profiles made = sample(bias, 1'000'000U + static_cast<std::uint32_t>(r));
    options.scan.seed = 1 + static_cast<std::uint64_t>(r);
    const MitigationReport report = mitigate(input_of(made), options).report;
    if (report.strength == 0) continue;
    std::vector<Ledger> ledgers(static_cast<std::size_t>(samples));
    (void)parallel::for_each(samples, 0, [&](std::int64_t s) {
      const data::Profiles tested =
          sample(bias, static_cast<std::uint32_t>(r * samples) + static_cast<std::uint32_t>(s));
      MitigationOptions own = options;
      own.scan.seed = 1000 + static_cast<std::uint64_t>(s);
      ledgers[s] = make_ledger(input_of(tested), own, decide(tested, std::vector{options.base}),
                               decide(tested, *report.points), ledger_parts(tested, report), {});
    });
    double truth = 0;
    for (const Ledger& ledger : ledgers) truth += ledger.change / samples;
    for (const Ledger& ledger : ledgers) {
      if (!ledger.interval) continue;
      ++covered.intervals;
      if (ledger.interval->first <= truth && truth <= ledger.interval->second) ++covered.held;
      if ((ledger.worth == Worth::less && truth > 0) || (ledger.worth == Worth::more && truth < 0))
        ++covered.false_verdicts;
    }
  }
  return covered;
}

// Bounds: far below what was measured at full size, such that chance alone fails in less than 1e-6
// of runs (binomial, with the samples of one rule independent given the rule).
TEST(MitigationLedger, TheIntervalHoldsWhatRulesChange) {
  const char* asked = std::getenv("FAULTLINE_LEDGER_SAMPLES");
  const int samples = asked != nullptr ? std::atoi(asked) : testing::data_sets(40);
  for (const double bias : {0.0, 0.1, 0.2}) {
    const Covered covered = cover(bias, asked != nullptr ? 10 : 2, samples);
    if (asked != nullptr) {
      const auto [low, high] = math::clopper_pearson_interval(
          covered.held, std::max<std::int64_t>(1, covered.intervals), 0.99);
      fmt::print("bias {}: {} of {} held ({:.3f} to {:.3f}), {} false verdicts\n", bias,
                 covered.held, covered.intervals, low, high, covered.false_verdicts);
    }
    EXPECT_GE(static_cast<double>(covered.held), 0.75 * static_cast<double>(covered.intervals));
  }
}

}  // namespace
}  // namespace faultline::methods
