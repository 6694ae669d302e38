#include "faultline/report/render/svg.hpp"

#include <array>

#include <fmt/format.h>

namespace faultline::report::html {
namespace {

constexpr std::array<const char*, 6> kShapes = {
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", "M-3.6,-3.6h7.2v7.2h-7.2z",   "M0,-5L5,0L0,5L-5,0z",
    "M0,-4.8L4.6,3.6L-4.6,3.6z",           "M0,4.8L4.6,-3.6L-4.6,-3.6z", "M-5,-1.7h10v3.4h-10z"};

std::size_t slot(int number) { return static_cast<std::size_t>(number) % kShapes.size(); }

/// When colours come round again, each takes the shape of its neighbour.
std::size_t shape_slot(int number) {
  return slot(number + number / static_cast<int>(kShapes.size()));
}

}  // namespace

std::string pixels(double value) { return fmt::format("{:.1f}", value); }

std::string across(double percent) { return fmt::format("{:.2f}%", percent); }

Markup line(std::string_view css, const std::string& x1, double y1, const std::string& x2,
            double y2) {
  return element(
      "line",
      {{"class", std::string(css)}, {"x1", x1}, {"y1", pixels(y1)}, {"x2", x2}, {"y2", pixels(y2)}},
      {});
}

Markup words_at(const std::string& x, double y, std::string_view css, std::string_view anchor,
                std::string_view text) {
  return element("text",
                 {{"class", std::string(css)},
                  {"x", x},
                  {"y", pixels(y)},
                  {"text-anchor", std::string(anchor)}},
                 {text});
}

Markup bar(std::string_view css, const std::string& x, double y, const std::string& width,
           double height) {
  return element("rect",
                 {{"class", std::string(css)},
                  {"x", x},
                  {"y", pixels(y)},
                  {"width", width},
                  {"height", pixels(height)}},
                 {});
}

Markup circle(std::string_view css, const std::string& x, double y, double radius) {
  return element("circle",
                 {{"class", std::string(css)},
                  {"cx", x},
                  {"cy", pixels(y)},
                  {"r", fmt::format("{:g}", radius)}},
                 {});
}

std::string numbered(std::string_view css, int number) {
  return fmt::format("{} series-{}", css, slot(number) + 1);
}

Markup shape(std::string_view css, int number, const std::string& x, double y) {
  // A path cannot be placed in percent; a drawing inside the drawing can.
  return element(
      "svg", {{"x", x}, {"y", pixels(y)}, {"overflow", "visible"}},
      {element("path", {{"class", numbered(css, number)}, {"d", kShapes[shape_slot(number)]}},
               {})});
}

Markup drawing(std::string_view css, double height, const std::string& label, const Markup& body) {
  Attributes attributes = {{"class", std::string(css)}};
  if (label.empty()) {
    attributes.emplace_back("aria-hidden", "true");
  } else {
    attributes.emplace_back("role", "img");
    attributes.emplace_back("aria-label", label);
  }
  attributes.emplace_back("width", "100%");
  attributes.emplace_back("height", fmt::format("{:g}", height));
  return element("svg", attributes, {body});
}

}  // namespace faultline::report::html
