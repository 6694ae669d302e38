#pragma once
// Elements of SVG drawings. Positions across are texts ("42.00%"), heights are pixels: a drawing
// fills its place on a phone as on a desk, and its text stays readable.

#include <string>
#include <string_view>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// "12.3".
[[nodiscard]] std::string pixels(double value);
/// "42.00%".
[[nodiscard]] std::string across(double percent);

[[nodiscard]] Markup line(std::string_view css, const std::string& x1, double y1,
                          const std::string& x2, double y2);
/// `anchor`: start, middle or end of the text stands at x.
[[nodiscard]] Markup words_at(const std::string& x, double y, std::string_view css,
                              std::string_view anchor, std::string_view text);
[[nodiscard]] Markup bar(std::string_view css, const std::string& x, double y,
                         const std::string& width, double height);
[[nodiscard]] Markup circle(std::string_view css, const std::string& x, double y, double radius);
/// The mark of the numbered series, centred: as many shapes as colours, so that six series differ
/// without colour, and 36 with it.
[[nodiscard]] Markup shape(std::string_view css, int number, const std::string& x, double y);
/// "css series-3" for number 2; colours come round again after six.
[[nodiscard]] std::string numbered(std::string_view css, int number);

/// As wide as its place; `label` says what the drawing shows, and without one it is decoration.
[[nodiscard]] Markup drawing(std::string_view css, double height, const std::string& label,
                             const Markup& body);

}  // namespace faultline::report::html
