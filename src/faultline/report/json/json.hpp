#pragma once
// Result <-> JSON. The keys are a contract: they stand in the member lists of result/, and in
// docs/result.schema.json, which result_schema() writes from them. Numbers carry full precision and
// read back as the same bits; NaN and infinity never appear (null instead, and theta_limit says
// which limit).

#include <string>
#include <string_view>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Indented, keys in the contract's order, one final line break. Bytes that are not UTF-8 become
/// U+FFFD.
[[nodiscard]] std::string to_json(const result::Result& result);
[[nodiscard]] std::string to_json(const result::ResultFile& document);

/// Reads what to_json wrote, and results of the schema before (faultline/1). Keys it does not know
/// are ignored, so newer results of the same schema can be read. Throws InputError when the text is
/// not JSON, not a Faultline result, of another schema, or damaged (named by its path).
[[nodiscard]] result::ResultFile from_json(std::string_view text);

/// The JSON Schema of every result.
[[nodiscard]] std::string result_schema();

}  // namespace faultline::report
