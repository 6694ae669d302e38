#pragma once
// Names and texts as SQL writes them, whatever characters they hold.

#include <string>
#include <string_view>

namespace faultline::sql {

/// X.1 -> "X.1"; quotes inside are doubled.
[[nodiscard]] std::string quote_name(std::string_view name);

/// it's -> 'it''s'
[[nodiscard]] std::string quote_text(std::string_view text);

}  // namespace faultline::sql
