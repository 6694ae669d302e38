#pragma once
// Which of two values is the positive one.

#include <string>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/notice.hpp"

namespace faultline::data {

/// Finds the text of the positive value; throws InputError unless there are exactly two values (one
/// is enough when one_class_allowed) and the positive one is named or is 1 or true. `notices` get a
/// word when 1 is taken for positive beside something else than 0. `families`: the message for more
/// than two values also names the families of outcomes to choose from.
[[nodiscard]] std::string positive_value(const std::string& option, const BinaryRole& role,
                                         const Values& values, bool one_class_allowed,
                                         Notices& notices, bool families = false);

/// True when two spellings name one value: 1 and 1.0, true and True.
[[nodiscard]] bool same_value(const std::string& a, const std::string& b);

}  // namespace faultline::data
