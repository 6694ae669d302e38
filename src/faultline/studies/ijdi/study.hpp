#pragma once
// What the four IJDI studies (Menghani, McFowland, Neill, Section 6) share: how a run is asked for,
// what it hands back, and means with their Monte Carlo error.

#include <cstdint>
#include <span>
#include <vector>

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

/// A mean and the half-width of its 95 % interval (normal, from the spread of the repetitions; 0
/// with a single one).
struct Mean {
  double value = 0;
  double half_width = 0;
};

[[nodiscard]] Mean mean_of(std::span<const double> values);

}  // namespace faultline::studies
