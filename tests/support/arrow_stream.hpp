#pragma once
// Arrow streams made by hand, for tests: columns given as text (missing where there is none) and
// encoded as any Arrow type, with offsets, validity bitmaps, dictionaries and views. What is given
// out and not yet released is counted.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "faultline/sql/arrow_c.h"

namespace faultline::testing {

struct ArrowText {
  std::string name{};
  /// utf8, large_utf8, view, dictionary (of utf8), dictionary_int (of int64), bool, int8 to int64,
  /// uint8 to uint64, float, double, half, decimal (two places), date32, date64, timestamp_s, _ms,
  /// _us, _ns, null, list
  std::string kind{};
  std::vector<std::optional<std::string>> values{};
};

/// What lives and what went wrong; outlives the stream.
struct ArrowLedger {
  int streams = 0;  // not yet released
  int schemas = 0;
  int arrays = 0;
  int released_twice = 0;
};

struct ArrowPlan {
  std::vector<ArrowText> columns{};
  std::int64_t batch = 1000;       // rows in each
  std::int64_t padding = 0;        // rows in front of each array that its offset skips
  std::int64_t parent_offset = 0;  // of these, how many the batch's own offset skips
  int fail_at = -1;                // get_next of this batch fails
  std::string failure{};           // what get_last_error says; empty: nothing
  bool fail_schema = false;
};

/// A stream that the caller owns until it is taken over. `ledger` outlives it.
[[nodiscard]] ArrowArrayStream make_arrow_stream(ArrowPlan plan, ArrowLedger& ledger);

/// The same columns as CSV text; a missing value is an empty field.
[[nodiscard]] std::string as_csv(const std::vector<ArrowText>& columns);

}  // namespace faultline::testing
