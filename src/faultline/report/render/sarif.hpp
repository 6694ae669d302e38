#pragma once
// SARIF 2.1.0 (OASIS): what code scanning services read. Every claim is a result of the rule that
// it has in common with others: kind "fail" and level "error" where there is evidence; "open" where
// there is not enough of it (never "pass": fair is no verdict), "review" where nobody can be
// compared, "notApplicable" where nothing was tested. The location is the file with the people,
// because a claim is about them and not about a line of code.

#include <string>
#include <vector>

#include "faultline/report/claims/claims.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] std::string render_sarif(const result::ResultFile& file,
                                       const std::vector<Claim>& claims);

}  // namespace faultline::report
