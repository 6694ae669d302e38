#include <cmath>

#include <fmt/format.h>

#include "faultline/audit/counterfactual/counterfactual.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::audit {

void validate(const CounterfactualOptions& options) {
  if (!(options.clip >= 0 && options.clip < 0.5)) {
    throw ConfigError(
        fmt::format("--clip {}: must be at least 0 and below 0.5", shortest(options.clip)));
  }
  if (!(options.trim >= 0 && options.trim < 1)) {
    throw ConfigError(
        fmt::format("--trim {}: must be at least 0 and below 1", shortest(options.trim)));
  }
  if (options.replicates < 0) {
    throw ConfigError(fmt::format("--replicates {}: must be 0 or more", options.replicates));
  }
  if (options.bootstrap < 0 || options.bootstrap == 1) {
    throw ConfigError(fmt::format("--bootstrap {}: must be 0, or 2 or more", options.bootstrap));
  }
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw ConfigError(fmt::format("--alpha {}: must be between 0 and 1", shortest(options.alpha)));
  }
  if (!(options.margin >= 0 && options.margin < 1)) {
    throw ConfigError(
        fmt::format("--margin {}: must be at least 0 and below 1", shortest(options.margin)));
  }
  if (options.refit != true) return;
  if (options.propensity == PropensityKind::column) {
    throw ConfigError("--refit yes: propensities from a column cannot be fitted again");
  }
  if (options.propensity == PropensityKind::ensemble) {
    throw ConfigError(
        "--refit yes: an ensemble is some 160 fits, too many for every permutation and resample; "
        "use --propensity logistic, or leave the ensemble's propensities as they are");
  }
}

ResampleSize parse_resample_size(const std::string& text) {
  const auto colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  // Nothing that can be read as a number is out of range like 0.
  const double value =
      colon == std::string::npos ? 0 : parse_double(text.substr(colon + 1)).value_or(0);
  if ((kind != "exponent" && kind != "fraction") || !(value > 0 && value <= 1)) {
    throw ConfigError(
        fmt::format("--m {}: must be exponent:X (m = n^X) or fraction:X (m = X n) with X above 0 "
                    "and at most 1",
                    text));
  }
  return {.kind = kind == "exponent" ? ResampleSize::Kind::exponent : ResampleSize::Kind::fraction,
          .value = value};
}

std::int64_t people_in_resample(const ResampleSize& size, std::int64_t people) {
  const auto n = static_cast<double>(people);
  const double m =
      size.kind == ResampleSize::Kind::exponent ? std::pow(n, size.value) : size.value * n;
  // Powers that are whole in truth may come out a hair below.
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(m * (1 + 1e-12))));
}

}  // namespace faultline::audit
