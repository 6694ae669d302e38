#pragma once
// Sections that IJDI-Scan and mitigations share: whether the model of true probabilities can be
// believed, and how to read both documents.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// No blocks when true probabilities were given.
[[nodiscard]] Section probability_model_section(const result::Result& result);

[[nodiscard]] Section ijdi_guide_section(const result::Result& result);

}  // namespace faultline::report
