#pragma once
// Numbers and intervals as people write them in labels: "7", "25 - 45", "25 to < 45", "[25, 45)",
// "under 25", "< 25", "65+", "more than 10", "10 or more".

#include <optional>
#include <string_view>

namespace faultline::data {

struct TextInterval {
  double low = 0;   // minus infinity without one
  double high = 0;  // infinity without one; equal to low for a number
};

/// None when the text is neither a number nor one of the forms above.
[[nodiscard]] std::optional<TextInterval> interval_of(std::string_view text);

}  // namespace faultline::data
