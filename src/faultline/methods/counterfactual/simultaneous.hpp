#pragma once
// Signed differences between the rates of every two groups, with intervals that hold all together
// with probability 1 - alpha: d -+ c se, where c is the 1 - alpha quantile, over resamples, of the
// largest |h| / se among the pairs (sup-t). Whichever pair one looks at, its interval counts that
// all were looked at.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/rate_errors.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

struct SignedDifference {
  std::size_t first = 0;
  std::size_t second = 0;
  double difference = 0;  // rate of the first minus that of the second
  double error = 0;
  CounterfactualReport::Interval interval{};  // inside [-1, 1], unless an estimate is not
};

struct AllDifferences {
  double critical = 0;                    // c
  std::vector<SignedDifference> pairs{};  // in the order of the rates
};

/// More pairs than these nobody reads; they are 50 groups.
inline constexpr std::size_t kMostListedPairs = 1'225;

/// No pairs where there are more than kMostListedPairs, or where a pair is defined in fewer than
/// kFewestResamples resamples.
/// `firm`: which rates rest on enough people; empty: all. c is right where errors are about normal;
/// pairs of the others reach as far as the normal quantile for one pair of all (Bonferroni), which
/// is what widen_rare() made them right for.
[[nodiscard]] AllDifferences all_differences(const RateErrors& errors, double alpha,
                                             std::span<const std::uint8_t> firm = {});

/// Two groups apart by d make the largest gap at least d, and the average at least 2 d / K: every
/// third group is at least d away from the two together. Raises the lower ends of both, and the
/// upper end of the largest, to what the pairs say whose rates rest on enough people, so that no
/// summary contradicts a pair. `groups`: K, those that summaries are about.
void raise_by_pairs(std::size_t groups, CounterfactualReport::Summaries& to);

}  // namespace faultline::methods
