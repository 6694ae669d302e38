#include "faultline/model/design/rich_design.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/natural_spline.hpp"
#include "faultline/model/design/normal_scores.hpp"

namespace faultline::model {

double RichDesign::Linear::factor(std::int64_t row) const {
  return dummy ? values[at(row)] : (values[at(row)] - mean) / deviation;
}

double RichDesign::Linear::centred(std::int64_t row) const {
  return (values[at(row)] - mean) / deviation;
}

RichDesign::RichDesign(std::vector<double> people) : people_(std::move(people)) {}

void RichDesign::append(Linear column) {
  double total = 0;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    total += people_[i];
    column.mean += people_[i] * column.values[i];
  }
  column.mean /= total;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const double away = column.values[i] - column.mean;
    column.deviation += people_[i] * away * away;
  }
  column.deviation = std::sqrt(column.deviation / total);
  const auto [low, high] = std::ranges::minmax(column.values);
  if (!(low < high) || !(column.deviation > 0)) return;
  if (!std::isfinite(column.deviation)) {
    throw InputError(fmt::format(
        "covariate '{}' has values too large for a model (their squares overflow): rescale it",
        column.name));
  }
  for (std::size_t other = 0; other < linear_.size() && column.factor_too; ++other) {
    const Linear& first = linear_[other];
    if (first.variable == column.variable || !first.factor_too) continue;
    // Two dummies that nobody has together have no product that varies.
    const auto come_together = [&] {
      for (std::size_t i = 0; i < people_.size(); ++i) {
        if (first.values[i] != 0 && column.values[i] != 0) return true;
      }
      return false;
    };
    if (!(first.dummy && column.dummy) || come_together()) {
      products_.push_back({.first = other, .second = linear_.size()});
    }
  }
  linear_.push_back(std::move(column));
}

void RichDesign::add(const data::Attribute& attribute, std::span<const data::Code> codes) {
  if (std::ssize(codes) != rows()) {
    throw InternalError(fmt::format("covariate '{}' has {} codes for {} rows of the design",
                                    attribute.name, codes.size(), rows()));
  }
  for (int level = 1; level < attribute.arity(); ++level) {
    Linear column{.name = fmt::format("{}={}", attribute.name, attribute.labels[at(level)]),
                  .variable = variables_,
                  .dummy = true};
    column.values.reserve(people_.size());
    for (const data::Code code : codes) column.values.push_back(code == level ? 1.0 : 0.0);
    append(std::move(column));
  }
  ++variables_;
}

void RichDesign::add(const std::string& name, std::span<const double> values) {
  if (std::ssize(values) != rows()) {
    throw InternalError(fmt::format("covariate '{}' has {} numbers for {} rows of the design", name,
                                    values.size(), rows()));
  }
  const std::size_t as_it_is = linear_.size();
  append({.name = name,
          .variable = variables_,
          .values = {values.begin(), values.end()},
          .factor_too = false});
  const std::vector<double> scores = normal_scores(values, people_);
  append({.name = fmt::format("{}, normal score", name), .variable = variables_, .values = scores});
  const NaturalSpline spline(scores, people_);
  for (int k = 0; k < spline.curves(); ++k) {
    Curve curve{.name = fmt::format("{}, curve {}", name, k + 1), .values = {}};
    curve.values.reserve(values.size());
    for (const double score : scores) curve.values.push_back(spline.curve(k, score));
    curves_.push_back(std::move(curve));
  }
  // What does not vary was not appended.
  if (linear_.size() > as_it_is) numbers_.push_back(as_it_is);
  ++variables_;
}

int RichDesign::plain_columns() const {
  return 1 + static_cast<int>(linear_.size() + curves_.size());
}

Design RichDesign::design(std::span<const std::int64_t> products,
                          std::span<const Jump> jumps) const {
  Design design(rows());
  for (const Linear& column : linear_) {
    design.add(column.name, column.values, column.dummy ? ColumnKind::dummy : ColumnKind::number);
  }
  for (const Curve& curve : curves_) design.add(curve.name, curve.values);
  std::vector<double> values(people_.size());
  for (const std::int64_t product : products) {
    const Linear& first = linear_[products_[at(product)].first];
    const Linear& second = linear_[products_[at(product)].second];
    for (std::int64_t i = 0; i < rows(); ++i) values[at(i)] = first.factor(i) * second.factor(i);
    design.add(fmt::format("{} x {}", first.name, second.name), values,
               first.dummy && second.dummy ? ColumnKind::dummy : ColumnKind::number);
  }
  for (const Jump& jump : jumps) append_jump(design, jump);
  return design;
}

Design RichDesign::design() const {
  std::vector<std::int64_t> all(products_.size());
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return design(all);
}

std::vector<double> RichDesign::product_scores(std::span<const double> residual,
                                               std::span<const double> variance) const {
  std::vector<double> scores;
  scores.reserve(products_.size());
  for (const Product& product : products_) {
    const Linear& first = linear_[product.first];
    const Linear& second = linear_[product.second];
    double sum = 0;
    double spread = 0;
    for (std::int64_t i = 0; i < rows(); ++i) {
      const double x = first.centred(i) * second.centred(i);
      sum += residual[at(i)] * x;
      spread += variance[at(i)] * x * x;
    }
    scores.push_back(spread > 0 ? sum / std::sqrt(spread) : 0);
  }
  return scores;
}

}  // namespace faultline::model
