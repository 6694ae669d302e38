#include "faultline/sql/quote.hpp"

#include "faultline/data/messages.hpp"

namespace faultline::sql {

std::string quote_name(std::string_view name) { return data::quoted_name(name); }

std::string quote_text(std::string_view text) {
  std::string out = "'";
  bool parts = false;
  for (const char c : text) {
    if (c == '\0') {  // a query ends at its first zero byte, so that one is put together
      out += "' || chr(0) || '";
      parts = true;
      continue;
    }
    if (c == '\'') out += c;
    out += c;
  }
  out += '\'';
  return parts ? "(" + out + ")" : out;
}

}  // namespace faultline::sql
