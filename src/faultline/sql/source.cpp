#include "faultline/sql/source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/parts.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/open_parts.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/source_files.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

void open_text(Engine& engine, const data::InputOptions& options, data::Format format,
               const std::function<bool(const std::string&)>& needed, const std::stop_token& stop,
               Source& source) {
  std::string file = options.path;
  if (file == "-") {
    const std::filesystem::path copy = temporary_file(source);
    copy_bytes(std::cin, copy, stop);
    file = copy.string();
  }
  const PlainText text = plain_text(file, source.name, source, stop);
  if (options.path != "-") source.sha256 = text.sha256;
  source.text_path = text.path;
  const CsvLayout layout = find_layout(opening_of(text.path), delimiter_of(options, format),
                                       options.columns, source.name);
  source.renamed = layout.renamed;
  const std::string path = literal_path(text.path, source);
  source.select =
      csv_select(engine, {.paths = {path}}, layout, options.null_spellings, needed, stop);
  engine.confine({path});
}

void open_database(Engine& engine, const data::InputOptions& options, const std::string& path,
                   Source& source) {
  engine.run(fmt::format("ATTACH {} AS input_database (READ_ONLY)", quote_text(path)));
  std::vector<std::string> names;
  std::optional<std::string> found;
  for (const auto& row : engine.query(
           "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = "
           "'input_database' ORDER BY ALL")) {
    const std::string schema = row.at(0).value_or("");
    const std::string table = row.at(1).value_or("");
    const std::string qualified = fmt::format("{}.{}", schema, table);
    const std::string full = schema == "main" ? table : qualified;
    names.push_back(full);
    if (options.table == full || options.table == qualified) {
      found = fmt::format("input_database.{}.{}", quote_name(schema), quote_name(table));
    }
  }
  if (names.empty()) throw InputError(fmt::format("{} holds no table", source.name));
  if (options.table.empty()) {
    throw InputError(fmt::format("{} is a database: say `table`, one of {}", source.name,
                                 join_words(names, 12, "or")));
  }
  if (!found) {
    throw InputError(fmt::format("{} holds no table '{}'; its tables are {}", source.name,
                                 options.table, join_words(names, 12)));
  }
  source.select = "SELECT * FROM " + *found;
}

}  // namespace

std::string without_missing(Engine& engine, const std::string& select,
                            const std::vector<std::string>& spellings) {
  std::vector<std::string> texts;
  std::vector<std::string> numbers;
  for (const std::string& spelling : spellings) {
    texts.push_back(quote_text(spelling));
    if (const auto number = parse_double(spelling))
      numbers.push_back(shortest(*number) + "::DOUBLE");
  }
  engine.run("CREATE OR REPLACE TEMP VIEW opened AS " + select);
  std::vector<std::string> changed;
  for (const ColumnInfo& column : engine.columns("opened")) {
    const std::string name = quote_name(column.name);
    const bool real = column.type == "DOUBLE" || column.type == "FLOAT";
    std::vector<std::string> conditions;
    if (real) conditions.push_back(fmt::format("isnan({})", name));
    if (column.type == "VARCHAR" && !texts.empty()) {
      conditions.push_back(fmt::format("{} IN ({})", name, fmt::join(texts, ", ")));
    }
    if (data::is_numeric(column.type) && !numbers.empty()) {
      conditions.push_back(fmt::format("{}::DOUBLE IN ({})", name, fmt::join(numbers, ", ")));
    }
    if (!conditions.empty()) {
      changed.push_back(fmt::format("CASE WHEN {0} THEN NULL ELSE {1} END AS {1}",
                                    fmt::join(conditions, " OR "), name));
    }
  }
  engine.run("DROP VIEW opened");
  if (changed.empty()) return select;
  return fmt::format("SELECT * REPLACE ({}) FROM ({})", fmt::join(changed, ", "), select);
}

Source open_source(Engine& engine, const data::InputOptions& options,
                   const std::function<bool(const std::string&)>& needed,
                   const std::stop_token& stop) {
  validate_file(options);
  if (data::names_parts(options.path)) return open_parts(engine, options, needed, stop);
  const data::Format format = data::resolve_format(options);
  Source source;
  source.name = options.path == "-" ? "standard input" : "'" + options.path + "'";
  source.title = options.path == "-" ? "standard input" : options.path;
  try {
    if (format == data::Format::csv || format == data::Format::tsv) {
      open_text(engine, options, format, needed, stop, source);
      return source;
    }
    const FileFacts facts = inspect(options.path, false, stop);
    source.sha256 = facts.sha256;
    if (facts.bytes == 0) throw InputError(fmt::format("{} is empty", source.name));
    const std::string path = literal_path(options.path, source);
    // Both kinds of database are called .db.
    if (format == data::Format::duckdb && opening_of(options.path).starts_with("SQLite format 3"))
      data::refuse_format(options.path, "sqlite");
    if (format == data::Format::duckdb) {
      open_database(engine, options, path, source);
    } else if (format == data::Format::parquet) {
      source.select = fmt::format("SELECT * FROM read_parquet({}, hive_partitioning = false)",
                                  quote_text(path));
    } else {
      source.select = fmt::format(
          "SELECT * FROM read_json({}, format = 'auto', records = true, sample_size = -1, "
          "hive_partitioning = false)",
          quote_text(path));
    }
    source.select = without_missing(engine, source.select, options.null_spellings);
    engine.confine({path});
  } catch (const EngineError& error) {
    throw_reading_error(error, source.name, false, source.text_path);
  }
  return source;
}

}  // namespace faultline::sql
