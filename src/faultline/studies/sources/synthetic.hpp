#pragma once
// `faultline reproduce sources-synthetic`: learning curves of three regressors on a quadratic with
// heteroskedastic noise (Chen, Johansson, Sontag 2018, supplement B.2), power laws through all
// sizes and extrapolations from the first of them, beside the Bayes errors that are known here.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/power_law.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct SyntheticStudyOptions {
  std::int64_t repetitions = 200;  // training sets per size
  int smallest = 5;                // sizes are powers of 2
  int largest = 13;
  std::int64_t test_people = 20'000;
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const SyntheticStudyOptions& options);

struct SyntheticCurve {
  std::string learner{};
  int group = 0;
  std::vector<methods::CurvePoint> points{};
  double bayes_error = 0;
  std::optional<methods::PowerLaw> law{};  // through all points
  /// Through the points up to a size: what somebody with so much data would extrapolate.
  struct Early {
    double n = 0;
    std::optional<methods::PowerLaw> law{};
  };
  std::vector<Early> early{};
};

struct SyntheticStudy {
  SyntheticStudyOptions options{};
  std::vector<SyntheticCurve> curves{};
};

[[nodiscard]] SyntheticStudy synthetic_study(const SyntheticStudyOptions& options,
                                             const methods::Hooks& hooks);
[[nodiscard]] StudyOutput to_output(const SyntheticStudy& study);

}  // namespace faultline::studies
