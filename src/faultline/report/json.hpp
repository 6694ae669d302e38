#pragma once
// Result <-> JSON, schema "faultline/1"; the keys are a contract and stand in
// docs/result.schema.json. Numbers carry full precision and read back as the same bits; NaN and
// infinity never appear (null instead, and theta_limit says which limit).

#include <string>
#include <string_view>

#include "faultline/report/document.hpp"

namespace faultline::report {

inline constexpr std::string_view kSchema = "faultline/1";

/// Indented, keys in the contract's order, one final line break. Bytes that are not UTF-8 become
/// U+FFFD.
[[nodiscard]] std::string to_json(const audit::Result& result);
[[nodiscard]] std::string to_json(const Document& document);

/// Reads what to_json wrote. Keys it does not know are ignored, so newer results of the same schema
/// can be read. Throws InputError when the text is not JSON, not a Faultline result, of another
/// schema, or lacks a key (named by its path).
[[nodiscard]] Document from_json(std::string_view text);

}  // namespace faultline::report
