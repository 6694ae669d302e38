#include "faultline/methods/sources/screening.hpp"

#include <algorithm>
#include <map>

#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

constexpr std::size_t kScreenedParts = 10;

/// Outcomes around their mean, per row; 0 for rows that are not looked at.
struct Centred {
  std::span<const std::int64_t> rows{};
  std::vector<double> value{};
  double squares = 0;

  Centred(std::span<const std::int64_t> of, std::span<const double> outcome)
      : rows(of), value(outcome.size(), 0) {
    math::CompensatedSum sum;
    for (const std::int64_t row : rows) sum.add(outcome[static_cast<std::size_t>(row)]);
    const double mean = sum.value() / static_cast<double>(rows.size());
    math::CompensatedSum squared;
    for (const std::int64_t row : rows) {
      const auto i = static_cast<std::size_t>(row);
      value[i] = outcome[i] - mean;
      squared.add(value[i] * value[i]);
    }
    squares = squared.value();
  }

  /// `explained` of the sum of squares by a fit of so many means or coefficients.
  [[nodiscard]] double adjusted(double explained, std::size_t parts) const {
    const auto n = static_cast<double>(rows.size());
    const auto k = static_cast<double>(parts);
    if (!(squares > 0) || parts < 2 || n <= k) return 0;
    return 1 - (1 - explained / squares) * (n - 1) / (n - k);
  }
};

/// `part_of` per row looked at.
double between_parts(const Centred& outcome, const std::vector<std::size_t>& part_of) {
  std::map<std::size_t, std::pair<double, double>> parts;  // sum and number
  for (std::size_t k = 0; k < part_of.size(); ++k) {
    auto& [sum, n] = parts[part_of[k]];
    sum += outcome.value[static_cast<std::size_t>(outcome.rows[k])];
    n += 1;
  }
  double explained = 0;
  for (const auto& [part, sum] : parts) explained += sum.first * sum.first / sum.second;
  return outcome.adjusted(explained, parts.size());
}

double of_category(const Centred& outcome, const std::vector<data::Code>& codes) {
  std::vector<std::size_t> part_of;
  for (const std::int64_t row : outcome.rows)
    part_of.push_back(codes[static_cast<std::size_t>(row)]);
  return between_parts(outcome, part_of);
}

double of_number(const Centred& outcome, const std::vector<double>& values) {
  std::vector<double> sorted;
  for (const std::int64_t row : outcome.rows)
    sorted.push_back(values[static_cast<std::size_t>(row)]);
  std::ranges::sort(sorted);
  std::vector<double> starts;  // of the second part and those behind it
  for (std::size_t part = 1; part < kScreenedParts; ++part)
    starts.push_back(sorted[part * sorted.size() / kScreenedParts]);
  std::vector<std::size_t> part_of;
  for (const std::int64_t row : outcome.rows) {
    const double value = values[static_cast<std::size_t>(row)];
    part_of.push_back(
        static_cast<std::size_t>(std::ranges::upper_bound(starts, value) - starts.begin()));
  }
  return between_parts(outcome, part_of);
}

/// Of all words of a text in one pass: squared correlations of their weights with the outcome.
std::vector<double> of_words(const Centred& outcome, const model::SparseBlock& block) {
  struct Sums {
    double x = 0;
    double xx = 0;
    double xy = 0;
  };
  std::vector<Sums> sums(block.names.size());
  for (const std::int64_t row : outcome.rows) {
    const auto i = static_cast<std::size_t>(row);
    for (std::int64_t e = block.begin[i]; e < block.begin[i + 1]; ++e) {
      const model::FeatureEntry& entry = block.entries[static_cast<std::size_t>(e)];
      Sums& sum = sums[static_cast<std::size_t>(entry.column)];
      sum.x += entry.value;
      sum.xx += entry.value * entry.value;
      sum.xy += entry.value * outcome.value[i];
    }
  }
  const auto n = static_cast<double>(outcome.rows.size());
  std::vector<double> shares;
  for (const Sums& sum : sums) {
    const double spread = sum.xx - sum.x * sum.x / n;
    shares.push_back(spread > 0 ? outcome.adjusted(sum.xy * sum.xy / spread, 2) : 0);
  }
  return shares;
}

}  // namespace

std::vector<double> shares_explained(const model::Features& table,
                                     std::span<const TableColumn> columns,
                                     std::span<const std::int64_t> rows,
                                     std::span<const double> outcome) {
  const Centred centred(rows, outcome);
  std::vector<std::vector<double>> words;
  for (const model::Features::Sparse& text : table.sparse())
    words.push_back(of_words(centred, text.block));
  std::vector<double> shares;
  for (const TableColumn& column : columns) {
    switch (column.kind) {
      case TableColumn::Kind::categorical:
        shares.push_back(of_category(centred, table.categorical()[column.block].codes));
        break;
      case TableColumn::Kind::number:
        shares.push_back(of_number(centred, table.numbers()[column.block].values));
        break;
      case TableColumn::Kind::word:
        shares.push_back(words[column.block][static_cast<std::size_t>(column.inside)]);
        break;
    }
  }
  return shares;
}

}  // namespace faultline::methods
