#pragma once
// A Bias Scan as a document: the findings in one list, then each of them in full; the power of the
// search where it was asked for.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_bias_scan(const result::Result& result, Document& document);

}  // namespace faultline::report
