#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  return out += quote;
}

}  // namespace

std::string quote_name(std::string_view name) { return quoted(name, '"'); }
std::string quote_text(std::string_view text) { return quoted(text, '\''); }

}  // namespace faultline::sql
