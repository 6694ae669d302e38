#pragma once
// The page's style sheets; html/*.css, turned into strings when Faultline is built.

namespace faultline::report::html {

extern const char* const kOldStyle;
extern const char* const kAuditStyle;  // html/audit.css; after kStyle, on pages of an audit
extern const char* const kIjdiStyle;   // html/ijdi.css; after kAuditStyle, of ijdi and mitigate
// html/counterfactual.css; after kAuditStyle, on pages of counterfactual error rates
extern const char* const kCounterfactualStyle;

}  // namespace faultline::report::html
