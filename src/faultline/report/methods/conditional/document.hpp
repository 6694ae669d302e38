#pragma once
// An audit of protected classes as a document: every scan in one table, each class's findings,
// models, and what the criteria ask.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_conditional(const result::Result& result, Document& document);

}  // namespace faultline::report
