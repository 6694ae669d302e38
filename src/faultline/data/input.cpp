#include "faultline/data/input.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/data/parts.hpp"

namespace faultline::data {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 12> kFormats{{
    {"csv", Format::csv},
    {"tsv", Format::tsv},
    {"parquet", Format::parquet},
    {"jsonl", Format::jsonl},
    {"duckdb", Format::duckdb},
    {"txt", Format::csv},
    {"data", Format::csv},
    {"tab", Format::tsv},
    {"ndjson", Format::jsonl},
    {"json", Format::jsonl},
    {"db", Format::duckdb},
    {"pq", Format::parquet},
}};
/// Formats of other programs: what they are and how to come to one that is read.
struct Foreign {
  std::string_view extension;
  std::string_view what;
  std::string_view cure;
};
constexpr std::string_view kSaveAsCsv = "save the sheet as CSV";
constexpr std::string_view kFromSqlite =
    "write the table as CSV: sqlite3 -header -csv FILE 'select * from TABLE' > people.csv";
constexpr std::string_view kToParquet = "write it as Parquet or CSV from the program that made it";
constexpr std::array<Foreign, 20> kForeign{{
    {"xlsx", "an Excel workbook", kSaveAsCsv},
    {"xls", "an Excel workbook", kSaveAsCsv},
    {"xlsm", "an Excel workbook", kSaveAsCsv},
    {"xlsb", "an Excel workbook", kSaveAsCsv},
    {"ods", "a spreadsheet", kSaveAsCsv},
    {"sqlite", "an SQLite database", kFromSqlite},
    {"sqlite3", "an SQLite database", kFromSqlite},
    {"db3", "an SQLite database", kFromSqlite},
    {"feather", "a Feather (Arrow) file", kToParquet},
    {"arrow", "an Arrow file", kToParquet},
    {"ipc", "an Arrow file", kToParquet},
    {"orc", "an ORC file", kToParquet},
    {"avro", "an Avro file", kToParquet},
    {"h5", "an HDF5 file", kToParquet},
    {"pkl", "a Python pickle", kToParquet},
    {"rds", "an R data file", kToParquet},
    {"rdata", "an R data file", kToParquet},
    {"sav", "an SPSS file", kToParquet},
    {"dta", "a Stata file", kToParquet},
    {"sas7bdat", "a SAS file", kToParquet},
}};
constexpr std::string_view kNames = "csv, tsv, parquet, jsonl or duckdb";

}  // namespace

void refuse_format(const std::string& path, std::string_view extension) {
  for (const Foreign& foreign : kForeign) {
    if (foreign.extension == extension)
      throw ConfigError(
          fmt::format("'{}' is {}, which cannot be read; {}", path, foreign.what, foreign.cure));
  }
}

namespace {

std::string extension_of(std::string_view name) {
  const auto dot = name.find_last_of('.');
  return dot == std::string_view::npos ? "" : lower_ascii(name.substr(dot + 1));
}

std::string_view last_name(std::string_view path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::optional<Format> format_of_name(const std::string& name) {
  std::string_view rest = last_name(name);
  const bool packed = extension_of(rest) == "gz";
  if (packed) rest.remove_suffix(3);
  const std::string extension = extension_of(rest);
  for (const auto& [known, format] : kFormats) {
    if (known != extension) continue;
    // Only text is unpacked.
    if (packed && format != Format::csv && format != Format::tsv) return std::nullopt;
    return format;
  }
  return std::nullopt;
}

Format resolve_format(const InputOptions& options) {
  if (options.input_format) return *options.input_format;
  if (options.path == "-") return Format::csv;
  if (const auto format = format_of_name(options.path)) return *format;
  const std::string extension = extension_of(last_name(options.path));
  refuse_format(options.path, extension);
  if (extension == "gz" || extension == "zip" || extension == "zst" || extension == "bz2" ||
      extension == "xz") {
    throw ConfigError(fmt::format(
        "'{}' is compressed; unpack it first (CSV may be gzipped: people.csv.gz)", options.path));
  }
  throw ConfigError(fmt::format(
      "the name of '{}' does not say what it holds; add `input_format` {}", options.path, kNames));
}

std::optional<char> resolve_delimiter(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (text == "\\t" || lower_ascii(text) == "tab") return '\t';
  if (lower_ascii(text) == "space") return ' ';
  const auto c = static_cast<unsigned char>(text.front());
  if (text.size() != 1 || c >= 0x80 || c == '"' || c == '\n' || c == '\r' || c == '\0') {
    throw ConfigError(fmt::format(
        "`delimiter` '{}' is not one plain character, such as ',', ';', '|', ' ' or 'tab'", text));
  }
  return text.front();
}

Threshold parse_threshold(std::string_view text) {
  Threshold threshold;
  std::string_view number = trim(text);
  if (number.starts_with(">=")) {
    number.remove_prefix(2);
  } else if (number.starts_with(">")) {
    threshold.strict = true;
    number.remove_prefix(1);
  }
  const auto value = parse_double(trim(number));
  if (!value || !(*value >= 0 && *value <= 1)) {
    throw ConfigError(
        fmt::format("`threshold` '{}' is not a probability between 0 and 1; write 0.5 for >= 0.5 "
                    "or '>0.5' for strictly above",
                    text));
  }
  threshold.value = *value;
  return threshold;
}

std::vector<Threshold> parse_thresholds(std::string_view text) {
  const auto refuse = [&](const char* why) {
    throw ConfigError(
        fmt::format("`threshold` '{}': {}; write 0.5, a list such as 0.3,0.5,0.7, or a range such "
                    "as 0.1:0.9:0.1 (from, to, step)",
                    text, why));
  };
  std::vector<Threshold> list;
  if (text.find(':') == std::string_view::npos) {
    for (const std::string& part : split(text, ',')) list.push_back(parse_threshold(part));
    if (list.empty()) list.push_back(parse_threshold(text));
    for (std::size_t i = 1; i < list.size(); ++i) {
      if (!(list[i - 1].value < list[i].value)) refuse("thresholds must grow");
    }
    return list;
  }
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() != 3) refuse("a range has three numbers");
  const Threshold from = parse_threshold(parts[0]);
  const double to = parse_threshold(parts[1]).value;
  const std::optional<double> step = parse_double(trim(parts[2]));
  if (!step || !(*step > 0)) refuse("the step must be a number above 0");
  if (to < from.value) refuse("the range must not end before it begins");
  // A little more than nothing beyond the end is rounding of the step.
  const double steps = std::floor((to - from.value) / *step + 1e-9);
  if (!(steps < static_cast<double>(kMostThresholds)))
    refuse(fmt::format("more than {} thresholds are too many", kMostThresholds).c_str());
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    // As a person would write it: 0.1 + 2 * 0.1 is 0.3.
    constexpr double kDigits = 1e12;
    const double value = std::round((from.value + i * *step) * kDigits) / kDigits;
    list.push_back({.value = std::min(1.0, value), .strict = from.strict});
  }
  return list;
}

Derived parse_derive(std::string_view text) {
  const auto equals = text.find('=');
  Derived derived;
  if (equals != std::string_view::npos) {
    derived.name = std::string(trim(text.substr(0, equals)));
    derived.sql = std::string(trim(text.substr(equals + 1)));
  }
  if (derived.name.empty() || derived.sql.empty()) {
    throw ConfigError(
        fmt::format("`derive` '{}' is not name=SQL, such as `derive` \"young=case when age < 25 "
                    "then 'Yes' else 'No' end\"",
                    text));
  }
  return derived;
}

BinaryRole parse_binary_role(std::string_view text, const std::vector<std::string>& columns) {
  const auto known = [&columns](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  if (known(text)) return {.column = std::string(text)};
  std::optional<std::size_t> first;
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    if (!first) first = at;
    if (known(text.substr(0, at))) {
      first = at;
      break;
    }
  }
  if (!first) return {.column = std::string(text)};
  return {.column = std::string(text.substr(0, *first)),
          .positive = std::string(text.substr(*first + 1))};
}

namespace {

void check_names(const std::string& option, const std::vector<std::string>& names) {
  std::vector<std::string> seen;
  for (const std::string& name : names) {
    if (name.empty()) throw ConfigError(fmt::format("{} holds an empty name", option));
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      throw ConfigError(fmt::format("{} names '{}' twice", option, name));
    }
    seen.push_back(name);
  }
}

}  // namespace

void check_format(const InputOptions& options, Format format) {
  const bool text = format == Format::csv || format == Format::tsv;
  if (options.path == "-" && !text) {
    throw ConfigError(
        "standard input is read as CSV or TSV only; write other formats to a file first");
  }
  if (!text && !options.delimiter.empty())
    throw ConfigError("`delimiter` is for CSV and TSV input only");
  if (!text && !options.columns.empty()) {
    throw ConfigError("`columns` is for CSV and TSV files without a header only");
  }
  if (format != Format::duckdb && !options.table.empty()) {
    throw ConfigError(
        "`table` is for a DuckDB database only (add `input_format` duckdb if it is one)");
  }
}

void validate(const InputOptions& options) {
  const bool file = !options.path.empty();
  if (!file && options.input_format.has_value())
    throw ConfigError("`input_format` is for a file only, and no file is named");
  (void)resolve_delimiter(options.delimiter);
  // What a folder holds is known when it is opened; columns in memory have types.
  if (!names_parts(options.path))
    check_format(options, file ? resolve_format(options) : Format::parquet);
  for (const std::string& text_of : options.derive) (void)parse_derive(text_of);
  std::vector<std::string> binned;
  for (const std::string& text_of : options.bins) {
    BinSpec spec = parse_bins(text_of);
    if (std::find(binned.begin(), binned.end(), spec.column) != binned.end()) {
      throw ConfigError(fmt::format("`bins` names column '{}' twice", spec.column));
    }
    binned.push_back(std::move(spec.column));
  }
  if (options.threads < 0) {
    throw ConfigError(fmt::format("`threads` {} is negative; 0 means all", options.threads));
  }
}

void validate_file(const InputOptions& options) {
  if (options.path.empty())
    throw ConfigError("no input is named; give a file, or - for CSV on standard input");
  validate(options);
}

void validate(const RoleOptions& options) {
  if (!options.score.empty() && !options.risk_score.empty()) {
    throw ConfigError("`score` and `risk_score` exclude each other: the prediction is one of them");
  }
  if (!options.decision.empty() && !options.threshold.empty()) {
    throw ConfigError("`decision` and `threshold` exclude each other: the decision is one of them");
  }
  if (!options.threshold.empty()) {
    (void)parse_threshold(options.threshold);
    if (options.score.empty() && options.risk_score.empty()) {
      throw ConfigError("`threshold` needs a prediction: add `score = COL` or `risk_score = COL`");
    }
  }
  if (!options.risk_score.empty() && options.outcome.empty()) {
    throw ConfigError(
        "`risk_score` needs `outcome`: the prediction is the share of positives at each score");
  }
  check_names(options.attributes_option, options.attributes);
  check_names("`covariates`", options.covariates);
  for (const std::string& text : options.protected_classes) {
    if (text.empty()) {
      throw ConfigError("`protected` is empty; write COL=VALUE, or COL for each of its values");
    }
  }
  if (!options.against.empty() && options.protected_classes.empty())
    throw ConfigError("`against` needs `protected`, the class to compare with these people");
  for (const FlagOptions& flag : options.flags) {
    if (flag.column.empty()) throw ConfigError(fmt::format("{} holds an empty name", flag.option));
    if (!flag.threshold.empty()) (void)parse_threshold(flag.threshold);
  }
}

}  // namespace faultline::data
