#include "faultline/base/options.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/common_members.hpp"
#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::methods {

const describe::Object& description(const CounterfactualOptions*) {
  using describe::member;
  using Options = CounterfactualOptions;
  static const describe::Object object{
      "How counterfactual rates are estimated, and how sure one can be",
      {member<&Options::estimator>(
           "estimator",
           "Base tests and intervals on this estimator; the others are shown beside it")
           .under("Estimation"),
       member<&Options::clip>("clip", "Keep propensities between X and 1 - X").from(0).below(0.5),
       member<&Options::trim>(
           "trim",
           "Leave out untreated people whose propensity is above 1 - X; 0 leaves out nobody")
           .from(0)
           .below(1),
       member<&Options::replicates>(
           "replicates",
           "Permute the protected attributes together N times; 0 computes no u-values")
           .under("Uncertainty")
           .alias("permutations")
           .from(0),
       member<&Options::margin>(
           "margin", "Compute the u-value as the share of permutations below the estimate minus X")
           .from(0)
           .below(1),
       member<&Options::ties>("ties",
                              "Count permutations that equal the estimate not at all (strict), "
                              "half, or fully (inclusive) in the u-value"),
       member<&Options::bootstrap>("bootstrap", "Draw N resamples; 0 computes no intervals")
           .from(0),
       member<&Options::resample>(
           "resample",
           "Draw resamples with replacement, or without it within group, outcome and decision "
           "(stratified, whose standard errors are too small)"),
       member<&Options::alpha>(
           "alpha",
           "Compute intervals that cover with probability 1 - X; also the level of `fail_on`")
           .above(0)
           .below(1),
       seed_member<&Options::seed>(), threads_member<&Options::threads>()}};
  return object;
}

void validate(const CounterfactualOptions& options) {
  describe::check(options);
  if (options.bootstrap == 1) throw OptionError("bootstrap", "1", "must be 0, or 2 or more");
  if (options.refit != true) return;
  if (options.propensity == PropensityKind::column) {
    throw ConfigError("`refit = yes`: propensities from a column cannot be fitted again");
  }
  if (options.propensity == PropensityKind::ensemble) {
    throw ConfigError(
        "`refit = yes`: an ensemble is some 160 fits, too many for every permutation and resample; "
        "use `propensity` logistic, or leave the ensemble's propensities as they are");
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
        fmt::format("`m` {}: must be exponent:X (m = n^X) or fraction:X (m = X n) with X above 0 "
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

}  // namespace faultline::methods
