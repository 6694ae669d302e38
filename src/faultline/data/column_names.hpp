#pragma once
// Names of columns as the roles and SQL can use them, and where a user's options speak of them.

#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/input.hpp"

namespace faultline::data {

/// A column whose name in the source could not be kept.
struct Renamed {
  std::string from{};  // empty when the source has none
  std::string to{};
  std::string note{};  // the sentence that says so
};

/// Trimmed, none empty, none twice (SQL does not tell X from x); `renamed` gets what was changed.
[[nodiscard]] std::vector<std::string> usable_names(const std::vector<std::string>& raw,
                                                    std::vector<Renamed>& renamed);

/// True when `word` stands in the text and no small letter, digit or underscore touches it.
[[nodiscard]] bool holds_word(std::string_view text, std::string_view word);

/// False when a run with these options cannot use the column: nothing they say holds its name.
/// Without named attributes any column may become one, and where covariates may be chosen any
/// column is looked at.
[[nodiscard]] bool mentions(const InputOptions& input, const RoleOptions& roles,
                            const std::string& column);

/// True when a role is given to the column by its name.
[[nodiscard]] bool plays_role(const RoleOptions& roles, const std::string& column);

}  // namespace faultline::data
