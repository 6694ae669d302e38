#include "faultline/sql/source.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

/// Enough for any header.
constexpr std::size_t kOpening = std::size_t{4} << 20;

std::string opening_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(kOpening, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

/// The engine expands patterns in names; a file whose own name has such characters is reached by a
/// link without them.
std::string literal_path(const std::string& path, Source& source) {
  if (path.find_first_of("*?[]{}~\\") == std::string::npos && path.find("://") == std::string::npos)
    return path;
  source.link.emplace();
  std::error_code failed;
  std::filesystem::remove(source.link->path(), failed);
  std::filesystem::create_symlink(std::filesystem::absolute(path), source.link->path(), failed);
  if (failed)
    throw InputError(fmt::format("cannot reach '{}': {}; rename it", path, failed.message()));
  return source.link->path().string();
}

void open_text(Engine& engine, const data::InputOptions& options, data::Format format,
               const std::function<bool(const std::string&)>& needed, Source& source) {
  std::string path = options.path;
  if (path == "-") {
    source.spool.emplace();
    copy_bytes(std::cin, source.spool->path());
    path = source.spool->path().string();
  }
  const FileFacts facts = inspect(path, true);
  if (options.path != "-") source.sha256 = facts.sha256;
  if (facts.bytes == 0) throw InputError(fmt::format("{} is empty", source.name));
  const bool wide =
      facts.encoding == Encoding::utf16_little || facts.encoding == Encoding::utf16_big;
  if (facts.first_zero_byte && !wide) {
    throw InputError(
        fmt::format("{} holds a zero byte (at byte {}), so it is not plain text; if it is UTF-16, "
                    "convert it to UTF-8",
                    source.name, *facts.first_zero_byte + 1));
  }
  if (facts.encoding != Encoding::utf8 || facts.mixed_line_ends) {
    TemporaryFile copy;
    copy_as_utf8(path, facts.encoding, copy.path());
    source.spool = std::move(copy);
    path = source.spool->path().string();
    if (wide) source.notices.push_back(data::Notice::note("the file is UTF-16"));
    if (facts.encoding == Encoding::other) {
      source.notices.push_back(data::Notice::note(
          "the file is not UTF-8; it was read as Windows-1252 (Latin-1): check names with "
          "accents"));
    }
  }
  source.text_path = path;
  std::optional<char> delimiter = data::resolve_delimiter(options.delimiter);
  if (!delimiter && format == data::Format::tsv) delimiter = '\t';
  const CsvLayout layout = find_layout(opening_of(path), delimiter, options.columns, source.name);
  source.renamed = layout.renamed;
  path = literal_path(path, source);
  source.select = csv_select(engine, path, layout, options.null_spellings, needed);
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
                   const std::function<bool(const std::string&)>& needed) {
  validate_file(options);
  const data::Format format = data::resolve_format(options);
  Source source;
  source.name = options.path == "-" ? "standard input" : "'" + options.path + "'";
  source.title = options.path == "-" ? "standard input" : options.path;
  try {
    if (format == data::Format::csv || format == data::Format::tsv) {
      open_text(engine, options, format, needed, source);
      return source;
    }
    const FileFacts facts = inspect(options.path, false);
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
