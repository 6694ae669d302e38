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
  void paragraph(std::string_view text, std::string_view first = "") {
    add(wrap(first, printable(text), width_));
  }
  /// Lines that were laid out already; each ends in '\n'.
  void lines(std::string_view text, const char* code = nullptr) {
    add(code == nullptr ? std::string(text)
                        : paint(std::string(text.substr(0, text.size() - 1)), code) + "\n");
  }
  void heading(std::string_view text) {
    std::string lines = wrap("", printable(text), width_);
    lines.pop_back();
    add(paint(lines, "1") + "\n");
    after_heading_ = true;
  }
  /// "  People       1,221 of 6,172 (19.8 %)"
  void field(std::string_view label, std::string_view text, const char* code = nullptr) {
    const std::string line = wrap("  " + pad(label, kLabelColumns), printable(text), width_);
    add(code == nullptr ? line : paint_value(line, code));
  }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] std::string finish() && { return std::move(out_); }

 private:
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
