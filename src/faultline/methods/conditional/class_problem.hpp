#pragma once
// One protected class and its scans, prepared once and shared by all threads: the pool of distinct
// tuples without the protected attribute (how many people, how many of them in the class), the
// designs of both models, and for every scan the map from tuples to units. Membership is all that a
// permutation changes, so everything else is fixed here.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/methods/conditional/membership.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/model/design/rich_design.hpp"
#include "faultline/search/lattice.hpp"

namespace faultline::methods {

/// What one scan needs of the pool. Only tuples whose condition holds, and who have somebody to be
/// compared with, take part. A unit is a
/// distinct (cell, training row): all its people share one expectation. A training row is a
/// distinct (covariate row, value of the condition): a row of the expectation model's design.
struct CriterionProblem {
  const Metric* metric = nullptr;
  search::Direction direction = search::Direction::higher;
  std::optional<Criterion> also{};       // asked for as well, and the same test
  std::size_t membership = 0;            // which of the problem's
  std::vector<std::int32_t> tuple{};     // [entry]: which tuple of the pool
  std::vector<double> event{};           // [entry]: value of the event, 0 .. 1
  std::vector<double> log_odds{};        // [entry]: of the prediction; Gaussian scans only
  std::vector<std::int32_t> unit{};      // [entry]
  std::vector<std::int32_t> unit_row{};  // [unit]: its training row
  std::vector<std::int64_t> first{};     // [cell]: units of cell c are first[c] .. first[c + 1]
  std::vector<std::int32_t> covariate_row{};  // [training row]
  std::vector<double> given{};                // [training row]: given expectation; empty: a model
  model::Design design{0};
};

/// Distinct covariate tuples: rows of the propensity model's design.
struct CovariateRows {
  std::vector<std::int32_t> of_tuple{};  // [tuple]
  std::vector<double> given{};           // [row]: given propensity; empty: a model
  model::Design design{0};
};

class ClassProblem {
 public:
  /// Throws InputError when nobody or everybody is in the class or nobody in the subgroup that is
  /// named, ConfigError when a scan needs a role that the profiles lack or the subgroup cannot be
  /// one of this class.
  ClassProblem(const ConditionalInput& input, const ProtectedClass& protected_class,
               const ConditionalOptions& options);

  [[nodiscard]] const ProtectedClass& protected_class() const { return class_; }
  [[nodiscard]] const ConditionalOptions& options() const { return options_; }
  [[nodiscard]] const search::Lattice& lattice() const { return lattice_; }
  /// The only subgroup to look at in a scan; none: all are searched, or none at all.
  [[nodiscard]] const std::optional<search::Subgroup>& named(std::size_t scan = 0) const {
    return found_.empty() ? named_ : found_[scan];
  }
  /// Whether nothing is to be looked at in a scan: a search among other people found nothing.
  [[nodiscard]] bool nothing_to_test(std::size_t scan) const {
    return options_.found && !named(scan);
  }
  /// The subgroup that power is asked of; none: the one that is found.
  [[nodiscard]] const std::optional<search::Subgroup>& asked() const { return asked_; }
  [[nodiscard]] const std::vector<CriterionProblem>& criteria() const { return criteria_; }
  [[nodiscard]] const CovariateRows& covariates() const { return covariates_; }
  /// People per tuple of the pool, and how many of them are in the class.
  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }
  [[nodiscard]] const std::vector<std::int64_t>& members() const { return members_; }
  [[nodiscard]] std::int64_t member_count() const { return member_count_; }
  [[nodiscard]] std::int64_t tuples() const { return static_cast<std::int64_t>(sizes_.size()); }
  /// [tuple]: cell of the lattice.
  [[nodiscard]] const std::vector<std::int32_t>& cells() const { return cell_of_; }
  /// One per condition of the criteria.
  [[nodiscard]] const std::vector<Membership>& memberships() const { return memberships_; }

  /// Tuples that a condition keeps.
  [[nodiscard]] std::vector<std::int32_t> kept(const Given& given) const;
  /// Groups these tuples by covariates, scanned attributes, given columns and condition.
  [[nodiscard]] Grouping group_alike(const Given& given,
                                     const std::vector<std::int32_t>& tuples) const;
  /// Adds the variables that tell such groups apart, for one tuple of each.
  void add_variables(const Given& given, const std::vector<std::int64_t>& tuples,
                     model::RichDesign& design) const;
  /// Distinct tuples of scanned attributes, covariates, given columns and roles.
  [[nodiscard]] const data::Profiles& pool() const { return pool_; }
  /// Positions in the pool of what makes people alike: covariates and scanned attributes, each
  /// once, and numbers.
  [[nodiscard]] std::vector<int> attributes_alike() const;
  [[nodiscard]] const std::vector<int>& numbers_alike() const { return numeric_; }
  /// Names of the covariates.
  [[nodiscard]] const std::vector<std::string>& comparable_in() const { return comparable_in_; }
  /// People whose prediction was moved inside for its log-odds.
  [[nodiscard]] std::int64_t clipped() const { return clipped_; }

 private:
  void build_pool(const ConditionalInput& input);
  void build_lattice();
  void read_named(const ConditionalInput& input);
  void read_found();
  void build_covariates();
  void build_criterion(const CriterionScan& wanted);
  [[nodiscard]] std::size_t membership_for(const Given& given);
  [[nodiscard]] std::vector<std::uint64_t> condition_words(
      const Given& given, const std::vector<std::int32_t>& tuples) const;
  [[nodiscard]] double event_of(Event event, std::int64_t tuple) const;
  [[nodiscard]] bool condition_of(Condition condition, std::int64_t tuple) const;
  [[nodiscard]] const std::vector<double>& number(const std::string& name) const;

  ProtectedClass class_;
  ConditionalOptions options_;
  data::Profiles pool_{};
  std::vector<int> scanned_{};           // positions in pool_.attributes
  std::vector<int> categorical_{};       // covariates, likewise
  std::vector<int> numeric_{};           // covariates, positions in pool_.numbers
  std::vector<double> pool_log_odds_{};  // of the prediction, clipped; empty without one
  std::vector<std::int64_t> sizes_{};
  std::vector<std::int64_t> members_{};
  std::int64_t member_count_ = 0;
  std::int64_t clipped_ = 0;
  search::Lattice lattice_{};
  std::optional<search::Subgroup> named_{};
  std::vector<std::optional<search::Subgroup>> found_{};  // [scan]
  std::optional<search::Subgroup> asked_{};
  std::vector<std::int32_t> cell_of_{};
  CovariateRows covariates_{};
  std::vector<std::string> comparable_in_{};
  std::vector<Membership> memberships_{};
  std::vector<CriterionProblem> criteria_{};
};

}  // namespace faultline::methods
