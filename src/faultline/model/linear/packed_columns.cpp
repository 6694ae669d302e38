#include "faultline/model/linear/packed_columns.hpp"

#include <algorithm>

#include "faultline/base/vector_clones.hpp"

namespace faultline::model {
namespace {

// Columns of a block: as many doubles as the widest registers hold.
constexpr std::size_t kWide = 8;
// So many columns times a block are a tile of sums that fits into the registers.
constexpr std::size_t kTall = 4;

FAULTLINE_VECTOR_CLONES
void add_block(const double* __restrict v, const double* __restrict packed, std::size_t rows,
               double* __restrict sums) {
  double sum[kWide] = {};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t b = 0; b < kWide; ++b) sum[b] += v[i] * packed[i * kWide + b];
  }
  std::copy_n(sum, kWide, sums);
}

FAULTLINE_VECTOR_CLONES
void add_tile(const double* __restrict weighted, const double* __restrict packed, std::size_t rows,
              double* __restrict sums) {
  double tile[kTall][kWide] = {};
  for (std::size_t i = 0; i < rows; ++i) {
    const double* vx = weighted + i * kTall;
    const double* x = packed + i * kWide;
    for (std::size_t a = 0; a < kTall; ++a) {
      for (std::size_t b = 0; b < kWide; ++b) tile[a][b] += vx[a] * x[b];
    }
  }
  for (std::size_t a = 0; a < kTall; ++a) std::copy_n(tile[a], kWide, sums + a * kWide);
}

FAULTLINE_VECTOR_CLONES
void add_by_group(const double* __restrict v, const std::int32_t* __restrict group,
                  const double* __restrict packed, std::size_t rows, double* __restrict sums) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* to = sums + static_cast<std::size_t>(group[i]) * kWide;
    for (std::size_t b = 0; b < kWide; ++b) to[b] += v[i] * packed[i * kWide + b];
  }
}

std::size_t blocks_of(std::size_t columns) { return (columns + kWide - 1) / kWide; }

}  // namespace

void PackedColumns::assign(const std::vector<std::vector<double>>& columns, std::int64_t rows) {
  columns_ = columns.size();
  rows_ = static_cast<std::size_t>(rows);
  packed_.assign(blocks_of(columns_) * rows_ * kWide, 0.0);
  for (std::size_t e = 0; e < columns_; ++e) {
    double* to = packed_.data() + e / kWide * rows_ * kWide + e % kWide;
    for (std::size_t i = 0; i < rows_; ++i) to[i * kWide] = columns[e][i];
  }
}

void PackedColumns::sums(std::span<const double> v, std::span<double> result) const {
  double block[kWide];
  for (std::size_t e = 0; e < columns_; e += kWide) {
    add_block(v.data(), packed_.data() + e * rows_, rows_, block);
    std::copy_n(block, std::min(kWide, columns_ - e),
                result.begin() + static_cast<std::ptrdiff_t>(e));
  }
}

void PackedColumns::products(std::span<const double> v, std::span<double> result) {
  weighted_.resize(rows_ * kTall);
  double tile[kTall * kWide];
  for (std::size_t d = 0; d < columns_; d += kTall) {
    // The padding of a block is 0, so a tile may reach beyond the last column.
    const double* x = packed_.data() + d / kWide * rows_ * kWide + d % kWide;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t a = 0; a < kTall; ++a) weighted_[i * kTall + a] = v[i] * x[i * kWide + a];
    }
    const std::size_t tall = std::min(kTall, columns_ - d);
    for (std::size_t e = d / kWide * kWide; e < columns_; e += kWide) {
      add_tile(weighted_.data(), packed_.data() + e * rows_, rows_, tile);
      for (std::size_t a = 0; a < tall; ++a) {
        for (std::size_t b = 0; b < std::min(kWide, columns_ - e); ++b)
          result[(d + a) * columns_ + e + b] = tile[a * kWide + b];
      }
    }
  }
}

void PackedColumns::sums_by_group(std::span<const double> v, std::span<const std::int32_t> group,
                                  std::size_t groups) {
  groups_ = groups;
  grouped_.assign(blocks_of(columns_) * groups * kWide, 0.0);
  for (std::size_t e = 0; e < columns_; e += kWide) {
    add_by_group(v.data(), group.data(), packed_.data() + e * rows_, rows_,
                 grouped_.data() + e * groups);
  }
}

double PackedColumns::of(std::size_t column, std::size_t group) const {
  return grouped_[(column / kWide * groups_ + group) * kWide + column % kWide];
}

}  // namespace faultline::model
