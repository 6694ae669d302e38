#pragma once
// Files as a source of people: CSV, TSV, Parquet, JSON lines, DuckDB databases, standard input.

#include "faultline/data/source.hpp"

namespace faultline::sql {

class Files final : public data::Source {
 public:
  [[nodiscard]] std::unique_ptr<data::People> open(const data::InputOptions& input,
                                                   const data::RoleOptions& roles,
                                                   const std::stop_token& stop) override;
  [[nodiscard]] std::unique_ptr<data::RowStream> rows(const data::InputOptions& input,
                                                      const data::RoleOptions& roles,
                                                      const std::string& id,
                                                      const std::stop_token& stop) override;
  [[nodiscard]] std::vector<std::string> column_names(const data::InputOptions& input,
                                                      const std::stop_token& stop) override;
};

}  // namespace faultline::sql
