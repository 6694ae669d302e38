#pragma once
// Counterfactual error rates for the terminal: what was done, the answer in short, groups,
// summaries, positivity, and where there are several decisions their differences.

#include "faultline/report/render/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_counterfactual(const result::Result& result, Page& page);

}  // namespace faultline::report
