#pragma once
// Scans and models of one class, as findings and diagnostics tell them.

#include <vector>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// The best subgroup of one scan, or none when nothing scores above 0. The scanner holds the data's
/// own membership, and expect() was true.
[[nodiscard]] Finding describe_scan(const ClassProblem& problem, const ClassScanner& scanner,
                                    std::size_t scan, const SearchOutcome& searched);

/// The finding of a scan that cannot be made, with the reason.
[[nodiscard]] Finding describe_impossible(const ClassProblem& problem, const ClassScanner& scanner,
                                          std::size_t scan);

/// The finding of a scan in which a search among other people found nothing.
[[nodiscard]] Finding describe_nothing_found(const ClassProblem& problem, std::size_t scan);

/// The finding of a scan in whose named subgroup is nobody of the class.
[[nodiscard]] Finding describe_nobody(const ClassProblem& problem, std::size_t scan);

/// The finding of a scan whose class has nobody to be compared with.
[[nodiscard]] Finding describe_incomparable(const ClassProblem& problem, std::size_t scan);

/// How null memberships of a class are drawn, and what that leaves open.
[[nodiscard]] Notices describe_memberships(const ClassProblem& problem);

[[nodiscard]] ModelReport describe_propensity(const ClassProblem& problem,
                                              const ClassScanner& scanner);
[[nodiscard]] ModelReport describe_expectation(const ClassProblem& problem,
                                               const ClassScanner& scanner, std::size_t scan);

}  // namespace faultline::methods
