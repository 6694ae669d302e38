#pragma once
// Sets of values of an ordered attribute in words, range by range: "25 to < 65" for the bins "25 to
// < 45" and "45 to < 65", "7 to 10" for numbers, "small to large" for three sizes and more.

#include <string>
#include <vector>

namespace faultline::data {

/// One phrase for each range of `inside` ([label]: is in the set); where a phrase would be no
/// shorter, for two words, one for each value. "(missing)", the last label if there is one, stands
/// alone; "not missing" are all others together.
[[nodiscard]] std::vector<std::string> range_words(const std::vector<std::string>& labels,
                                                   const std::vector<bool>& inside);

}  // namespace faultline::data
