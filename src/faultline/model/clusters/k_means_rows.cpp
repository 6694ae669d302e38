#include "faultline/model/clusters/k_means_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "faultline/math/sum.hpp"

namespace faultline::model {

KMeansRows k_means_rows(const Features& features) {
  struct Covariate {
    const Features::Categorical* categorical = nullptr;
    const Features::Number* number = nullptr;
    double mean = 0;
    double scale = 1;
    std::size_t first = 0;
  };
  KMeansRows scaled;
  scaled.rows = static_cast<std::size_t>(features.rows());
  const auto n = static_cast<double>(scaled.rows);
  std::vector<Covariate> covariates;
  for (const auto& categorical : features.categorical()) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(categorical.values), 0);
    for (const data::Code code : categorical.codes) ++counts[code];
    double variance = 1;
    for (const std::int64_t count : counts)
      variance -= (static_cast<double>(count) / n) * (static_cast<double>(count) / n);
    const bool constant = std::any_of(counts.begin(), counts.end(), [&](std::int64_t count) {
      return std::cmp_equal(count, scaled.rows);
    });
    if (constant) continue;
    covariates.push_back(
        {.categorical = &categorical, .scale = 1 / std::sqrt(variance), .first = scaled.columns});
    scaled.columns += counts.size();
  }
  for (const auto& number : features.numbers()) {
    const double mean = math::compensated_sum(number.values) / n;
    math::CompensatedSum squares;
    for (const double value : number.values) squares.add((value - mean) * (value - mean));
    const auto [low, high] = std::minmax_element(number.values.begin(), number.values.end());
    if (number.values.empty() || *low == *high || !(squares.value() > 0)) continue;
    covariates.push_back({.number = &number,
                          .mean = mean,
                          .scale = 1 / std::sqrt(squares.value() / n),
                          .first = scaled.columns});
    ++scaled.columns;
  }
  scaled.covariates = covariates.size();
  for (std::size_t i = 0; i < scaled.rows; ++i) {
    double square = 0;
    for (const Covariate& covariate : covariates) {
      std::size_t column = covariate.first;
      double value = covariate.scale;
      if (covariate.number != nullptr) {
        value *= covariate.number->values[i] - covariate.mean;
      } else {
        column += covariate.categorical->codes[i];
      }
      scaled.column.push_back(static_cast<std::int32_t>(column));
      scaled.value.push_back(value);
      square += value * value;
    }
    scaled.square.push_back(square);
  }
  return scaled;
}

}  // namespace faultline::model
