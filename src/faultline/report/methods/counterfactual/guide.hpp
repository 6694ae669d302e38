#pragma once
// What counterfactual error rates assume, and how to read them.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Consistency, positivity, ignorability: what each says and when it fails.
[[nodiscard]] Section assumptions_section();

[[nodiscard]] Section counterfactual_guide(const result::CounterfactualReport& report);

}  // namespace faultline::report
