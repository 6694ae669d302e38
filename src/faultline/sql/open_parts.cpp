#include "faultline/sql/open_parts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/parts.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/source_files.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

std::string in_quotes(const std::string& path) { return "'" + path + "'"; }

/// The engine's table of files, under the paths by which it reads them, and their keys' values.
void make_part_table(Engine& engine, const data::Parts& parts,
                     const std::vector<std::string>& paths) {
  std::string columns = "file VARCHAR";
  for (std::size_t k = 0; k < parts.keys.size(); ++k) columns += fmt::format(", k{} VARCHAR", k);
  engine.run(fmt::format("CREATE TABLE {} ({})", kPartTable, columns));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string values = quote_text(paths[i]);
    for (const auto& value : parts.parts[i].values)
      values += ", " + (value ? quote_text(*value) : std::string("NULL"));
    engine.run(fmt::format("INSERT INTO {} VALUES ({})", kPartTable, values));
  }
}

/// Keys of Parquet files are whole numbers where all their values are, else text.
std::string typed_key(const data::Parts& parts, std::size_t key) {
  constexpr std::size_t kDigits = 18;  // of a BIGINT, whatever they are
  const bool whole =
      std::all_of(parts.parts.begin(), parts.parts.end(), [&](const data::Part& part) {
        const auto& value = part.values[key];
        return !value || (value->size() <= kDigits && parse_integer(*value));
      });
  const std::string name = quote_name(parts.keys[key]);
  return whole ? fmt::format("CAST(k{} AS BIGINT) AS {}", key, name)
               : fmt::format("k{} AS {}", key, name);
}

void refuse_keys_among(const std::vector<std::string>& columns, const data::Parts& parts,
                       const std::string& source) {
  for (const std::string& key : parts.keys) {
    if (std::find(columns.begin(), columns.end(), key) == columns.end()) continue;
    throw InputError(fmt::format(
        "{}: '{}' is a column of the files and a key of their folders' names; rename one of them",
        source, key));
  }
}

std::vector<std::string> parquet_columns(Engine& engine, const std::string& path) {
  std::vector<std::string> names;
  for (const auto& row :
       engine.query(fmt::format("SELECT column_name FROM (DESCRIBE SELECT * FROM read_parquet({}, "
                                "hive_partitioning = false))",
                                quote_text(path)))) {
    names.push_back(row.at(0).value_or(""));
  }
  return names;
}

/// Columns of the first file. The others must have them, in any order: the engine would leave out
/// what they have besides, and nobody would know.
std::vector<std::string> common_columns(Engine& engine, const data::Parts& parts,
                                        const std::vector<std::string>& paths) {
  std::vector<std::string> common;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::vector<std::string> names = parquet_columns(engine, paths[i]);
    if (i == 0) common = names;
    if (!std::is_permutation(names.begin(), names.end(), common.begin(), common.end())) {
      throw InputError(fmt::format(
          "{} has other columns than {}; files that are read together must have the same",
          in_quotes(parts.parts[i].path), in_quotes(parts.parts.front().path)));
    }
  }
  return common;
}

void open_parquet(Engine& engine, const data::InputOptions& options, const data::Parts& parts,
                  const std::vector<std::string>& paths, Source& source) {
  const std::vector<std::string> names = common_columns(engine, parts, paths);
  std::vector<std::string> quoted;
  for (const std::string& path : paths) quoted.push_back(quote_text(path));
  std::string select = fmt::format("SELECT * FROM read_parquet([{}], hive_partitioning = false",
                                   fmt::join(quoted, ", "));
  if (parts.keys.empty()) {
    select += ")";
  } else {
    refuse_keys_among(names, parts, source.name);
    make_part_table(engine, parts, paths);
    std::vector<std::string> terms;
    for (const std::string& name : names) terms.push_back(quote_name(name));
    for (std::size_t k = 0; k < parts.keys.size(); ++k) terms.push_back(typed_key(parts, k));
    // A name that no file has.
    select = fmt::format(
        "SELECT {} FROM ({}, filename = 'faultline_file')) JOIN {} ON "
        "faultline_file = file",
        fmt::join(terms, ", "), select, kPartTable);
  }
  source.select = without_missing(engine, select, options.null_spellings);
}

/// The layout of the first file, which all others must have.
CsvLayout common_layout(const data::InputOptions& options, const data::Parts& parts,
                        const std::vector<std::string>& paths) {
  CsvLayout common;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string name = in_quotes(parts.parts[i].path);
    CsvLayout layout = find_layout(opening_of(paths[i]), delimiter_of(options, parts.format),
                                   options.columns, name);
    if (i == 0) {
      common = std::move(layout);
    } else if (layout.columns != common.columns || layout.delimiter != common.delimiter ||
               layout.blank_lines != common.blank_lines) {
      throw InputError(fmt::format(
          "{} does not begin as {} does; files that are read together must have the same first "
          "line, with the same columns in the same order",
          name, in_quotes(parts.parts.front().path)));
    }
  }
  return common;
}

}  // namespace

Source open_parts(Engine& engine, const data::InputOptions& options,
                  const std::function<bool(const std::string&)>& needed,
                  const std::stop_token& stop) {
  const data::Parts parts = data::find_parts(options);
  check_format(options, parts.format);
  const bool text = parts.format != data::Format::parquet;
  Source source;
  source.name = in_quotes(options.path);
  source.title = fmt::format("{} ({})", options.path,
                             plural(static_cast<std::int64_t>(parts.parts.size()), "file"));
  if (!parts.passed_over.empty()) {
    source.notices.push_back(data::Notice::warning(fmt::format(
        "{} of another format {} not read: {}",
        plural(static_cast<std::int64_t>(parts.passed_over.size()), "file"),
        parts.passed_over.size() == 1 ? "was" : "were", join_words(parts.passed_over, 5))));
  }
  try {
    std::vector<std::string> paths;
    std::string list;  // as sha256sum writes it
    for (const data::Part& part : parts.parts) {
      const std::string name = in_quotes(part.path);
      std::string digest;
      if (text) {
        const PlainText plain = plain_text(part.path, name, source, stop);
        digest = plain.sha256;
        paths.push_back(literal_path(plain.path, source));
      } else {
        const FileFacts facts = inspect(part.path, false, stop);
        if (facts.bytes == 0) throw InputError(fmt::format("{} is empty", name));
        digest = facts.sha256;
        paths.push_back(literal_path(part.path, source));
      }
      list += fmt::format("{}  {}\n", digest, part.relative);
    }
    source.sha256 = digest_of(list);
    if (text) {
      const CsvLayout layout = common_layout(options, parts, paths);
      refuse_keys_among(layout.columns, parts, source.name);
      source.renamed = layout.renamed;
      if (!parts.keys.empty()) make_part_table(engine, parts, paths);
      source.select = csv_select(engine, {.paths = paths, .keys = parts.keys}, layout,
                                 options.null_spellings, needed, stop);
    } else {
      open_parquet(engine, options, parts, paths, source);
    }
    engine.confine(paths);
  } catch (const EngineError& error) {
    throw_reading_error(error, source.name, false, "");
  }
  return source;
}

}  // namespace faultline::sql
