#pragma once
// Style sheets and the script of a page; render/*.css and page.js, turned into strings when
// Faultline is built.

namespace faultline::report::html {

extern const char* const kStyle;       // of the page
extern const char* const kChartStyle;  // of charts, on the page and in files of their own
extern const char* const kScript;      // what a page can do beyond being read
extern const char* const kScriptHash;  // "sha256-...": the only script that its policy lets run

}  // namespace faultline::report::html
