#include "faultline/model/design/column_spread.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::model {

ColumnSpread::ColumnSpread(const Design& design)
    : design_(&design),
      mean_(static_cast<std::size_t>(design.columns())),
      deviation_(mean_.size()),
      constant_(mean_.size()),
      ones_(mean_.size()) {}

void ColumnSpread::measure(const TrainingRows& rows, const RowPatterns& patterns) {
  const auto people = rows.people.empty() ? rows.weight : rows.people;
  measure_binary(rows, people, patterns);
  for (const int j : patterns.dense) measure_dense(j, rows, people);
}

void ColumnSpread::measure_binary(const TrainingRows& rows, std::span<const double> people,
                                  const RowPatterns& patterns) {
  std::ranges::fill(mean_, 0.0);
  std::ranges::fill(ones_, 0);
  std::int64_t with_weight = 0;
  double total = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const bool counts = rows.weight[i] > 0;
    if (!counts && !(people[i] > 0)) continue;
    with_weight += counts ? 1 : 0;
    total += people[i];
    for (const std::uint16_t j : patterns.ones_of(patterns.of_row[i])) {
      mean_[j] += people[i];
      ones_[j] += counts ? 1 : 0;
    }
  }
  for (std::size_t j = 0; j < mean_.size(); ++j) {
    mean_[j] = total > 0 ? mean_[j] / total : 0;
    deviation_[j] = std::sqrt(mean_[j] * (1 - mean_[j]));
    constant_[j] = ones_[j] == 0 || ones_[j] == with_weight ? 1 : 0;
  }
}

void ColumnSpread::measure_dense(int j, const TrainingRows& rows, std::span<const double> people) {
  const auto x = design_->values(j);
  double total = 0;
  double sum = 0;
  double low = INFINITY;
  double high = -INFINITY;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += people[i];
    sum += people[i] * x[i];
    if (rows.weight[i] > 0) {
      low = std::min(low, x[i]);
      high = std::max(high, x[i]);
    }
  }
  const double mean = total > 0 ? sum / total : 0;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) squares += people[i] * (x[i] - mean) * (x[i] - mean);
  const auto k = static_cast<std::size_t>(j);
  mean_[k] = mean;
  deviation_[k] = total > 0 ? std::sqrt(squares / total) : 0;
  if (!std::isfinite(deviation_[k])) {
    throw InputError(fmt::format(
        "covariate '{}' has values too large for a model (their squares overflow): rescale it",
        design_->column(j).name));
  }
  constant_[k] = low < high && deviation_[k] > 0 ? 0 : 1;
}

}  // namespace faultline::model
