#pragma once
// IJDI-Scan for the terminal: the answer for each error rate in words, every lambda in one table,
// what the search had to adjust, and what was not found.

#include "faultline/report/render/text_page.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_ijdi(const result::Result& result, Page& page);

}  // namespace faultline::report
