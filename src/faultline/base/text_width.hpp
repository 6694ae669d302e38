#pragma once
// Characters of UTF-8 as a person counts them, and the columns that they take on a terminal. A
// person's character is a grapheme cluster (Unicode annex 29): a letter with its marks, an emoji
// with its skin colour, a family joined by joiners, a flag. Tables of Unicode are utf8proc's.

#include <cstddef>
#include <string_view>

namespace faultline {

/// One code point of a text.
struct CodePoint {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // otherwise one byte that is no UTF-8
};
/// The first one of a text that is not empty.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

/// One character as a person counts them.
struct Cluster {
  std::size_t bytes = 0;
  int columns = 0;  // 0 to 2; 1 for a byte that is no UTF-8
};
/// The first one of a text that is not empty.
[[nodiscard]] Cluster first_cluster(std::string_view text);

/// Columns of a whole text.
[[nodiscard]] int text_width(std::string_view text);

/// Bytes at the front that fit into so many columns, whole clusters; at least one cluster.
[[nodiscard]] std::size_t bytes_that_fit(std::string_view text, int columns);

}  // namespace faultline
