#pragma once
// The audit of one class: its scans on the data, and the test that redraws membership and repeats
// them. All scans of a class share their redraws, so they are one family of hypotheses.

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/selection_interval.hpp"

namespace faultline::methods {

/// One scan that is tested, and what was found in it.
struct TestedScan {
  std::size_t scan = 0;
  std::size_t finding = 0;        // position among the findings of the run
  double observed = 0;            // score that is compared with those of the replicates
  search::ScoredSubgroup best{};  // without sets: nothing was found
  /// How large the effect in the subgroup found is, once the null is known; none: nothing was
  /// found.
  std::function<SelectionEffect(const SearchNull&)> effect{};
};

/// One class: what the test needs of it.
struct ClassAudit {
  std::unique_ptr<ClassProblem> problem{};
  std::vector<TestedScan> tests{};
  bool dependent = false;  // membership depends on the covariates
};

/// Searches a scan, whose expect() was true, and describes what was found as this rank. The scanner
/// holds the data's own membership.
[[nodiscard]] Finding search_scan(const ClassProblem& problem, const ClassScanner& scanner,
                                  int rank, const Hooks& hooks, TestedScan& tested);

/// Searches, and appends findings as far as the data alone says them, models and notices to the
/// result. Throws as ClassProblem does, and ConfigError when `within` has hardly anybody to
/// exchange in any scan.
[[nodiscard]] ClassAudit search_class(const ConditionalInput& input,
                                      const ProtectedClass& protected_class,
                                      const ConditionalOptions& options, const Hooks& hooks,
                                      ConditionalResult& result);

/// Redraws membership and repeats everything; attaches the p-values, adjusted within the class. The
/// class has something to test; the run tests `families` of them.
[[nodiscard]] TestedFamily test_class(const ClassAudit& audit, const ConditionalOptions& options,
                                      std::size_t families, const Hooks& hooks,
                                      resample::Checkpoint* checkpoint, ConditionalResult& result);

/// Interval and shrunken estimate of the effect of every finding of the class that was tested,
/// whose verdicts were given at this level.
void measure_effects(const ClassProblem& problem, const std::vector<TestedScan>& tests,
                     const TestedFamily& family, double level, std::vector<Finding>& findings);

}  // namespace faultline::methods
