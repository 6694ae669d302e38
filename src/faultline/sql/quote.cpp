#include "faultline/sql/quote.hpp"

#include "faultline/data/messages.hpp"

namespace faultline::sql {

std::string quote_name(std::string_view name) { return data::quoted_name(name); }

std::string quote_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += c;
    out += c;
  }
  return out += '\'';
}

}  // namespace faultline::sql
