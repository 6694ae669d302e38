#pragma once
// What every report begins and ends with, whatever the method: the title, the roles and the data at
// the front; the data in full and the configuration at the end.

#include <optional>
#include <string>
#include <string_view>

#include "faultline/report/document/document.hpp"
#include "faultline/report/json/json.hpp"

namespace faultline::report {

/// Title, roles, opening sentence, warnings; no blocks yet.
[[nodiscard]] Document front_of(const result::ResultFile& file);

/// Rows read, used and dropped; attributes and their values; columns left out.
[[nodiscard]] Section data_section(const result::Result& result);

/// The complete configuration, version, seed and times.
[[nodiscard]] Section configuration_section(const result::ResultFile& file);

/// An option of the run, when it is text or a list that is not empty.
[[nodiscard]] std::optional<std::string> option_words(const result::Result& result,
                                                      std::string_view name);

}  // namespace faultline::report
