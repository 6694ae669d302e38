#pragma once
// The page's style sheets; html/*.css, turned into strings when Faultline is built.

namespace faultline::report::html {

extern const char* const kStyle;
extern const char* const kAuditStyle;  // html/audit.css; after kStyle, on pages of an audit

}  // namespace faultline::report::html
