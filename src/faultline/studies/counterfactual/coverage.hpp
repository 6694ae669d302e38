#pragma once
// How often intervals for the summaries hold the truth, and how long they are, over data sets drawn
// from one population: the paper's three, the rescaled t, and the adaptive one.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/counterfactual/study.hpp"

namespace faultline::studies {

inline constexpr std::size_t kIntervalKinds = 5;
inline constexpr std::array<std::string_view, kIntervalKinds> kIntervalNames{
    "t", "normal", "percentile", "t-rescaled", "adaptive"};

struct Coverage {
  bool cfpr = false;
  std::size_t summary = 0;  // methods::SummaryKind
  double truth = 0;
  Spread estimate{};
  struct Kind {
    std::int64_t intervals = 0;  // data sets that gave one
    std::int64_t covered = 0;
    std::int64_t below = 0;  // the whole interval lies below the truth
    Mean length{};
    Mean length_above_zero{};  // of the part that is not negative
    [[nodiscard]] double share() const;
    /// Half-width of its 95 % interval (normal), at least that of one miss in all.
    [[nodiscard]] double error() const;
  };
  std::array<Kind, kIntervalKinds> kinds{};
};

struct CoverageOptions {
  std::int64_t people = 5'000;
  std::int64_t repetitions = 200;
  std::int64_t bootstrap = 500;
  double alpha = 0.1;
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Of cFPR's six summaries, then of cFNR's. Throws Cancelled when stopped.
[[nodiscard]] std::vector<Coverage> coverage_of(
    const simulate::CounterfactualPopulation& population, const CoverageOptions& options,
    const methods::Hooks& hooks = {});

}  // namespace faultline::studies
