#pragma once
// What `--power` says of a scan: how large an effect would have had to be for the test that was run
// to find it, in one subgroup or in a share of the class, or of everybody where there is none.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"

namespace faultline::result {

struct Detectable {
  struct Effect {
    std::string text{};             // the subgroup in words
    std::optional<double> share{};  // of the class or everybody: any subgroup that is like them;
                                    // none: this one
    std::int64_t n = 0;             // people in it, of an audit members of the class
    double expected = 0;            // rate or mean that is expected of them
    std::optional<double> theta{};  // q or mu; none: none is large enough
    std::optional<double> rate{};   // that theta implies
    /// How much more its deviation from what is expected varies than if expectations were known.
    double spread = 1;
  };
  double probability = 0.8;   // with which an effect of that size is found
  double critical_score = 0;  // to be exceeded, with penalty
  std::vector<Effect> effects{};
};
[[nodiscard]] const describe::Object& description(const Detectable::Effect*);
[[nodiscard]] const describe::Object& description(const Detectable*);

}  // namespace faultline::result
