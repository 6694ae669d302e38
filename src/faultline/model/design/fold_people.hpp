#pragma once
// Deals people into folds at random, people with label 1 and with label 0 each evenly (stratified
// cross-fitting). A row stands for many people with the same covariates, so a row's people may fall
// into different folds. Depends on the seed and the order of the rows, which the caller keeps
// canonical.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/notice.hpp"

namespace faultline::model {

struct FoldedPeople {
  std::int64_t rows = 0;
  int folds = 0;
  std::vector<std::int64_t> ones{}, zeros{};  // people with label 1 and 0, rows x folds
  data::Notices warnings{};

  [[nodiscard]] std::int64_t ones_in(std::int64_t row, int fold) const {
    return ones[static_cast<std::size_t>(row * folds + fold)];
  }
  [[nodiscard]] std::int64_t zeros_in(std::int64_t row, int fold) const {
    return zeros[static_cast<std::size_t>(row * folds + fold)];
  }
};

inline constexpr int kFewestFolds = 3;

/// `people` and, of them, `positive` per row. Every fold gets at least one person of either label:
/// where a label has fewer people than `folds`, there are fewer folds and a warning. Throws
/// InputError when a label has fewer than kFewestFolds people, ConfigError on fewer folds,
/// InternalError on counts that cannot be.
[[nodiscard]] FoldedPeople deal_people(std::span<const std::int64_t> people,
                                       std::span<const std::int64_t> positive, int folds,
                                       std::uint64_t seed, std::uint32_t replicate = 0);

}  // namespace faultline::model
