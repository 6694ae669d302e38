#pragma once
// The page's style sheet; html/style.css, turned into a string when Faultline is built.

namespace faultline::report::html {

extern const char* const kStyle;

}  // namespace faultline::report::html
