#pragma once
// Columns in memory, and what options make of them before roles are given: spellings of missing
// values, types, intervals. For use inside data/ only.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/reader.hpp"

namespace faultline::data {

using Codes = std::vector<std::int32_t>;  // positions in a list of texts; negative is missing
using Numbers = std::vector<double>;      // NaN is missing

/// Text and booleans have codes, numbers have numbers; columns are shared, never changed.
struct MemoryColumn {
  std::string type{};  // VARCHAR, BOOLEAN, BIGINT (all numbers are whole) or DOUBLE
  std::shared_ptr<const Codes> codes{};
  std::vector<std::string> texts{};  // of the codes; in canonical order, intervals in theirs
  std::shared_ptr<const Numbers> numbers{};

  [[nodiscard]] bool missing(std::size_t row) const;
  /// NaN where there is no number.
  [[nodiscard]] double number(std::size_t row) const;
  /// As the SQL engine spells it; empty where it is missing.
  [[nodiscard]] std::string text(std::size_t row) const;
  /// The same column with codes: numbers get one for each distinct value, in their order.
  [[nodiscard]] MemoryColumn coded() const;
};

struct MemoryTable {
  SourceFacts source{};
  std::size_t rows = 0;
  Columns columns{};
  std::vector<MemoryColumn> data{};      // as columns.columns
  std::vector<MemoryColumn> unbinned{};  // as columns.unbinned
  Notices notices{};
  std::optional<std::int64_t> unfiltered{};  // people before `where`; none without it

  [[nodiscard]] const MemoryColumn& column(const std::string& name) const;
};

/// A number as the SQL engine writes one of that type: 2 is "2" (BIGINT) or "2.0" (DOUBLE).
[[nodiscard]] std::string number_text(double value, const std::string& type);

/// A number as CSV files hold them: no "inf", "nan" or "1_000".
[[nodiscard]] bool is_number_text(std::string_view text);

/// The table as --null, --where, then --bins change it. `count` names the count column or is empty:
/// quantiles are those of people. Throws InputError and ConfigError.
[[nodiscard]] MemoryTable prepare(MemoryTable table, const InputOptions& input,
                                  const std::string& count);

}  // namespace faultline::data
