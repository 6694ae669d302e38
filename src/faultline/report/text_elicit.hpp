#pragma once
// Elicited preferences for the terminal: the answers, the people, the numbers, and what they mean.

#include "faultline/report/render/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// The whole report but for the warnings; nothing without result.elicit.
void write_elicit(const result::Result& result, Page& page);

}  // namespace faultline::report
