#pragma once
// Columns of numbers, packed so that sums over rows can be taken for several columns side by side.
// Every sum is taken row after row, so it has the bits that a plain loop gives it, at a fraction of
// the time: additions that wait for each other are what a plain loop spends its time on.

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::model {

class PackedColumns {
 public:
  /// The first `rows` entries of each column.
  void assign(const std::vector<std::vector<double>>& columns, std::int64_t rows);
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// sum v x, one for each column.
  void sums(std::span<const double> v, std::span<double> result) const;

  /// sum (v x_d) x_e for every two columns: result[d * columns() + e], d <= e.
  void products(std::span<const double> v, std::span<double> result);

  /// sum v x over the rows of each group: of(column, group) tells it until the next call.
  void sums_by_group(std::span<const double> v, std::span<const std::int32_t> group,
                     std::size_t groups);
  [[nodiscard]] double of(std::size_t column, std::size_t group) const;

 private:
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::size_t groups_ = 0;
  std::vector<double> packed_{};    // [block of columns][row][column of the block]
  std::vector<double> weighted_{};  // [row][column of a tile]
  std::vector<double> grouped_{};   // [block of columns][group][column of the block]
};

}  // namespace faultline::model
