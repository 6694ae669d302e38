#include "faultline/model/linear/logistic_loss.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/exp_minus_abs.hpp"

namespace faultline::model {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

LogisticLoss::LogisticLoss(const Design& design) : design_(&design), patterns_(design) {
  const std::size_t rows = at(design.rows());
  const std::size_t patterns = at(patterns_.count());
  pattern_.resize(rows);
  for (auto* buffer : {&weight_, &positive_, &offset_, &residual_, &curvature_}) {
    buffer->resize(rows);
  }
  used_.resize(patterns);
  for (auto* buffer : {&pattern_eta_, &pattern_residual_, &pattern_curvature_}) {
    buffer->resize(patterns);
  }
  const std::size_t dense = patterns_.dense.size();
  dense_.assign(dense, std::vector<double>(rows));
  dense_sums_.resize(dense);
  products_.resize(dense * dense);
}

void LogisticLoss::load(const TrainingRows& rows, std::span<const double> centre,
                        std::span<const double> scale) {
  rows_ = 0;
  total_weight_ = total_positive_ = 0;
  double offset_sum = 0;
  has_offset_ = !rows.offset.empty();
  std::ranges::fill(used_, std::uint8_t{0});
  for (std::size_t i = 0; i < rows.weight.size(); ++i) {
    if (!(rows.weight[i] > 0)) continue;
    const std::size_t k = at(rows_++);
    pattern_[k] = patterns_.of_row[i];
    used_[at(pattern_[k])] = 1;
    weight_[k] = rows.weight[i];
    positive_[k] = rows.positive[i];
    total_weight_ += weight_[k];
    total_positive_ += positive_[k];
    if (has_offset_) {
      offset_[k] = rows.offset[i];
      offset_sum += weight_[k] * offset_[k];
    }
    for (std::size_t d = 0; d < dense_.size(); ++d) {
      const int j = patterns_.dense[d];
      dense_[d][k] = (design_->values(j)[i] - centre[at(j)]) / scale[at(j)];
    }
  }
  packed_.assign(dense_, rows_);
  rounding_scale_ = total_weight_;
  for (const std::vector<double>& x : dense_) {
    double size = 0;
    for (std::int64_t i = 0; i < rows_; ++i) size += weight_[at(i)] * std::abs(x[at(i)]);
    rounding_scale_ = std::max(rounding_scale_, size);
  }
  mean_offset_ = total_weight_ > 0 ? offset_sum / total_weight_ : 0;
}

void LogisticLoss::pattern_log_odds(std::span<const double> coefficients) {
  for (std::int64_t g = 0; g < patterns_.count(); ++g) {
    double sum = 0;
    for (const std::uint16_t j : patterns_.ones_of(g)) sum += coefficients[j];
    pattern_eta_[at(g)] = sum;
  }
}

void LogisticLoss::log_odds(std::span<const double> coefficients, std::span<double> eta) {
  pattern_log_odds(coefficients);
  for (std::int64_t i = 0; i < rows_; ++i) eta[at(i)] = pattern_eta_[at(pattern_[at(i)])];
  if (has_offset_) {
    for (std::int64_t i = 0; i < rows_; ++i) eta[at(i)] += offset_[at(i)];
  }
  for (std::size_t d = 0; d < dense_.size(); ++d) {
    const double slope = coefficients[at(patterns_.dense[d])];
    const double* x = dense_[d].data();
    for (std::int64_t i = 0; i < rows_; ++i) eta[at(i)] += slope * x[i];
  }
}

double LogisticLoss::value(std::span<const double> eta) const {
  double sum = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    const double x = eta[at(i)];
    // w log(1 + e^x) - s x, without the large terms that would cancel.
    const double linear = x > 0 ? (weight_[at(i)] - positive_[at(i)]) * x : -positive_[at(i)] * x;
    sum += linear + weight_[at(i)] * std::log1p(exp_of_minus_abs(x));
  }
  return sum;
}

void LogisticLoss::derivatives(std::span<const double> eta, std::span<double> gradient,
                               std::span<double> hessian) {
  {
    const double* x = eta.data();
    const double* w = weight_.data();
    const double* s = positive_.data();
    double* __restrict residual = residual_.data();
    double* __restrict curvature = curvature_.data();
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double t = exp_of_minus_abs(x[i]);
      const double r = 1.0 / (1.0 + t);
      const double tr = t * r;
      const double p = x[i] >= 0 ? r : tr;
      residual[i] = w[i] * p - s[i];
      curvature[i] = w[i] * (tr * r);
    }
  }
  std::ranges::fill(gradient, 0.0);
  std::ranges::fill(pattern_residual_, 0.0);
  for (std::int64_t i = 0; i < rows_; ++i) {
    pattern_residual_[at(pattern_[at(i)])] += residual_[at(i)];
  }
  for (std::int64_t g = 0; g < patterns_.count(); ++g) {
    if (!used_[at(g)]) continue;
    for (const std::uint16_t j : patterns_.ones_of(g)) gradient[j] += pattern_residual_[at(g)];
  }
  packed_.sums(residual_, dense_sums_);
  for (std::size_t d = 0; d < dense_.size(); ++d) gradient[at(patterns_.dense[d])] = dense_sums_[d];
  second_moments(hessian);
}

void LogisticLoss::gram(std::span<double> matrix) {
  std::copy_n(weight_.begin(), rows_, curvature_.begin());
  second_moments(matrix);
}

// X'VX with V = curvature_.
void LogisticLoss::second_moments(std::span<double> matrix) {
  const std::size_t columns = at(design_->columns());
  std::ranges::fill(matrix, 0.0);
  std::ranges::fill(pattern_curvature_, 0.0);
  for (std::int64_t i = 0; i < rows_; ++i) {
    pattern_curvature_[at(pattern_[at(i)])] += curvature_[at(i)];
  }
  for (std::int64_t g = 0; g < patterns_.count(); ++g) {
    if (!used_[at(g)]) continue;
    const double v = pattern_curvature_[at(g)];
    const auto ones = patterns_.ones_of(g);
    for (std::size_t a = 0; a < ones.size(); ++a) {
      double* column = matrix.data() + ones[a] * columns;
      for (std::size_t b = a; b < ones.size(); ++b) column[ones[b]] += v;
    }
  }
  packed_.products(curvature_, products_);
  packed_.sums_by_group(curvature_, pattern_, at(patterns_.count()));
  for (std::size_t d = 0; d < dense_.size(); ++d) {
    const std::size_t j = at(patterns_.dense[d]);
    for (std::int64_t g = 0; g < patterns_.count(); ++g) {
      if (!used_[at(g)]) continue;
      const double sum = packed_.of(d, at(g));
      for (const std::uint16_t k : patterns_.ones_of(g))
        matrix[std::min<std::size_t>(j, k) * columns + std::max<std::size_t>(j, k)] += sum;
    }
    for (std::size_t e = d; e < dense_.size(); ++e)
      matrix[j * columns + at(patterns_.dense[e])] = products_[d * dense_.size() + e];
  }
}

void LogisticLoss::predict(std::span<const double> coefficients, std::span<const double> centre,
                           std::span<const double> scale, std::span<double> eta) {
  pattern_log_odds(coefficients);
  for (std::size_t i = 0; i < eta.size(); ++i) eta[i] = pattern_eta_[at(patterns_.of_row[i])];
  for (const int j : patterns_.dense) {
    if (coefficients[at(j)] == 0) continue;
    const auto x = design_->values(j);
    for (std::size_t i = 0; i < eta.size(); ++i) {
      eta[i] += coefficients[at(j)] * ((x[i] - centre[at(j)]) / scale[at(j)]);
    }
  }
}

}  // namespace faultline::model
