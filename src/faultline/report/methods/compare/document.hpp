#pragma once
// Two models or two periods as a document: where it got worse first, then all rates side by side.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Nothing when the result has no comparison.
void write_compare(const result::Result& result, Document& document);

}  // namespace faultline::report
