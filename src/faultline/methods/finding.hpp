#pragma once
// Parts of a finding that every scanning method fills in the same way.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/resample/family_test.hpp"
#include "faultline/search/lattice.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

[[nodiscard]] SearchReport report_search(const search::SearchResult& search);

/// Restricted attributes with their labels, and the subgroup in words.
void name_subgroup(const search::Subgroup& subgroup, const std::vector<data::Attribute>& attributes,
                   Finding& finding);

/// Throws InputError when nobody is in a subgroup that was named.
void refuse_nobody(const search::Subgroup& named, const search::Lattice& lattice);

/// Subgroup, score, parameter (q from log q where theta_name is "q") and certificate of the
/// finding, whose rank and theta_name are set. The search's bound and proof speak of the best
/// subgroup; of the next ones only exhaustive search proves that none that is distinct from those
/// before scores higher.
void report_score(const search::SearchResult& search, const search::ScoredSubgroup& scored,
                  const std::vector<data::Attribute>& attributes, Finding& finding);

/// A family of hypotheses that shared their redraws, and which findings they are.
struct TestedFamily {
  std::vector<std::size_t> findings{};  // [test]: position among the findings of the run
  resample::FamilyResult test{};
  /// Further hypotheses follow those that are rejected: the family never leaves Holm's adjustment.
  bool open = false;
};

/// p-values, their interval and null quantiles of the family's findings; a warning where the null
/// is degenerate.
void attach_tests(const TestedFamily& family, std::vector<Finding>& findings);

/// Of a subgroup that was named and tested in both directions: keeps the one in which it departs,
/// or one of both where it departs in neither.
void keep_departing_direction(std::vector<Finding>& findings);

/// Evidence first, then by score; equal ones as they stood.
void order_by_evidence(std::vector<Finding>& findings);

/// So many replicates can make a finding significant when this many families are tested.
[[nodiscard]] std::int64_t fewest_replicates(double alpha, std::size_t families);

/// Adjusts the p-values between the families of a run (Holm; within they are adjusted already) and
/// gives every finding its verdict; one that says `not_comparable` already keeps it. `unmade`:
/// families that an interrupted run planned and did not test. They count: an interruption must not
/// make the others more significant. A notice where so few replicates are allowed that no finding
/// could have been significant. `beside`: what else the run tests. Returns the level at which each
/// family was tested last.
std::vector<double> give_verdicts(const SearchSettings& settings,
                                  std::span<const TestedFamily> families, std::size_t unmade,
                                  std::vector<Finding>& findings, Notices& notices,
                                  const Beside& beside = {});

}  // namespace faultline::methods
