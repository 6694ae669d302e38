#include "faultline/model/linear/group_logistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/exp_minus_abs.hpp"

namespace faultline::model {
namespace {

constexpr std::int64_t kBlock = 256;
constexpr int kMaxIterations = 60;
// Steps are measured in coefficients of columns that are best standardised, not in log-odds, and
// the objective is never computed: where refits start near the optimum, slopes say enough.
constexpr NewtonRules kRules{.max_iterations = kMaxIterations,
                             .last_step = 1e-6,  // what is left is then rounding
                             .largest_change = 4,
                             .safe_change = 0,
                             .overshoot = 0.25};
// A gradient's norm below this share of the weight is as good as zero.
constexpr double kNoGradient = 1e-9;

/// Sums in eight lanes, which the compiler runs as vectors; the order is fixed.
double dot(const double* a, const double* b, std::int64_t n) {
  double lane[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int l = 0; l < 8; ++l) lane[l] += a[i + l] * b[i + l];
  }
  double sum =
      ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  for (; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

double sum_of(const double* a, std::int64_t n) {
  double lane[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int l = 0; l < 8; ++l) lane[l] += a[i + l];
  }
  double sum =
      ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  for (; i < n; ++i) sum += a[i];
  return sum;
}

void add_scaled(double factor, const double* __restrict from, double* __restrict to,
                std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

/// Residual w p - s and curvature w p (1 - p).
void residuals(const double* __restrict eta, const double* __restrict w, const double* __restrict s,
               double* __restrict residual, double* __restrict curvature, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double t = exp_of_minus_abs(eta[i]);
    const double r = 1.0 / (1.0 + t);
    const double tr = t * r;
    const double p = eta[i] >= 0 ? r : tr;
    residual[i] = w[i] * p - s[i];
    curvature[i] = w[i] * (tr * r);
  }
}

void multiply(const double* __restrict a, const double* __restrict b, double* __restrict out,
              std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * b[i];
}

}  // namespace

void GroupLogistic::start_from(std::span<const double> slopes, double intercept) {
  start_slopes_.assign(slopes.begin(), slopes.end());
  start_intercept_ = intercept;
  started_ = true;
}

void GroupLogistic::count(const GroupedRows& rows) {
  const std::size_t groups = rows.groups.size();
  const std::size_t columns = rows.columns.size();
  intercepts_.assign(groups, 0);
  slopes_.assign(columns, 0);
  dropped_.assign(columns, 0);
  active_.assign(groups, 0);
  group_weight_.assign(groups, 0);
  group_positive_.assign(groups, 0);
  group_gradient_.assign(groups, 0);
  group_curvature_.assign(groups, 0);
  group_step_.assign(groups, 0);
  mixed_.assign(groups * columns, 0);
  gradient_.assign(columns, 0);
  step_.assign(columns, 0);
  hessian_.assign(columns * columns, 0);
  block_.resize(static_cast<std::size_t>(kBlock) * (4 + columns));
  total_weight_ = total_positive_ = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    const auto [begin, end] = rows.groups[g];
    group_weight_[g] = sum_of(rows.weight.data() + begin, end - begin);
    group_positive_[g] = sum_of(rows.positive.data() + begin, end - begin);
    active_[g] = group_positive_[g] > 0 && group_positive_[g] < group_weight_[g] ? 1 : 0;
    if (!active_[g]) continue;
    total_weight_ += group_weight_[g];
    total_positive_ += group_positive_[g];
  }
}

void GroupLogistic::start() {
  const auto smooth = [](double positive, double weight) {
    return log_odds((positive + 0.5) / (weight + 1));
  };
  trial_slopes_ = slopes_;
  trial_intercepts_ = intercepts_;
  const bool warm = started_ && start_slopes_.size() == slopes_.size();
  if (warm) trial_slopes_ = start_slopes_;
  const double all = smooth(total_positive_, total_weight_);
  for (std::size_t g = 0; g < intercepts_.size(); ++g) {
    const double own = smooth(group_positive_[g], group_weight_[g]);
    trial_intercepts_[g] = warm ? start_intercept_ + own - all : own;
  }
}

void GroupLogistic::differentiate() {
  std::ranges::fill(gradient_, 0.0);
  std::ranges::fill(hessian_, 0.0);
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) differentiate_group(*rows_, g);
  }
}

void GroupLogistic::differentiate_group(const GroupedRows& rows, std::size_t group) {
  const std::size_t columns = rows.columns.size();
  double* eta = block_.data();
  double* residual = eta + kBlock;
  double* curvature = residual + kBlock;
  double* scaled = curvature + kBlock;
  double gradient = 0;
  double total = 0;
  double* mixed = mixed_.data() + group * columns;
  std::fill_n(mixed, columns, 0.0);
  const auto [first, last] = rows.groups[group];
  for (std::int64_t begin = first; begin < last; begin += kBlock) {
    const std::int64_t n = std::min(kBlock, last - begin);
    std::fill_n(eta, n, trial_intercepts_[group]);
    for (std::size_t j = 0; j < columns; ++j) {
      if (trial_slopes_[j] != 0) add_scaled(trial_slopes_[j], rows.columns[j] + begin, eta, n);
    }
    residuals(eta, rows.weight.data() + begin, rows.positive.data() + begin, residual, curvature,
              n);
    gradient += sum_of(residual, n);
    total += sum_of(curvature, n);
    for (std::size_t j = 0; j < columns; ++j) {
      if (dropped_[j]) continue;
      const double* x = rows.columns[j] + begin;
      gradient_[j] += dot(residual, x, n);
      multiply(curvature, x, scaled, n);
      mixed[j] += sum_of(scaled, n);
      for (std::size_t k = 0; k <= j; ++k) {
        if (!dropped_[k]) hessian_[j * columns + k] += dot(scaled, rows.columns[k] + begin, n);
      }
    }
  }
  group_gradient_[group] = gradient;
  group_curvature_[group] = total;
}

/// L D L' of the Hessian with the intercepts eliminated: D on the diagonal, L below. False when a
/// pivot is no longer positive. At the start, columns with next to nothing left are dropped.
bool GroupLogistic::factor(bool first) {
  const std::size_t columns = slopes_.size();
  schur_ = hessian_;
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (!active_[g]) continue;
    if (!(group_curvature_[g] > 0)) return false;
    const double* mixed = mixed_.data() + g * columns;
    for (std::size_t j = 0; j < columns; ++j) {
      const double share = mixed[j] / group_curvature_[g];
      for (std::size_t k = 0; k <= j; ++k) schur_[j * columns + k] -= share * mixed[k];
    }
  }
  if (first) {
    first_diagonal_.resize(columns);
    for (std::size_t j = 0; j < columns; ++j) first_diagonal_[j] = hessian_[j * columns + j];
  }
  for (std::size_t j = 0; j < columns; ++j) {
    if (dropped_[j]) continue;
    double* row = schur_.data() + j * columns;
    // Rows k < j hold L D of their pivots; divide as we go.
    for (std::size_t k = 0; k < j; ++k) {
      if (dropped_[k]) continue;
      const double* other = schur_.data() + k * columns;
      for (std::size_t l = 0; l < k; ++l) {
        if (!dropped_[l]) row[k] -= row[l] * schur_[l * columns + l] * other[l];
      }
      row[k] /= other[k];
    }
    for (std::size_t l = 0; l < j; ++l) {
      if (!dropped_[l]) row[j] -= row[l] * row[l] * schur_[l * columns + l];
    }
    if (first && !(row[j] > kDependent * first_diagonal_[j])) {
      dropped_[j] = 1;
      trial_slopes_[j] = 0;
      gradient_[j] = 0;
    } else if (!(row[j] > std::numeric_limits<double>::min())) {
      return false;
    }
  }
  return true;
}

/// Whether a column was dropped that had a slope.
bool GroupLogistic::drop_dependent() {
  const std::vector<double> slopes = trial_slopes_;
  (void)factor(true);
  return slopes != trial_slopes_;
}

/// The Newton step for slopes and intercepts.
bool GroupLogistic::solve() {
  // Curvature that vanished means rows that ran away to 0 or 1.
  if (!factor(false)) return false;
  const std::size_t columns = slopes_.size();
  for (std::size_t j = 0; j < columns; ++j) step_[j] = dropped_[j] ? 0 : -gradient_[j];
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (!active_[g]) continue;
    const double share = group_gradient_[g] / group_curvature_[g];
    const double* mixed = mixed_.data() + g * columns;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!dropped_[j]) step_[j] += share * mixed[j];
    }
  }
  for (std::size_t j = 0; j < columns; ++j) {
    if (dropped_[j]) continue;
    for (std::size_t k = 0; k < j; ++k) {
      if (!dropped_[k]) step_[j] -= schur_[j * columns + k] * step_[k];
    }
  }
  for (std::size_t j = 0; j < columns; ++j) {
    if (!dropped_[j]) step_[j] /= schur_[j * columns + j];
  }
  for (std::size_t j = columns; j-- > 0;) {
    if (dropped_[j]) continue;
    for (std::size_t k = j + 1; k < columns; ++k) {
      if (!dropped_[k]) step_[j] -= schur_[k * columns + j] * step_[k];
    }
  }
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (!active_[g]) continue;
    double sum = -group_gradient_[g];
    const double* mixed = mixed_.data() + g * columns;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!dropped_[j]) sum -= mixed[j] * step_[j];
    }
    group_step_[g] = sum / group_curvature_[g];
  }
  return true;
}

double GroupLogistic::try_step(double length) {
  double largest = 0;
  for (std::size_t j = 0; j < slopes_.size(); ++j) {
    trial_slopes_[j] = slopes_[j] + length * step_[j];
    largest = std::max(largest, std::abs(step_[j]));
  }
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (!active_[g]) continue;
    trial_intercepts_[g] = intercepts_[g] + length * group_step_[g];
    largest = std::max(largest, std::abs(group_step_[g]));
  }
  return length * largest;
}

void GroupLogistic::accept() {
  slopes_ = trial_slopes_;
  intercepts_ = trial_intercepts_;
}

double GroupLogistic::slope() const {
  double sum = 0;
  for (std::size_t j = 0; j < slopes_.size(); ++j) {
    if (!dropped_[j]) sum += gradient_[j] * step_[j];
  }
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) sum += group_gradient_[g] * group_step_[g];
  }
  return sum;
}

double GroupLogistic::norm() const {
  double squares = 0;
  for (const double value : gradient_) squares += value * value;
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) squares += group_gradient_[g] * group_gradient_[g];
  }
  return std::sqrt(squares);
}

void GroupLogistic::fit(const GroupedRows& rows) {
  rows_ = &rows;
  count(rows);
  end_ = {.converged = true};
  if (total_weight_ > 0) {
    start();
    differentiate();
    // Dependence shows in the first Hessian; columns dropped by it must not enter the log-odds.
    if (drop_dependent()) differentiate();
    accept();
    NewtonRules rules = kRules;
    rules.tolerance = kNoGradient * total_weight_;
    end_ = minimise(*this, rules);
  }
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) continue;
    intercepts_[g] = !(group_weight_[g] > 0)  ? std::numeric_limits<double>::quiet_NaN()
                     : group_positive_[g] > 0 ? std::numeric_limits<double>::infinity()
                                              : -std::numeric_limits<double>::infinity();
  }
}

void GroupLogistic::predict(std::size_t group, GroupedRows::Stretch stretch,
                            std::span<const double* const> columns,
                            std::span<double> log_odds) const {
  const std::int64_t n = stretch.end - stretch.begin;
  std::fill_n(log_odds.data() + stretch.begin, n, intercepts_[group]);
  if (!std::isfinite(intercepts_[group])) return;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (slopes_[j] != 0) {
      add_scaled(slopes_[j], columns[j] + stretch.begin, log_odds.data() + stretch.begin, n);
    }
  }
}

}  // namespace faultline::model
