#pragma once
// An analysis of sources on the terminal: what to do first, then the figures, in about a screen and
// a half; --json and --html have the rest.

#include "faultline/report/render/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Nothing when the result has no sources.
void write_sources(const result::Result& result, Page& page);

}  // namespace faultline::report
