#pragma once
// A result for the terminal: one line on the data, what was left out, one line and one block per
// finding, warnings. Short by intention; the HTML page has the charts and JSON the full precision.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

struct TextOptions {
  bool colour = false;  // ANSI escapes; the caller knows whether there is a terminal
  int width = 80;       // columns, at least 40
};

/// Lines no wider than options.width, each ended by '\n'. Control characters in names and labels
/// are made harmless.
[[nodiscard]] std::string to_text(const result::Result& result, const TextOptions& options = {});

}  // namespace faultline::report
