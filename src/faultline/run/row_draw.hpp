#pragma once
// Randomised thresholds are drawn row by row, while mitigation sees profiles: the rows are counted
// into the profiles they belong to.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/data/row_stream.hpp"

namespace faultline::run {

/// Counts, per profile, who exceeds the threshold drawn for them. Rows that look alike but belong
/// to several profiles (a fitted probability differs between folds) go to them in turn.
class RowDraw {
 public:
  /// The first `numbers` of the profiles' numbers came with the rows.
  RowDraw(const data::Profiles& profiles, std::size_t numbers);
  /// Throws InputError when the row is not one of the profiles' people.
  void add(const data::Row& row, bool positive);
  [[nodiscard]] std::vector<std::int64_t> finish() && { return std::move(positive_); }

 private:
  using Key = std::vector<std::uint64_t>;
  struct Place {
    std::vector<std::size_t> profiles{};
    std::size_t at = 0;
    std::int64_t used = 0;
  };

  const data::Profiles& profiles_;
  std::map<Key, Place> places_;
  std::vector<std::map<std::string, std::uint64_t>> codes_;
  std::vector<std::int64_t> positive_;
};

}  // namespace faultline::run
