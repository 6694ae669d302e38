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
#include "faultline/methods/group_rows.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/search/lattice.hpp"

namespace faultline::methods {

/// What one scan needs of the pool. Only tuples whose condition holds take part. A unit is a
/// distinct (cell, training row): all its people share one expectation. A training row is a
/// distinct (covariate row, value of the condition): a row of the expectation model's design.
struct CriterionProblem {
  const Metric* metric = nullptr;
  search::Direction direction = search::Direction::higher;
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
  /// Throws InputError when nobody or everybody is in the class, ConfigError when a scan needs a
  /// role that the profiles lack.
  ClassProblem(const ConditionalInput& input, const ProtectedClass& protected_class,
               const ConditionalOptions& options);

  [[nodiscard]] const ProtectedClass& protected_class() const { return class_; }
  [[nodiscard]] const ConditionalOptions& options() const { return options_; }
  [[nodiscard]] const search::Lattice& lattice() const { return lattice_; }
  [[nodiscard]] const std::vector<CriterionProblem>& criteria() const { return criteria_; }
  [[nodiscard]] const CovariateRows& covariates() const { return covariates_; }
  /// People per tuple of the pool, and how many of them are in the class.
  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }
  [[nodiscard]] const std::vector<std::int64_t>& members() const { return members_; }
  [[nodiscard]] std::int64_t member_count() const { return member_count_; }
  [[nodiscard]] std::int64_t tuples() const { return static_cast<std::int64_t>(sizes_.size()); }
  /// [tuple]: cell of the lattice.
  [[nodiscard]] const std::vector<std::int32_t>& cells() const { return cell_of_; }
  /// [tuple]: group of people with the same covariates, scanned attributes and condition of a scan;
  /// members are exchanged within these in a conditional permutation.
  [[nodiscard]] std::vector<std::int32_t> strata(std::size_t scan) const;
  /// People whose prediction was moved inside for its log-odds.
  [[nodiscard]] std::int64_t clipped() const { return clipped_; }

 private:
  void build_pool(const ConditionalInput& input);
  void build_lattice();
  void build_covariates();
  void build_criterion(const CriterionScan& wanted);
  [[nodiscard]] double event_of(Event event, std::int64_t tuple) const;
  [[nodiscard]] bool condition_of(Condition condition, std::int64_t tuple) const;
  [[nodiscard]] const std::vector<double>& number(const std::string& name) const;

  ProtectedClass class_;
  ConditionalOptions options_;
  // The pool: distinct tuples of scanned attributes, covariates, given columns and roles.
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
  std::vector<std::int32_t> cell_of_{};
  CovariateRows covariates_{};
  std::vector<CriterionProblem> criteria_{};
};

}  // namespace faultline::methods
