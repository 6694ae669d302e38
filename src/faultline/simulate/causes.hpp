#pragma once
// Data in which it is known why errors differ between group A and group B: noise, too little data,
// a variable that nobody measured, a model that is too rigid, one that is not told the group, or
// nothing at all, alone and together. Every person comes with the best prediction from the columns
// and the risk under it, so that the least cost of a group is the mean of the last.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace faultline::simulate {

struct CauseDesign {
  std::string_view name{};
  std::int64_t people = 0;  // usual size
  double share = 0;         // usual share of B
  bool number = false;      // the outcome is a number
  std::string_view what{};  // one sentence
};

[[nodiscard]] std::span<const CauseDesign> cause_designs();
/// Throws ConfigError on a name that is none of them.
[[nodiscard]] const CauseDesign& cause_design(std::string_view name);

struct CausePeople {
  std::vector<std::vector<double>> columns{};
  std::vector<std::int32_t> in_b{};  // 0 or 1
  std::vector<double> outcome{};
  std::vector<double> best{};  // probability of the outcome, or its mean
  std::vector<double> risk{};  // expected loss of the best decision, or the variance of a number
};

/// `people` people of whom each is in B with probability `share`.
[[nodiscard]] CausePeople draw_causes(const CauseDesign& design, std::int64_t people, double share,
                                      std::uint64_t seed, std::uint32_t replicate);

}  // namespace faultline::simulate
