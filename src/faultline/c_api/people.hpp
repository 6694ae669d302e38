#pragma once
// Where the people of a run come from: files that the spec names, or an Arrow stream. With the SQL
// engine both; without it neither, and people come in a table (table.hpp).

#include <memory>
#include <stop_token>

#include "faultline/data/source.hpp"
#include "faultline/run/any_spec.hpp"
#include "faultline/sql/arrow_c.h"

namespace faultline::c_api {

/// Files that a spec names.
[[nodiscard]] std::unique_ptr<data::Source> files();

/// The stream, read to its end: of its columns those that the spec may use; all of them without a
/// spec. Takes it over, also when this throws.
[[nodiscard]] std::unique_ptr<data::Source> frame(ArrowArrayStream* stream,
                                                  const run::AnySpec* spec,
                                                  const std::stop_token& stop);

}  // namespace faultline::c_api
