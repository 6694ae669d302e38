#pragma once
// What a test needs to know of the membership of the people whom a condition keeps: who is like
// whom, how likely each is to belong to the class, who has nobody to be compared with, and how null
// memberships are drawn. Prepared once per condition from the data's own membership; all redraws
// use it.
//
// Two ways are valid tests of "the event does not depend on membership given covariates, scanned
// attributes and condition". Exchange within strata, people alike in all of these: exact, where
// nearly all of the class share their stratum with others. Else each person is redrawn from
// P(A = 1 | covariates, condition) by a rich model fitted in sample (membership_model.hpp): the
// conditional randomisation test of Candes et al. (2018), as good as that model.
//
// People of whom nearly everybody belongs to the class are left out, members and others alike
// (Crump et al. 2009): there is nobody to compare them with.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {

class ClassProblem;

struct Membership {
  Given given{};
  Permute how = Permute::redraw;      // never automatic
  std::vector<std::int32_t> group{};  // [tuple]: people alike; kNone: takes no part
  /// [tuple]: of membership. Empty with `everyone`, where all people are of one kind, and where
  /// `within` is refused.
  std::vector<double> probability{};

  std::int64_t members = 0;    // of the class, whom the condition keeps
  std::int64_t everybody = 0;  // whom the condition keeps, in the class or not
  std::int64_t left_out = 0;   // of these, who have nobody to be compared with
  double shared = 0;           // share of the members whose group holds others too
  double effective_size = 0;   // (sum w)^2 / sum w^2 of those outside, w their odds
  bool refused = false;        // `within`, asked for by name, has hardly anybody to exchange
  int columns = 0;             // of the model; 0 without one
  Notices notices{};           // about the model
  SideWords words{};

  // With `within`: tuples that take part, one group after the other.
  std::vector<std::int32_t> order{};
  std::vector<std::int64_t> first{};          // [group], and one past the last
  std::vector<std::int64_t> group_members{};  // [group]

  static constexpr std::int32_t kNone = -1;
  [[nodiscard]] bool takes_part(std::int32_t tuple) const { return group[tuple] != kNone; }
  /// Why members of the class cannot be compared, as a sentence; empty when they can.
  [[nodiscard]] std::string incomparable() const;
  /// Why `within`, asked for by name, cannot test; empty when it can.
  [[nodiscard]] std::string refusal() const;
};

/// From the problem's pool, lattice and covariates, which must be there.
[[nodiscard]] Membership membership_of(const ClassProblem& problem, const Given& given);

/// An effective size of comparison people below this carries no rate for a subgroup.
inline constexpr double kFewestInSubgroup = 10;

/// "equal covariates and outcome": what people of a group have in common.
[[nodiscard]] std::string condition_name(Condition condition);

}  // namespace faultline::methods
