#pragma once
// Names and texts as SQL writes them, whatever characters they hold; and case as SQL ignores it.

#include <string>
#include <string_view>

namespace faultline::sql {

/// X.1 -> "X.1"; quotes inside are doubled.
[[nodiscard]] std::string quote_name(std::string_view name);

/// it's -> 'it''s'
[[nodiscard]] std::string quote_text(std::string_view text);

/// A to Z made small, the rest as it is.
[[nodiscard]] std::string lower_ascii(std::string_view text);

}  // namespace faultline::sql
