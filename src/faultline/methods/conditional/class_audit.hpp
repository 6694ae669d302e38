#pragma once
// The audit of one class: its scans on the data, and the test that redraws membership and repeats
// them. All scans of a class share their redraws, so they are one family of hypotheses.

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/selection_interval.hpp"

namespace faultline::methods {

/// One class: what the test needs of it.
struct ClassAudit {
  std::unique_ptr<ClassProblem> problem{};
  std::vector<std::size_t> scan_of{};     // [test]
  std::vector<std::size_t> finding_of{};  // [test]: position among the findings of the run
  std::vector<double> observed{};         // [test]
  /// [test]: how large the effect in the subgroup found is, once the null is known; none: nothing
  /// was found.
  std::vector<std::function<SelectionEffect(const SearchNull&)>> effect{};
  bool dependent = false;  // membership depends on the covariates
};

/// Searches, and appends findings as far as the data alone says them, models and notices to the
/// result. Throws as ClassProblem does, and ConfigError when `within` has hardly anybody to
/// exchange in any scan.
[[nodiscard]] ClassAudit search_class(const ConditionalInput& input,
                                      const ProtectedClass& protected_class,
                                      const ConditionalOptions& options, const Hooks& hooks,
                                      ConditionalResult& result);

/// Redraws membership and repeats everything; attaches the p-values, adjusted within the class. The
/// class has something to test; `families` classes are tested.
[[nodiscard]] TestedFamily test_class(const ClassAudit& audit, const ConditionalOptions& options,
                                      std::size_t families, const Hooks& hooks,
                                      resample::Checkpoint* checkpoint, ConditionalResult& result);

/// Interval and shrunken estimate of the effect of every finding of the class that was tested,
/// whose verdicts were given at this level.
void measure_effects(const ClassAudit& audit, const TestedFamily& family, double level,
                     const ConditionalOptions& options, std::vector<Finding>& findings);

}  // namespace faultline::methods
