#pragma once
// A mitigation as a document: the rules, the rates before and after, the corrections and their
// price, what the scans found, and what the method does not promise.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// For a result that has a mitigation.
void write_mitigation(const result::Result& result, Document& document);

}  // namespace faultline::report
