#pragma once
// Preparation inside the engine, as views on the source: --derive in order, then --where, then
// --bins. The views can be built again with row numbers, which only a message about a bad value
// needs.

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/source.hpp"

namespace faultline::sql {

struct Prepared {
  std::string derived_view{};  // before --where
  std::string view{};          // after everything
  std::vector<ColumnInfo> columns{};
  std::vector<std::string> statements{};  // that build the views on the source, in order
  std::map<std::string, std::vector<std::string>> bin_labels{};  // column -> intervals in order
  std::vector<std::string> notes{};

  [[nodiscard]] std::vector<std::string> names() const;
  /// Null when there is no such column.
  [[nodiscard]] const ColumnInfo* find(const std::string& name) const;
};

/// `count` names the count column or is empty: quantiles are those of people. Throws ConfigError
/// and InputError.
[[nodiscard]] Prepared prepare(Engine& engine, const Source& source,
                               const data::InputOptions& options, const std::string& count,
                               const std::stop_token& stop);

/// First row (from 1, as in the source) for which an SQL condition on the prepared columns holds.
struct Located {
  std::string row{};
  std::string value{};
};
/// Builds the views again, with row numbers: for messages only. None when no row is such.
[[nodiscard]] std::optional<Located> locate(Engine& engine, const Source& source,
                                            const Prepared& prepared, const std::string& column,
                                            const std::string& condition);

/// Types that hold numbers.
[[nodiscard]] bool is_numeric(const std::string& type);

}  // namespace faultline::sql
