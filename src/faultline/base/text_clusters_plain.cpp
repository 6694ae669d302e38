// In place of text_clusters.cpp where there is no utf8proc: widths are the C library's, and what
// takes no column of its own belongs to the character before it.

#include <wchar.h>

#include "faultline/base/text_width.hpp"

namespace faultline {
namespace {

int columns_of(const CodePoint& c) {
  const int width = c.valid ? ::wcwidth(static_cast<wchar_t>(c.code)) : 1;
  return width < 0 ? 1 : width;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t bytes = first < 0x80   ? 1
                            : first < 0xC2 ? 0
                            : first < 0xE0 ? 2
                            : first < 0xF0 ? 3
                            : first < 0xF5 ? 4
                                           : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = bytes == 1 ? first : first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool too_long = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (too_long || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {.code = code, .bytes = bytes, .valid = true};
}

Cluster first_cluster(std::string_view text) {
  const CodePoint first = first_code_point(text);
  Cluster cluster{.bytes = first.bytes, .columns = columns_of(first)};
  while (first.valid && cluster.bytes < text.size()) {
    const CodePoint next = first_code_point(text.substr(cluster.bytes));
    if (!next.valid || next.code < 0x20 || columns_of(next) != 0) break;
    cluster.bytes += next.bytes;
  }
  return cluster;
}

}  // namespace faultline
