#pragma once
// Can the models be believed? Calibration, overlap, fit and coefficients of a run's models.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Models that are shown together, below a title (a protected class; empty for none).
struct ModelGroup {
  std::string title{};
  std::vector<const result::ModelReport*> models{};
};

/// Each group folded, open when they are few. `introduction` says what the models are for. Of a
/// section added as brief, a terminal shows the warnings.
[[nodiscard]] Section models_section(const std::string& heading,
                                     const std::vector<std::string>& introduction,
                                     const std::vector<ModelGroup>& groups);

/// "Propensity model: it did not converge, ...".
[[nodiscard]] std::vector<std::string> named_warnings(const result::ModelReport& model);

}  // namespace faultline::report
