#include "faultline/simulate/demo.hpp"

namespace faultline::simulate {

SemiSynthetic demo_data(std::uint64_t seed) {
  SemiSyntheticOptions options;
  options.seed = seed;
  options.injection = Injection{
      .subgroup = {{"age_group", {"75 or over"}}, {"prior_admissions", {"None"}}}, .mu_suf = 0.25};
  return semi_synthetic_patients(6'000, options);
}

}  // namespace faultline::simulate
