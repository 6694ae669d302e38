#include "faultline/methods/sources/scaled_features.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

struct Spread {
  double mean = 0;
  double standard_deviation = 0;
};

Spread spread_of(const std::vector<double>& values) {
  math::CompensatedSum sum;
  for (const double value : values) sum.add(value);
  Spread spread{.mean = sum.value() / static_cast<double>(values.size())};
  math::CompensatedSum squares;
  for (const double value : values) squares.add((value - spread.mean) * (value - spread.mean));
  spread.standard_deviation = std::sqrt(squares.value() / static_cast<double>(values.size()));
  return spread;
}

/// Around their mean and in standard deviations; all 0 where they do not vary.
std::vector<double> standardised(std::vector<double> values) {
  const Spread spread = spread_of(values);
  for (double& value : values) {
    value = spread.standard_deviation > 0 ? (value - spread.mean) / spread.standard_deviation : 0;
  }
  return values;
}

std::int64_t products_of(std::int64_t columns) { return columns * (columns + 1) / 2; }

}  // namespace

model::Features scaled_features(const model::Features& features) {
  model::Features result(features.rows());
  for (const auto& categorical : features.categorical()) {
    data::Attribute attribute{.name = features.feature(categorical.first_column).covariate};
    for (int v = 0; v < categorical.values; ++v) {
      attribute.labels.push_back(features.feature(categorical.first_column + v).name);
    }
    result.add(attribute, categorical.codes);
  }
  for (const auto& number : features.numbers()) {
    const double spread = spread_of(number.values).standard_deviation;
    std::vector<double> values = number.values;
    for (double& value : values) value = spread > 0 ? value / spread : 0;
    result.add(features.feature(number.column).name, values);
  }
  for (const auto& sparse : features.sparse()) {
    result.add(features.feature(sparse.first_column).covariate, sparse.block);
  }
  return result;
}

model::Features with_group(const model::Features& features, const std::string& protected_column,
                           const std::vector<std::string>& groups,
                           std::span<const std::int32_t> group) {
  model::Features result = features;
  const std::vector<data::Code> codes(group.begin(), group.end());
  result.add({.name = protected_column, .labels = groups}, codes);
  return result;
}

model::Features with_interactions(const model::Features& features,
                                  const std::string& protected_column,
                                  const std::vector<std::string>& groups,
                                  std::span<const std::int32_t> group) {
  model::Features result = with_group(features, protected_column, groups, group);
  std::vector<Spread> spread(static_cast<std::size_t>(features.columns()),
                             {.standard_deviation = 1});
  for (const auto& number : features.numbers()) {
    spread[static_cast<std::size_t>(number.column)] = spread_of(number.values);
  }
  model::SparseBlock block;
  for (const std::string& label : groups) {
    for (int j = 0; j < features.columns(); ++j) {
      block.names.push_back(fmt::format("{} of {}", features.feature(j).name, label));
    }
  }
  std::vector<model::FeatureEntry> row;
  for (std::int64_t i = 0; i < features.rows(); ++i) {
    row.clear();
    features.append_row(i, row);
    const std::int32_t first = group[static_cast<std::size_t>(i)] * features.columns();
    for (const model::FeatureEntry& entry : row) {
      const Spread& of = spread[static_cast<std::size_t>(entry.column)];
      if (!(of.standard_deviation > 0)) continue;
      block.entries.push_back({.column = first + entry.column,
                               .value = (entry.value - of.mean) / of.standard_deviation});
    }
    block.begin.push_back(std::ssize(block.entries));
  }
  result.add("columns by group", std::move(block));
  return result;
}

std::optional<model::Features> with_products(const model::Features& features, std::int64_t most) {
  std::vector<int> chosen;
  if (features.sparse().empty() && products_of(features.columns()) <= most) {
    for (int j = 0; j < features.columns(); ++j) chosen.push_back(j);
  } else {
    for (const auto& number : features.numbers()) chosen.push_back(number.column);
  }
  if (chosen.empty() || products_of(std::ssize(chosen)) > most) return std::nullopt;
  std::vector<std::vector<double>> columns;
  for (const int j : chosen) {
    std::vector<double> values = features.column(j);
    const bool number = features.feature(j).kind == model::Feature::Kind::number;
    columns.push_back(number ? standardised(std::move(values)) : std::move(values));
  }
  model::Features result = features;
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    for (std::size_t b = a; b < chosen.size(); ++b) {
      const model::Feature& first = features.feature(chosen[a]);
      const model::Feature& second = features.feature(chosen[b]);
      // The square of a dummy is the dummy, and two values of one covariate exclude each other.
      const bool dummy = first.kind == model::Feature::Kind::dummy;
      if (dummy && first.covariate == second.covariate) continue;
      std::vector<double> product(columns[a].size());
      for (std::size_t i = 0; i < product.size(); ++i) product[i] = columns[a][i] * columns[b][i];
      result.add(fmt::format("{} x {}", first.name, second.name), standardised(std::move(product)));
    }
  }
  return result;
}

}  // namespace faultline::methods
