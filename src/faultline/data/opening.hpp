#pragma once
// From options and a reader to people: the rules that hold for every source. Roles are resolved,
// checked and counted, dictionaries read, the positive values found, attributes coded; the source
// then only has to send the tuples.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/coded_columns.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

struct Opened {
  PeopleFacts facts{};
  Roles roles{};
  CodedColumns coded{};                           // of roles.coded_columns()
  std::optional<std::string> outcome_positive{};  // text of the positive value
  std::optional<std::string> decision_positive{};
  std::vector<std::string> flags_positive{};  // empty where the column holds probabilities
};

/// `notices` are those of the preparation. Throws InputError and ConfigError.
[[nodiscard]] Opened open_people(Reader& reader, const InputOptions& input,
                                 const RoleOptions& given, const Notices& notices);

/// What is needed to read rows one by one.
struct OpenedRows {
  Roles roles{};
  std::optional<std::string> outcome_positive{};
  std::int64_t left_out = 0;
};

/// The roles that rows have: score or risk score, attributes, numbers, outcome and count.
[[nodiscard]] RoleOptions roles_of_rows(RoleOptions options);

/// `options` as roles_of_rows gives them. Throws InputError and ConfigError.
[[nodiscard]] OpenedRows open_rows(Reader& reader, const InputOptions& input,
                                   const RoleOptions& options);

/// Text of a value -> its label, as dictionaries make them; `real` for numbers that need not be
/// whole.
[[nodiscard]] std::string label_of(std::string_view text, bool real);

}  // namespace faultline::data
