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
// Newton's error squares in a step: below this one, what is left is rounding.
constexpr double kLastStep = 1e-6;
// No step moves a coefficient by more; Newton's parabola says little so far away.
constexpr double kLargestStep = 4;
// A step that ends where the objective rises this steeply, as a share of how it fell, went too far.
constexpr double kOvershoot = 0.25;
// When the gradient is as good as zero, separated rows still make Newton's steps about 1 long.
constexpr double kNoGradient = 1e-9;
constexpr double kSeparatedStep = 0.1;
// A column whose square sum falls below this share when what stands before it is projected out is
// determined by that.
constexpr double kDependent = 1e-11;

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
  const bool warm = started_ && start_slopes_.size() == slopes_.size();
  if (warm) slopes_ = start_slopes_;
  const double all = smooth(total_positive_, total_weight_);
  for (std::size_t g = 0; g < intercepts_.size(); ++g) {
    const double own = smooth(group_positive_[g], group_weight_[g]);
    intercepts_[g] = warm ? start_intercept_ + own - all : own;
  }
}

void GroupLogistic::differentiate(const GroupedRows& rows) {
  std::ranges::fill(gradient_, 0.0);
  std::ranges::fill(hessian_, 0.0);
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) differentiate_group(rows, g);
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
    std::fill_n(eta, n, intercepts_[group]);
    for (std::size_t j = 0; j < columns; ++j) {
      if (slopes_[j] != 0) add_scaled(slopes_[j], rows.columns[j] + begin, eta, n);
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
/// pivot is no longer positive.
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
      slopes_[j] = 0;
      gradient_[j] = 0;
    } else if (!(row[j] > std::numeric_limits<double>::min())) {
      return false;
    }
  }
  return true;
}

/// The Newton step for slopes and intercepts.
void GroupLogistic::solve() {
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
}

void GroupLogistic::move(double length) {
  for (std::size_t j = 0; j < slopes_.size(); ++j) slopes_[j] += length * step_[j];
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) intercepts_[g] += length * group_step_[g];
  }
}

double GroupLogistic::slope_along_step() const {
  double sum = 0;
  for (std::size_t j = 0; j < slopes_.size(); ++j) {
    if (!dropped_[j]) sum += gradient_[j] * step_[j];
  }
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) sum += group_gradient_[g] * group_step_[g];
  }
  return sum;
}

double GroupLogistic::largest_step() const {
  double largest = 0;
  for (const double step : step_) largest = std::max(largest, std::abs(step));
  for (std::size_t g = 0; g < active_.size(); ++g) {
    if (active_[g]) largest = std::max(largest, std::abs(group_step_[g]));
  }
  return largest;
}

void GroupLogistic::fit(const GroupedRows& rows) {
  count(rows);
  converged_ = separated_ = false;
  iterations_ = 0;
  gradient_norm_ = 0;
  if (total_weight_ > 0) {
    start();
    differentiate(rows);
    // Dependence shows in the first Hessian; columns dropped by it must not enter the log-odds.
    const std::vector<double> slopes = slopes_;
    bool sound = factor(true);
    if (slopes != slopes_) {
      differentiate(rows);
      sound = factor(false);
    }
    for (; sound && iterations_ < kMaxIterations; ++iterations_) {
      double squares = 0;
      for (const double value : gradient_) squares += value * value;
      for (std::size_t g = 0; g < active_.size(); ++g) {
        if (active_[g]) squares += group_gradient_[g] * group_gradient_[g];
      }
      gradient_norm_ = std::sqrt(squares);
      solve();
      const double size = largest_step();
      if (!std::isfinite(size)) break;
      if (size <= kLastStep) {
        move(1);
        converged_ = true;
        break;
      }
      if (gradient_norm_ <= kNoGradient * total_weight_ && size > kSeparatedStep) {
        separated_ = true;
        break;
      }
      double length = std::min(1.0, kLargestStep / size);
      const double before = slope_along_step();
      move(length);
      differentiate(rows);
      while (slope_along_step() > kOvershoot * std::abs(before) && length > 1e-6) {
        move(-length / 2);
        length /= 2;
        differentiate(rows);
      }
      sound = factor(false);
    }
    // Curvature that vanished means rows that ran away to 0 or 1.
    if (!sound) separated_ = true;
  } else {
    converged_ = true;
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
