#pragma once
// Logistic regression with an intercept of its own for every group:
//   log-odds of row i in group g = c_g + x_i b,
// which is the model with all interactions among the attributes that form the groups. The Hessian
// is diagonal in the intercepts, so they are eliminated and an iteration costs rows times columns
// squared whatever the number of groups. Unpenalised maximum likelihood by Newton's method. A group
// whose labels are all alike has an infinite intercept and says nothing about b: it is left out and
// gets log-odds of minus or plus infinity. Columns that the groups and the columns before them
// determine get coefficient 0.
//
// Made to be refitted thousands of times on other rows: buffers only grow. The result depends on
// the rows, their order inside a group, and the start.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/linear/newton.hpp"

namespace faultline::model {

/// Rows stand group by group; a fit looks at one stretch of each group.
struct GroupedRows {
  struct Stretch {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  std::span<const Stretch> groups{};
  std::span<const double* const> columns{};  // each with a value per row; best standardised
  std::span<const double> weight{};          // per row, >= 0
  std::span<const double> positive{};        // weighted sum of labels, 0 .. weight
};

class GroupLogistic final : private NewtonProblem {
 public:
  /// Where the next fits start: slopes and the log-odds of everybody; by default slopes of 0 and
  /// the rate of everybody. Groups start at it plus the difference of their own log-odds.
  void start_from(std::span<const double> slopes, double intercept);

  void fit(const GroupedRows& rows);

  /// Per group; infinite where all labels are alike, NaN where there is no weight.
  [[nodiscard]] std::span<const double> intercepts() const { return intercepts_; }
  /// Per column; 0 where dropped.
  [[nodiscard]] std::span<const double> slopes() const { return slopes_; }
  [[nodiscard]] bool dropped(std::size_t column) const { return dropped_[column] != 0; }
  [[nodiscard]] bool converged() const { return end_.converged; }
  /// The labels can be told apart inside the groups: slopes would grow without limit.
  [[nodiscard]] bool separated() const { return end_.separated; }
  [[nodiscard]] int iterations() const { return end_.iterations; }
  /// Of the gradient, at the last point where it was computed.
  [[nodiscard]] double gradient_norm() const { return end_.gradient_norm; }

  /// Log-odds of the rows of a stretch that belongs to `group`, which need not be what was fitted.
  void predict(std::size_t group, GroupedRows::Stretch stretch,
               std::span<const double* const> columns, std::span<double> log_odds) const;

 private:
  bool solve() override;
  double try_step(double length) override;
  void differentiate() override;
  [[nodiscard]] double norm() const override;
  [[nodiscard]] double slope() const override;
  void accept() override;

  void count(const GroupedRows& rows);
  void start();
  void differentiate_group(const GroupedRows& rows, std::size_t group);
  bool drop_dependent();
  bool factor(bool first);

  const GroupedRows* rows_ = nullptr;  // of the fit that runs
  std::vector<double> start_slopes_{};
  double start_intercept_ = 0;
  bool started_ = false;

  std::vector<double> intercepts_{}, slopes_{}, trial_intercepts_{}, trial_slopes_{};
  std::vector<std::uint8_t> dropped_{}, active_{};
  std::vector<double> group_weight_{}, group_positive_{};
  double total_weight_ = 0, total_positive_ = 0;
  // Derivatives: of the intercepts, of the slopes, and mixed (group after group).
  std::vector<double> group_gradient_{}, group_curvature_{}, mixed_{};
  std::vector<double> gradient_{}, hessian_{};
  std::vector<double> schur_{}, first_diagonal_{};
  std::vector<double> group_step_{}, step_{};
  std::vector<double> block_{};  // working rows of one block
  NewtonEnd end_{};
};

}  // namespace faultline::model
