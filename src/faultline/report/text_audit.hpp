#pragma once
// An audit of protected classes for the terminal: the findings in words, class by class, then every
// scan in one table, then what was not found and what is wrong with the models.

#include "faultline/report/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_audit(const result::Result& result, Page& page);

}  // namespace faultline::report
