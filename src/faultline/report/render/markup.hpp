#pragma once
// HTML that cannot be forgotten to escape: plain text becomes Markup only by being escaped, and
// elements are put together from Markup and plain text. Only `trusted` takes text as it is, and
// only our own literals may go there.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/base/text.hpp"

namespace faultline::report::html {

class Markup {
 public:
  Markup() = default;
  /// Plain text: escaped; an option in it, `alpha` or `alpha = 0.05`, is set as code. Implicit, so
  /// that text can stand wherever markup can.
  Markup(std::string_view text);  // NOLINT(google-explicit-constructor)
  Markup(const std::string& text)
      : Markup(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
  Markup(const char* text)
      : Markup(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)

  /// Markup as it is: for our own literals, never for data.
  [[nodiscard]] static Markup trusted(std::string_view html);

  Markup& operator+=(const Markup& other) {
    html_ += other.html_;
    return *this;
  }
  [[nodiscard]] const std::string& str() const { return html_; }
  [[nodiscard]] bool empty() const { return html_.empty(); }

 private:
  std::string html_;
};

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

/// <tag name="value">children</tag>; attribute values are escaped. Blocks end in a line break, for
/// readable files.
[[nodiscard]] Markup element(std::string_view tag, const Attributes& attributes,
                             std::initializer_list<Markup> children);
[[nodiscard]] Markup element(std::string_view tag, std::initializer_list<Markup> children);

/// Our sentences: numbers and their signs ("71.4 %", "p = 0.02") do not come apart at the end of a
/// line.
[[nodiscard]] std::string unbroken(std::string_view sentence);

/// A <p> with such a sentence.
[[nodiscard]] Markup paragraph(std::string_view sentence);

}  // namespace faultline::report::html
