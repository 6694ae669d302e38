#pragma once
// Rates by group as a document: the clearest difference first, then the tables.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Nothing when the result has no metrics.
void write_metrics(const result::Result& result, Document& document);

}  // namespace faultline::report
