#include <algorithm>
#include <memory>

#include "faultline/model/design/at.hpp"
#include "faultline/model/trees/boosted.hpp"

namespace faultline::model {
namespace {

// Trees do not mind a linear change, and single precision keeps the differences of large numbers
// (times, identifiers) only when they start at 0.
struct FromZero {
  double start = 0;
  double unit = 1;

  static FromZero of(std::span<const double> values) {
    if (values.empty()) return {};
    const auto [low, high] = std::ranges::minmax(values);
    return {.start = low, .unit = high > low ? high - low : 1};
  }
  [[nodiscard]] float operator()(double x) const { return static_cast<float>((x - start) / unit); }
};

SparseRows single_precision(const Features& features) {
  std::vector<FromZero> scale(at(features.columns()));
  for (const Features::Number& number : features.numbers()) {
    scale[at(number.column)] = FromZero::of(number.values);
  }
  SparseRows rows{.columns = scale.size()};
  std::vector<FeatureEntry> row;
  for (std::int64_t i = 0; i < features.rows(); ++i) {
    row.clear();
    features.append_row(i, row);
    for (const FeatureEntry& entry : row) {
      rows.column.push_back(static_cast<unsigned>(entry.column));
      rows.value.push_back(scale[at(entry.column)](entry.value));
    }
    rows.begin.push_back(rows.value.size());
  }
  return rows;
}

SparseRows some_of(const SparseRows& all, std::span<const std::int64_t> which) {
  SparseRows rows{.columns = all.columns};
  rows.begin.reserve(which.size() + 1);
  for (const std::int64_t row : which) {
    const auto from = static_cast<std::ptrdiff_t>(all.begin[at(row)]);
    const auto to = static_cast<std::ptrdiff_t>(all.begin[at(row) + 1]);
    rows.column.insert(rows.column.end(), all.column.begin() + from, all.column.begin() + to);
    rows.value.insert(rows.value.end(), all.value.begin() + from, all.value.begin() + to);
    rows.begin.push_back(rows.value.size());
  }
  return rows;
}

TreeMatrix dense_rows(const Design& design, std::span<const std::int64_t> rows) {
  const auto columns = static_cast<std::size_t>(design.columns());
  const std::size_t width = columns > 1 ? columns - 1 : 1;  // an intercept alone: one constant
  std::vector<float> values(rows.size() * width, 0.0F);
  for (std::size_t j = 1; j < columns; ++j) {
    const auto x = design.values(static_cast<int>(j));
    const bool dummy = design.column(static_cast<int>(j)).kind == ColumnKind::dummy;
    const FromZero scale = dummy ? FromZero{} : FromZero::of(x);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      values[i * width + j - 1] = scale(x[at(rows[i])]);
    }
  }
  return TreeMatrix::dense(values, rows.size(), width);
}

}  // namespace

TreeTable dense_table(const Design& design) {
  return {.rows = design.rows(), .matrix = [&design](std::span<const std::int64_t> rows) {
            return dense_rows(design, rows);
          }};
}

TreeTable sparse_table(const Features& features) {
  return {.rows = features.rows(),
          .matrix = [all = std::make_shared<const SparseRows>(single_precision(features))](
                        std::span<const std::int64_t> rows) {
            return TreeMatrix::sparse(some_of(*all, rows));
          }};
}

}  // namespace faultline::model
