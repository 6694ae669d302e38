#pragma once
// An analysis of sources as a document: what to do first, then the figures it rests on.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Nothing when the result has no sources.
void write_sources(const result::Result& result, Document& document);

}  // namespace faultline::report
