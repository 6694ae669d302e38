#pragma once
// An Arrow stream as a table of an engine: read once, batch by batch, by the thread that asks, and
// copied. For use inside sql/ only.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/column_names.hpp"
#include "faultline/sql/arrow_c.h"
#include "faultline/sql/arrow_types.hpp"
#include "faultline/sql/engine.hpp"

namespace faultline::sql {

/// A column of the stream.
struct ArrowColumn {
  std::string name{};
  ArrowType type{};
  std::string stored{};  // name in the table; empty when it is not there
};

struct ArrowTable {
  std::string name{};  // of the table
  std::vector<ArrowColumn> columns{};
  std::vector<data::Renamed> renamed{};
  std::int64_t rows = 0;
};

/// Takes the stream over (the caller's `release` becomes null) and releases it on every path, also
/// when this throws. `wanted` is asked with each column's name; without it all are loaded. Columns
/// that cannot be read are left out of the table. Throws InputError when the stream was read
/// before, is not a table, or its producer fails; EngineError; Cancelled.
[[nodiscard]] ArrowTable load_arrow(Engine& engine, ArrowArrayStream* stream,
                                    const std::function<bool(const std::string&)>& wanted,
                                    const std::stop_token& stop);

}  // namespace faultline::sql
