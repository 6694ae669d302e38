#pragma once
// Counterfactual error rates across intersections (Wastvedt, Huling, Wolfson 2022). With Y0 the
// outcome had a person not been treated, S the decision and A the vector of protected attributes,
//   cFPR(a) = P(S = 1 | Y0 = 0, A = a),   cFNR(a) = P(S = 0 | Y0 = 1, A = a),
// estimated from people of whom some were treated, and summarised over all pairs of groups. Assumes
// that the observed outcome of the untreated is their Y0, that everybody could have gone untreated,
// and that treatment is as good as random given A, the covariates and S.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// m of the m out of n bootstrap: floor(n^value), or floor(value n).
struct ResampleSize {
  enum class Kind { exponent, fraction };
  Kind kind = Kind::exponent;
  double value = 0.75;
  bool operator==(const ResampleSize&) const = default;
};

struct CounterfactualOptions {
  RateEstimator estimator = RateEstimator::weighting;  // what inference rests on
  PropensityKind propensity = PropensityKind::logistic;
  std::optional<bool> refit{};    // in every permutation and resample; none: unless an ensemble
  double clip = 0.005;            // propensities are kept in [clip, 1 - clip]
  double trim = 0;                // leave out the untreated with a propensity above 1 - trim
  std::int64_t replicates = 999;  // permutations of the protected vector; 0: no u-values
  std::int64_t bootstrap = 1000;  // resamples; 0: no intervals
  ResampleScheme resample = ResampleScheme::replacement;
  ResampleSize size{};
  double margin = 0;  // u-value: share of permutations below the estimate minus this
  UTies ties = UTies::strict;
  double alpha = 0.05;   // intervals hold 1 - alpha
  bool bounds = true;    // also ask what something unseen could explain; studies need not
  bool few_too = false;  // groups of few people enter summaries as well: as in the paper
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all
};

[[nodiscard]] const describe::Object& description(const CounterfactualOptions*);

/// Throws ConfigError naming the option, its value and what is allowed.
void validate(const CounterfactualOptions& options);

/// "exponent:0.75", "fraction:0.75", or a plain number of people is refused with a sentence.
[[nodiscard]] ResampleSize parse_resample_size(const std::string& text);
[[nodiscard]] std::int64_t people_in_resample(const ResampleSize& size, std::int64_t people);

struct CounterfactualInput {
  struct Decision {
    std::string name{};
    std::vector<std::uint8_t> made{};  // per profile
  };
  const data::Profiles& profiles;  // with outcome; its decision is not read
  std::vector<std::string> protected_attributes{};
  std::vector<std::string> covariates{};  // attributes or numbers of the profiles
  std::vector<std::uint8_t> treatment{};  // per profile
  std::vector<Decision> decisions{};      // at least one
  std::vector<double> propensity{};       // per profile, for PropensityKind::column
  std::vector<double> cluster{};          // per profile: who belongs together; empty: nobody
};

struct CounterfactualResult {
  CounterfactualReport report{};
  std::vector<ModelReport> models{};
  Notices notices{};
  bool partial = false;
};

/// Throws InputError when nobody or everybody is treated in a way that leaves nothing to estimate,
/// when there are fewer than two groups, or too many (over 10,000 intersections).
[[nodiscard]] CounterfactualResult counterfactual(const CounterfactualInput& input,
                                                  const CounterfactualOptions& options,
                                                  const Hooks& hooks = {});

}  // namespace faultline::methods
