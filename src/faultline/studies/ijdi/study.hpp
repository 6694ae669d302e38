#pragma once
// What the four IJDI studies (Menghani, McFowland, Neill, Section 6) share: how a run is asked for,
// what it hands back, and how charts name an error rate.

#include <cstdint>
#include <string_view>
#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/studies/mean.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct IjdiStudyOptions {
  std::uint64_t seed = 1;
  std::int64_t repetitions = 100;
  std::vector<double> lambdas{};
  double penalty = 0.1;  // what the published scores carry
  int threads = 0;
};

/// Throws ConfigError.
void validate(const IjdiStudyOptions& options);

/// "FPR" or "TPR".
[[nodiscard]] std::string_view capitals(methods::ErrorRate error);

}  // namespace faultline::studies
