// A scan that scouts search keeps its level: 7,776 cells of three people each, outcomes drawn from
// the predictions, data and replicates scored by what the scouts reach, replicates drawn by cell.
// Fixed seed; each of the 4 checks has a false-alarm rate of at most 5e-8 if the level is kept.

#include <array>
#include <cstdlib>
#include <string>

#include "support/planted_cells.hpp"
#include "support/simulation_size.hpp"
#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/search/scout.hpp"

namespace faultline::methods {
namespace {

constexpr double kAlarm = 5e-8;
constexpr std::array<double, 2> kAlphas{0.05, 0.2};

TEST(ScoutsLevel, IsKeptInBothDirections) {
  const char* const wanted = std::getenv("FAULTLINE_DATA_SETS");
  const int data_sets = wanted != nullptr ? std::atoi(wanted) : testing::data_sets(300);
  std::array<std::array<int, kAlphas.size()>, 2> rejected{};
  for (int data_set = 0; data_set < data_sets; ++data_set) {
    const search::BernoulliCells cells = search::make_bernoulli_cells(
        testing::planted_profiles(6, 1, static_cast<std::uint32_t>(data_set)));
    BiasScanOptions options{{.replicates = 39, .sequential = data::Choice::no}};
    options.seed = 500 + static_cast<std::uint64_t>(data_set);
    options.strategy = search::Strategy::ascent;
    options.restarts = 2;
    ASSERT_TRUE(search::Scout::suits(cells.lattice, options.strategy));
    const BiasScanResult result = bias_scan({cells}, options);
    for (std::size_t d = 0; d < 2; ++d) {
      for (std::size_t a = 0; a < kAlphas.size(); ++a)
        if (result.findings.at(d).p_value.value_or(1) <= kAlphas[a]) ++rejected[d][a];
    }
  }
  for (std::size_t d = 0; d < 2; ++d) {
    for (std::size_t a = 0; a < kAlphas.size(); ++a) {
      EXPECT_LE(rejected[d][a], testing::upper_limit(data_sets, kAlphas[a], kAlarm));
      RecordProperty("rejected_" + std::to_string(d) + "_" + std::to_string(a), rejected[d][a]);
    }
  }
}

}  // namespace
}  // namespace faultline::methods
