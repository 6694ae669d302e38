#include "faultline/report/display.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace faultline::report {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr std::array kNoColumn = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},  Range{0x0610, 0x061A},
    Range{0x064B, 0x065F}, Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A},  Range{0x0E47, 0x0E4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F},  Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};

constexpr std::array kTwoColumns = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x4DBF},
    Range{0x4E00, 0xA4CF},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
    Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The character at the front of a text that is not empty.
Character front_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {.code = lead, .bytes = 1, .valid = true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[length] || surrogate || code > 0x10FFFF) return {};
  return {.code = code, .bytes = length, .valid = true};
}

int columns(const Character& c) {
  if (!c.valid) return 1;
  if (within(kNoColumn, c.code)) return 0;
  return within(kTwoColumns, c.code) ? 2 : 1;
}

bool harmful(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool bidirectional = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return control || bidirectional;
}

/// Bytes at the front of `word` that fit into `room` columns; at least one character.
std::size_t bytes_that_fit(std::string_view word, int room) {
  std::size_t taken = 0;
  int used = 0;
  while (taken < word.size()) {
    const Character c = front_character(word.substr(taken));
    if (taken > 0 && used + columns(c) > room) break;
    used += columns(c);
    taken += c.bytes;
  }
  return taken;
}

}  // namespace

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character c = front_character(text);
    width += columns(c);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const Character c = front_character(text);
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
      const std::size_t bytes = bytes_that_fit(word, room);
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
