#include "faultline/model/design/scaled_rows.hpp"

#include <algorithm>
#include <cmath>

namespace faultline::model {

ScaledRows::ScaledRows(const Features& features)
    : features_(&features),
      centre_(static_cast<std::size_t>(features.columns()), 0.0),
      factor_(static_cast<std::size_t>(features.columns()), 1.0) {}

void ScaledRows::measure(const TrainingRows& rows) {
  const auto people = rows.people.empty() ? rows.weight : rows.people;
  double n = 0;
  for (std::size_t k = 0; k < people.size(); ++k) n += rows.weight[k] > 0 ? people[k] : 0;
  for (const Features::Number& number : features_->numbers()) {
    double mean = 0;
    double largest = 0;
    for (std::size_t k = 0; k < people.size(); ++k) {
      if (!(rows.weight[k] > 0)) continue;
      const double value = number.values[static_cast<std::size_t>(rows.row(k))];
      mean += people[k] * value / n;
      largest = std::max(largest, std::abs(value));
    }
    double squares = 0;
    for (std::size_t k = 0; k < people.size(); ++k) {
      if (!(rows.weight[k] > 0)) continue;
      const double away = number.values[static_cast<std::size_t>(rows.row(k))] - mean;
      squares += people[k] * away * away / n;
    }
    const double deviation = std::sqrt(squares);
    const auto j = static_cast<std::size_t>(number.column);
    centre_[j] = mean;
    // Rounding leaves a constant a few last digits around its mean: that is no spread.
    factor_[j] = deviation > 1e-13 * largest ? 1 / deviation : 0;
  }
}

void ScaledRows::append_row(std::int64_t row, std::vector<FeatureEntry>& out) const {
  const std::size_t start = out.size();
  features_->append_row(row, out);
  for (std::size_t e = start; e < out.size(); ++e) {
    const auto j = static_cast<std::size_t>(out[e].column);
    out[e].value = (out[e].value - centre_[j]) * factor_[j];
  }
}

void EntryRows::clear() {
  begin.assign(1, 0);
  entries.clear();
}

void EntryRows::append(const ScaledRows& rows, std::int64_t row) {
  rows.append_row(row, entries);
  begin.push_back(std::ssize(entries));
}

}  // namespace faultline::model
