#include <algorithm>

#include <utf8proc.h>

#include "faultline/base/text_width.hpp"

namespace faultline {
namespace {

/// Asks for the emoji where a character has two forms, and an emoji takes two columns.
constexpr char32_t kEmojiForm = 0xFE0F;

int columns_of(const CodePoint& c) {
  // Control characters have no width of their own; what shows them shows at least a blank.
  const bool control = c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0);
  return !c.valid || control ? 1 : utf8proc_charwidth(static_cast<utf8proc_int32_t>(c.code));
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  utf8proc_int32_t code = 0;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (bytes <= 0) return {};
  return {
      .code = static_cast<char32_t>(code), .bytes = static_cast<std::size_t>(bytes), .valid = true};
}

Cluster first_cluster(std::string_view text) {
  CodePoint last = first_code_point(text);
  Cluster cluster{.bytes = last.bytes, .columns = columns_of(last)};
  utf8proc_int32_t state = 0;
  bool emoji_form = false;
  while (last.valid && cluster.bytes < text.size()) {
    const CodePoint next = first_code_point(text.substr(cluster.bytes));
    if (!next.valid ||
        utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(last.code),
                                         static_cast<utf8proc_int32_t>(next.code), &state) != 0) {
      break;
    }
    cluster.bytes += next.bytes;
    cluster.columns += columns_of(next);
    emoji_form = emoji_form || next.code == kEmojiForm;
    last = next;
  }
  // What is joined is drawn as one character, and none is wider than two columns.
  cluster.columns = emoji_form ? 2 : std::min(cluster.columns, 2);
  return cluster;
}

}  // namespace faultline
