#pragma once
// JUnit's XML, as build servers read it: one test case per claim. Evidence is a failure. Not enough
// evidence passes, because such files know no third way, and says in its output that this is not
// "fair"; what could not be tested or compared is skipped, with the reason.

#include <string>
#include <vector>

#include "faultline/report/claims/claims.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] std::string render_junit(const result::ResultFile& file,
                                       const std::vector<Claim>& claims);

}  // namespace faultline::report
