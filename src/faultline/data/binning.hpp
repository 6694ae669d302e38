#pragma once
// Cuts a numeric column into labelled intervals, left-closed: cut points 25 and 45 make "< 25", "25
// to < 45" and ">= 45". Cut points are given, or computed: quantile:k wants k parts of equally many
// people, width:k wants k parts of equal width. All people count (a row with count 3 is three
// people), so pre-aggregated data gives the same cuts.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/notice.hpp"

namespace faultline::data {

struct BinSpec {
  enum class Kind { cuts, quantile, width };

  std::string column{};
  Kind kind = Kind::cuts;
  std::vector<double> cuts{};  // Kind::cuts: finite, strictly increasing
  int parts = 0;               // quantile, width: 2 to kMaxValues - 1
  friend bool operator==(const BinSpec&, const BinSpec&) = default;
};

/// Reads 'age=25,45', 'income=quantile:4' or 'x=width:5' (the text after the last '='). Throws
/// ConfigError.
[[nodiscard]] BinSpec parse_bins(std::string_view text);

/// One label per interval, one more than there are cut points.
[[nodiscard]] std::vector<std::string> interval_labels(const std::vector<double>& cuts);

/// From the beginning of one such interval to the end of a later one: "25 to < 65" of "25 to < 45"
/// and "45 to < 65". None when the labels are no intervals, or when neither end is left.
[[nodiscard]] std::optional<std::string> joined_interval(std::string_view first,
                                                         std::string_view last);

/// k - 1 cut points between the least and the greatest value, rounded to a thousandth of the width
/// or finer. None when least is not below greatest.
[[nodiscard]] std::vector<double> width_cuts(double least, double greatest, int parts);

/// Receives the distinct values in increasing order with the people at each, and finds the cut
/// points: cut j is the smallest value with at least j/k of the people strictly below it. Equal
/// cuts are merged, so there may be fewer than k - 1; no interval is empty. Non-finite values count
/// as people but are no cut point.
class QuantileCuts {
 public:
  QuantileCuts(std::int64_t people, int parts) : people_(people), parts_(parts) {}
  void add(double value, std::int64_t people);
  [[nodiscard]] const std::vector<double>& cuts() const { return cuts_; }

 private:
  std::int64_t people_;
  int parts_;
  int next_ = 1;  // the cut looked for
  std::int64_t below_ = 0;
  std::vector<double> cuts_;
};

/// The column to cut. Throws InputError when there is none or it does not hold numbers; `source` is
/// what messages call its source.
const ColumnInfo& column_to_cut(const BinSpec& spec, const Columns& columns,
                                const std::string& source);

/// Cut points that were computed: `notices` get a word when there are fewer than asked for. Throws
/// InputError when there are none.
void check_cuts(const BinSpec& spec, const std::vector<double>& cuts, const std::string& source,
                Notices& notices);

}  // namespace faultline::data
