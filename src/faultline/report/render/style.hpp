#pragma once
// Style sheets; render/*.css, turned into strings when Faultline is built.

namespace faultline::report::html {

extern const char* const kStyle;       // of the page
extern const char* const kChartStyle;  // of charts, on the page and in files of their own

}  // namespace faultline::report::html
