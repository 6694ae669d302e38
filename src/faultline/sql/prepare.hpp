#pragma once
// Preparation inside the engine, as views on the source: --derive in order, then --where, then
// --bins. The views can be built again with row numbers, which only a message about a bad value
// needs.

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/source.hpp"

namespace faultline::sql {

struct Preparation : data::Columns {
  std::string derived_view{};             // before --where
  std::string view{};                     // after everything
  std::vector<std::string> statements{};  // that build the views on the source, in order
  data::Notices notices{};
};

/// `count` names the count column or is empty: quantiles are those of people. Throws ConfigError
/// and InputError.
[[nodiscard]] Preparation prepare(Engine& engine, const Source& source,
                                  const data::InputOptions& options, const std::string& count,
                                  const std::stop_token& stop);

using data::is_numeric;
using data::Located;

/// The first row for which an SQL condition on the prepared columns holds.
/// Builds the views again, with row numbers: for messages only. None when no row is such.
[[nodiscard]] std::optional<Located> locate(Engine& engine, const Source& source,
                                            const Preparation& prepared, const std::string& column,
                                            const std::string& condition);

}  // namespace faultline::sql
