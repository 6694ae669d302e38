#pragma once
// A check as a document: the verdicts of all parts first, in plain words; then every part in full,
// each with the command that goes deeper.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_check(const result::Result& result, Document& document);

}  // namespace faultline::report
