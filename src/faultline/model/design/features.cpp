#include "faultline/model/design/features.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::model {
namespace {

void check_length(const std::string& name, std::size_t length, std::int64_t rows) {
  if (std::cmp_equal(length, rows)) return;
  throw InternalError(
      fmt::format("covariate '{}' has {} values for {} people", name, length, rows));
}

}  // namespace

void Features::add(const data::Attribute& attribute, std::span<const data::Code> codes) {
  check_length(attribute.name, codes.size(), rows_);
  for (const data::Code code : codes) {
    if (code < attribute.arity()) continue;
    throw InternalError(fmt::format("covariate '{}' has no value {}", attribute.name, code));
  }
  categorical_.push_back({.first_column = columns(),
                          .values = attribute.arity(),
                          .codes = {codes.begin(), codes.end()}});
  for (const std::string& label : attribute.labels) {
    features_.push_back({.name = fmt::format("{}={}", attribute.name, label),
                         .covariate = attribute.name,
                         .kind = Feature::Kind::dummy});
  }
}

void Features::add(std::string name, std::span<const double> values) {
  check_length(name, values.size(), rows_);
  for (const double value : values) {
    if (std::isfinite(value)) continue;
    throw InputError(fmt::format("covariate '{}' holds {}, which is not a finite number", name,
                                 shortest(value)));
  }
  numbers_.push_back({.column = columns(), .values = {values.begin(), values.end()}});
  features_.push_back({.name = name, .covariate = name, .kind = Feature::Kind::number});
}

void Features::add(const std::string& covariate, SparseBlock block) {
  check_length(covariate, block.begin.size() - 1, rows_);
  for (const std::string& name : block.names) {
    features_.push_back({.name = name, .covariate = covariate, .kind = Feature::Kind::sparse});
  }
  const int first = columns() - static_cast<int>(block.names.size());
  sparse_.push_back({.first_column = first, .block = std::move(block)});
}

void Features::append_row(std::int64_t row, std::vector<FeatureEntry>& out) const {
  const auto i = static_cast<std::size_t>(row);
  // Blocks of one kind ascend; merging the three kinds keeps all columns in order.
  auto categorical = categorical_.begin();
  auto number = numbers_.begin();
  auto sparse = sparse_.begin();
  for (int next = 0; next < columns();) {
    if (categorical != categorical_.end() && categorical->first_column == next) {
      out.push_back({.column = next + categorical->codes[i], .value = 1});
      next += categorical->values;
      ++categorical;
    } else if (number != numbers_.end() && number->column == next) {
      out.push_back({.column = next, .value = number->values[i]});
      ++next;
      ++number;
    } else {
      const SparseBlock& block = sparse->block;
      for (std::int64_t e = block.begin[i]; e < block.begin[i + 1]; ++e) {
        const FeatureEntry& entry = block.entries[static_cast<std::size_t>(e)];
        out.push_back({.column = next + entry.column, .value = entry.value});
      }
      next += static_cast<int>(block.names.size());
      ++sparse;
    }
  }
}

std::vector<double> Features::column(int j) const {
  for (const Number& number : numbers_) {
    if (number.column == j) return number.values;
  }
  std::vector<double> values(static_cast<std::size_t>(rows_), 0.0);
  for (const Categorical& categorical : categorical_) {
    const int code = j - categorical.first_column;
    if (code < 0 || code >= categorical.values) continue;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = categorical.codes[i] == code ? 1.0 : 0.0;
  }
  for (const Sparse& sparse : sparse_) {
    const int inside = j - sparse.first_column;
    if (inside < 0 || std::cmp_greater_equal(inside, sparse.block.names.size())) continue;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::int64_t e = sparse.block.begin[i]; e < sparse.block.begin[i + 1]; ++e) {
        const FeatureEntry& entry = sparse.block.entries[static_cast<std::size_t>(e)];
        if (entry.column == inside) values[i] = entry.value;
      }
    }
  }
  return values;
}

}  // namespace faultline::model
