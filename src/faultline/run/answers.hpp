#pragma once
// The answers of a panel from a CSV file with the columns person, z1, z2 and z3, in any order;
// other columns are ignored. Fields may be quoted; blanks around a value do not count.

#include <string>
#include <string_view>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::run {

/// By person, z1, z2, z3, whatever the order of the rows. `source` is what messages call the file.
/// Throws InputError that names column, line and value.
[[nodiscard]] std::vector<methods::ElicitReport::Answer> parse_answers(std::string_view csv,
                                                                       const std::string& source);

/// One answer, "PERSON,Z1,Z2,Z3". Throws OptionError.
[[nodiscard]] methods::ElicitReport::Answer parse_answer(const std::string& text);
/// As parse_answer reads it.
[[nodiscard]] std::string to_text(const methods::ElicitReport::Answer& answer);

/// The same from a file.
[[nodiscard]] std::vector<methods::ElicitReport::Answer> read_answers(const std::string& path);

}  // namespace faultline::run
