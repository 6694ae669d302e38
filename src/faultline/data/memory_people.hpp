#pragma once
// People and rows of a table in memory. For use inside data/ only.

#include <memory>
#include <stop_token>
#include <string>

#include "faultline/data/memory_table.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/row_stream.hpp"

namespace faultline::data {

/// Of a table that was prepared. The people hold their tuples, not the table.
[[nodiscard]] std::unique_ptr<People> open_memory(const MemoryTable& table,
                                                  const InputOptions& input,
                                                  const RoleOptions& roles,
                                                  const std::stop_token& stop);

[[nodiscard]] std::unique_ptr<RowStream> open_memory_rows(MemoryTable table,
                                                          const InputOptions& input,
                                                          const RoleOptions& roles,
                                                          const std::string& id,
                                                          const std::stop_token& stop);

}  // namespace faultline::data
