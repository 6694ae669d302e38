#include "faultline/studies/ijdi/study.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::studies {

void validate(const IjdiStudyOptions& options) {
  if (options.repetitions < 1) {
    throw ConfigError(fmt::format("`repetitions` {}: must be at least 1", options.repetitions));
  }
  for (const double lambda : options.lambdas) {
    if (!(lambda >= 0 && std::isfinite(lambda))) {
      throw ConfigError(fmt::format("`lambda` {}: must be 0 or more", shortest(lambda)));
    }
  }
}

std::string_view capitals(methods::ErrorRate error) {
  return error == methods::ErrorRate::fpr ? "FPR" : "TPR";
}

}  // namespace faultline::studies
