#pragma once
// Notices of a run that speak of one protected class: how its membership was redrawn, and what that
// leaves open. They stand behind the answer, beside the class, and what is said of several classes
// is said once.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Whether a notice is about a class that was audited.
[[nodiscard]] bool about_a_class(const result::Notice& notice, const result::Result& result);

/// The notices of this kind that are about a class, as sentences that name their classes:
/// "race = A and race = B: ...".
[[nodiscard]] std::vector<std::string> class_notices(const result::Result& result,
                                                     result::NoticeKind kind);

/// The same about one class, without its name.
[[nodiscard]] std::vector<std::string> notices_about(const result::ProtectedClass& who,
                                                     const result::Result& result,
                                                     result::NoticeKind kind);

/// What was done to membership for the test of a finding, as the notes on its class say: "exchanged
/// among people with equal covariates, attributes and condition". Empty where none says so.
[[nodiscard]] std::string membership_drawn(const result::Finding& finding,
                                           const result::Result& result);

}  // namespace faultline::report
