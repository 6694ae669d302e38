#include "faultline/report/render/display.hpp"

#include <algorithm>

#include "faultline/base/text_width.hpp"

namespace faultline::report {
namespace {

bool harmful(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool bidirectional = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return control || bidirectional;
}

}  // namespace

int display_width(std::string_view text) { return text_width(text); }

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    if (c.code == '\n' || c.code == '\t' || c.code == '\r') {
      clean += ' ';
    } else if (!c.valid || harmful(c.code)) {
      clean += "\uFFFD";
    } else {
      clean += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return clean;
}

std::string wrap(std::string_view first, std::string_view text, int width) {
  const int indent = display_width(first);
  const int room = std::max(10, width - indent);
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  std::string out(first);
  int used = 0;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(text.size(), blank + 1));
    while (!word.empty()) {
      const int wide = display_width(word);
      if (used > 0 && used + 1 + wide > room) {
        out += '\n' + margin;
        used = 0;
      }
      if (used > 0) out += ' ';
      std::size_t bytes = bytes_that_fit(word, room);
      // A word too long for any line is parted after a hyphen, where it has one.
      if (bytes < word.size()) {
        const std::size_t hyphen = word.substr(0, bytes).rfind('-');
        if (hyphen != std::string_view::npos && hyphen > 0) bytes = hyphen + 1;
      }
      const std::string_view part = word.substr(0, bytes);
      out += part;
      used += (used > 0 ? 1 : 0) + display_width(part);
      word.remove_prefix(bytes);
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out + '\n';
}

std::string pad(std::string_view text, int width) {
  const int missing = std::max(0, width - display_width(text));
  return std::string(text) + std::string(static_cast<std::size_t>(missing), ' ');
}

}  // namespace faultline::report
