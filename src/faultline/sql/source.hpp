#pragma once
// Opens what the user named (CSV, TSV, Parquet, JSON lines, a table of a DuckDB database, standard
// input) as one SELECT of typed columns in the engine. Nothing is loaded: each pass over the data
// reads the source again.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/temporary_file.hpp"

namespace faultline::sql {

struct Source {
  std::string name{};    // for messages and the result
  std::string sha256{};  // empty for standard input
  std::string select{};
  std::string text_path{};  // of CSV and TSV: the file that is really read
  std::vector<std::string> notes{};
  std::vector<Renamed> renamed{};        // columns of CSV and TSV
  std::optional<TemporaryFile> spool{};  // lives as long as the source is read
  std::optional<TemporaryFile> link{};
};

/// `needed` tells which columns of a CSV file must have their final type. From then on the engine
/// reads the source and nothing else. Throws InputError and ConfigError.
[[nodiscard]] Source open_source(Engine& engine, const data::InputOptions& options,
                                 const std::function<bool(const std::string&)>& needed);

}  // namespace faultline::sql
