#pragma once
// Whom a group is compared with: `largest`, `best`, `rest` (everybody else), or groups that are
// named by a value of some columns, 'sex=Male;race=White', which serves sex, race and their
// intersection.

#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

struct Reference {
  enum class Kind { largest, best, rest, named };
  Kind kind = Kind::largest;
  std::vector<int> codes{};  // named: per attribute, -1 where none is
};

/// Throws InputError on a column that is not among the attributes or a value that nobody has.
[[nodiscard]] Reference parse_reference(std::string_view text,
                                        const std::vector<data::Attribute>& attributes);

/// Whether the first is better: lower for errors and losses, nearer to 0 for the calibration gap
/// and to 1 for the slope, higher for all else.
[[nodiscard]] bool is_better(RateName rate, double a, double b);

}  // namespace faultline::methods
