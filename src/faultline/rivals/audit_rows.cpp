#include "faultline/rivals/audit_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/linear/linear.hpp"

namespace faultline::rivals {

void check(const AuditRows& rows) {
  const std::size_t n = rows.size();
  const auto design_rows = static_cast<std::size_t>(rows.design.rows());
  const bool mapped = !rows.design_row.empty();
  if (rows.prediction.size() != n || rows.outcome.size() != n ||
      (mapped ? rows.design_row.size() : design_rows) != n) {
    throw InternalError("a rival auditor was given columns of different lengths");
  }
  for (const std::int32_t row : rows.design_row) {
    if (row < 0 || static_cast<std::size_t>(row) >= design_rows)
      throw InternalError(fmt::format("row {} is outside a design of {} rows", row, design_rows));
  }
}

FeatureRegression::FeatureRegression(const AuditRows& rows)
    : rows_(rows),
      weight_(static_cast<std::size_t>(rows.design.rows())),
      label_(static_cast<std::size_t>(rows.design.rows())) {}

void FeatureRegression::fit(std::span<const double> weight, std::span<const double> label,
                            double alpha) {
  std::fill(weight_.begin(), weight_.end(), 0.0);
  std::fill(label_.begin(), label_.end(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::size_t row = rows_.row_of(i);
    weight_[row] += weight[i];
    label_[row] += weight[i] * label[i];
  }
  for (std::size_t row = 0; row < weight_.size(); ++row) {
    if (weight_[row] > 0) label_[row] /= weight_[row];
  }
  coefficients_ = model::fit_linear(rows_.design, weight_, label_, alpha);
  fitted_ = model::predict_linear(rows_.design, coefficients_);
}

std::vector<std::pair<std::string, double>> FeatureRegression::coefficients() const {
  std::vector<std::pair<std::string, double>> named;
  named.reserve(coefficients_.size());
  for (int j = 0; j < rows_.design.columns(); ++j)
    named.emplace_back(rows_.design.column(j).name, coefficients_[static_cast<std::size_t>(j)]);
  return named;
}

}  // namespace faultline::rivals
