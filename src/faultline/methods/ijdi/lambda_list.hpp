#pragma once
// Values of lambda as they are typed: numbers and ranges FROM:TO:STEP, in any mixture.

#include <string>
#include <vector>

namespace faultline::methods {

/// Each word is a number ("0.3") or a range ("0:3:0.5": 0, 0.5, ..., 3; the end belongs to it when
/// a step reaches it). The values in the order given. Throws ConfigError that names --lambda when a
/// word is neither, a value is negative, named twice or not finite, or there are over 1,000.
[[nodiscard]] std::vector<double> parse_lambdas(const std::vector<std::string>& words);

}  // namespace faultline::methods
