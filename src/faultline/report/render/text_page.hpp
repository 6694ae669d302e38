#pragma once
// The lines of a text report: wrapped to a width, coloured when asked, and free of control
// characters.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "faultline/report/render/display.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {

/// Collects lines; knows the width and whether to colour.
class Page {
 public:
  explicit Page(const TextOptions& options)
      : colour_(options.colour), width_(std::max(40, options.width)) {}

  /// A heading stands close to what follows it, another heading too.
  void blank() {
    if (!after_heading_) out_ += '\n';
  }
  void paragraph(std::string_view text, std::string_view first = "") { add(wrapped(first, text)); }
  /// Lines that were laid out already; each ends in '\n'.
  void lines(std::string_view text, const char* code = nullptr) {
    add(code == nullptr ? std::string(text)
                        : paint(std::string(text.substr(0, text.size() - 1)), code) + "\n");
  }
  void heading(std::string_view text) {
    std::string lines = wrapped("", text);
    lines.pop_back();
    add(paint(lines, "1") + "\n");
    after_heading_ = true;
  }
  /// "  People       1,221 of 6,172 (19.8 %)"
  void field(std::string_view label, std::string_view text, const char* code = nullptr) {
    std::string head = "  " + pad(label, kLabelColumns);
    if (!head.ends_with(' ')) head += "  ";  // a label that fills its column
    const std::string line = wrapped(head, text);
    add(code == nullptr ? line : paint_value(line, code));
  }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] std::string finish() && { return std::move(out_); }

 private:
  /// A number and its percent sign do not come apart at the end of a line.
  [[nodiscard]] std::string wrapped(std::string_view first, std::string_view text) const {
    constexpr std::string_view kApart = " %";
    constexpr std::string_view kTogether = "\u00A0%";
    const std::string words = replaced(printable(text), kApart, kTogether);
    return replaced(wrap(first, words, width_), kTogether, kApart);
  }
  static std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    return text;
  }
  void add(const std::string& lines) {
    out_ += lines;
    after_heading_ = false;
  }
  [[nodiscard]] std::string paint(const std::string& text, const char* code) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  [[nodiscard]] std::string paint_value(const std::string& line, const char* code) const {
    const std::size_t start = std::min<std::size_t>(2 + kLabelColumns, line.size() - 1);
    return line.substr(0, start) + paint(line.substr(start, line.size() - start - 1), code) + "\n";
  }

  static constexpr int kLabelColumns = 13;

  bool colour_;
  int width_;
  std::string out_;
  bool after_heading_ = false;
};

}  // namespace faultline::report
