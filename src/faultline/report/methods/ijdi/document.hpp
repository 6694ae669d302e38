#pragma once
// IJDI-Scan as a document: the answer for each error rate in words and as scores over lambda, every
// lambda in one table, what the search had to adjust on its way, then each finding in full.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_ijdi(const result::Result& result, Document& document);

}  // namespace faultline::report
