#pragma once
// A mitigation for the terminal: the rules, the rates before and after, the corrections and their
// price, how it ended, and what the method does not promise.

#include "faultline/report/render/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// For a result that has a mitigation.
void write_mitigation(const result::Result& result, Page& page);

}  // namespace faultline::report
