#pragma once
// Elements of inline SVG charts. Positions across are texts ("42.00%"), heights are pixels.

#include <string>

#include <fmt/format.h>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

inline std::string px(double value) { return fmt::format("{:.1f}", value); }

inline Markup line(const char* css, const std::string& x1, double y1, const std::string& x2,
                   double y2) {
  return element("line", {{"class", css}, {"x1", x1}, {"y1", px(y1)}, {"x2", x2}, {"y2", px(y2)}},
                 {});
}

inline Markup label_at(const std::string& x, double y, const char* css, const char* anchor,
                       const std::string& text) {
  return element("text", {{"class", css}, {"x", x}, {"y", px(y)}, {"text-anchor", anchor}}, {text});
}

inline Markup bar(const char* css, const std::string& x, double y, const std::string& width,
                  double height) {
  return element("rect",
                 {{"class", css}, {"x", x}, {"y", px(y)}, {"width", width}, {"height", px(height)}},
                 {});
}

inline Markup dot(const char* css, const std::string& x, double y, const char* radius) {
  return element("circle", {{"class", css}, {"cx", x}, {"cy", px(y)}, {"r", radius}}, {});
}

/// As wide as its place; `label` says what the chart shows.
inline Markup chart(const char* css, double height, const std::string& label, const Markup& body) {
  return element("svg",
                 {{"class", css},
                  {"role", "img"},
                  {"aria-label", label},
                  {"width", "100%"},
                  {"height", fmt::format("{:g}", height)}},
                 {body});
}

}  // namespace faultline::report::html
