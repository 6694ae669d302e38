#pragma once
// Opens what the user named (CSV, TSV, Parquet, JSON lines, a table of a DuckDB database, several
// files of CSV or Parquet, standard input) as one SELECT of typed columns in the engine. Nothing is
// loaded: each pass over the data reads the source again.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/temporary_file.hpp"

namespace faultline::sql {

struct Source : data::SourceFacts {
  std::string select{};
  std::string text_path{};                 // of a single CSV or TSV: the file that is really read
  std::vector<TemporaryFile> temporary{};  // copies and links; live as long as the source is read
};

/// SELECT on a SELECT of typed columns: NaN, which is how many tools write a missing number, is
/// NULL, and so are the spellings of missing values, numbers by value.
[[nodiscard]] std::string without_missing(Engine& engine, const std::string& select,
                                          const std::vector<std::string>& spellings);

/// `needed` tells which columns of a CSV file must have their final type. From then on the engine
/// reads the source and nothing else. Throws InputError and ConfigError.
[[nodiscard]] Source open_source(Engine& engine, const data::InputOptions& options,
                                 const std::function<bool(const std::string&)>& needed,
                                 const std::stop_token& stop);

}  // namespace faultline::sql
