#include "faultline/sql/csv_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

// Rules most types out at once, so that the full pass asks little of each row.
constexpr int kSampleRows = 1'000;

/// Fields of the first record.
std::vector<std::string> first_record(std::string_view text, char delimiter) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      if (quoted && i + 1 < text.size() && text[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (!quoted && c == delimiter) {
      fields.emplace_back();
    } else if (!quoted && (c == '\n' || c == '\r')) {
      break;
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

char guess_delimiter(std::string_view text, std::size_t wanted_fields) {
  char best = ',';
  std::size_t most = 1;
  for (const char candidate : {',', ';', '\t', '|'}) {
    const std::size_t fields = first_record(text, candidate).size();
    if (wanted_fields > 1 && fields == wanted_fields) return candidate;
    if (fields > most) {
      most = fields;
      best = candidate;
    }
  }
  return best;
}

struct Type {
  const char* sql;
  const char* test;  // of the text that $ stands for
};
// In order of preference; every value must pass. More than 18 digits do not fit a BIGINT.
constexpr std::size_t kNumber = 1;
constexpr std::array<Type, 5> kTypes{{
    {"BIGINT", "regexp_full_match($, '[+-]?[0-9]{1,18}')"},
    {"DOUBLE",
     "regexp_full_match($, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?') AND TRY_CAST($ "
     "AS DOUBLE) IS NOT NULL"},
    {"BOOLEAN", "lower($) IN ('true', 'false')"},
    {"DATE",
     "regexp_full_match($, '[0-9]{4}-[0-9]{2}-[0-9]{2}') AND TRY_CAST($ AS DATE) IS NOT NULL"},
    {"TIMESTAMP",
     "regexp_full_match($, '[0-9]{4}-[0-9]{2}-[0-9]{2}[ "
     "T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?') AND TRY_CAST($ "
     "AS TIMESTAMP) IS NOT NULL"},
}};

std::string test_of(std::size_t type, const std::string& text) {
  std::string test = kTypes[type].test;
  for (auto at = test.find('$'); at != std::string::npos; at = test.find('$', at + text.size())) {
    test.replace(at, 1, text);
  }
  return test;
}

/// A set of types, bit i for kTypes[i]. Text needs no bit.
using Candidates = unsigned;
constexpr Candidates kAnyType = (1U << kTypes.size()) - 1;

/// What the shape of one value leaves open: at least the types whose test it passes. Cheap, unlike
/// the tests.
Candidates possible_types(std::string_view text) {
  const auto only = [&text](std::string_view allowed) {
    return text.find_first_not_of(allowed) == std::string_view::npos;
  };
  Candidates open = 0;
  if (only("+-0123456789")) open |= 1U << 0;
  if (only("+-0123456789.eE")) open |= 1U << 1;
  if (only("trueflasTRUEFLAS")) open |= 1U << 2;
  if (text.size() == 10 && only("-0123456789")) open |= 1U << 3;
  if (text.size() >= 16 && only("-0123456789 T:.")) open |= 1U << 4;
  return open;
}

/// Keeps of each column's candidates those that all its values have. A column without values keeps
/// all.
void narrow(Engine& engine, const std::string& texts, const std::vector<std::size_t>& columns,
            std::vector<Candidates>& candidates, const std::stop_token& stop) {
  // One statement per so many columns: the engine slows down on statements with thousands of terms.
  constexpr std::size_t kAtOnce = 60;
  for (std::size_t start = 0; start < columns.size(); start += kAtOnce) {
    const std::size_t end = std::min(columns.size(), start + kAtOnce);
    std::vector<std::string> terms;
    std::vector<std::pair<std::size_t, std::size_t>> asked;  // column, type
    for (std::size_t i = start; i < end; ++i) {
      const std::string name = fmt::format("c{}", columns[i]);
      for (std::size_t type = 0; type < kTypes.size(); ++type) {
        if ((candidates[columns[i]] >> type & 1U) == 0) continue;
        terms.push_back(fmt::format("coalesce(bool_and({}) FILTER ({} IS NOT NULL), true)",
                                    test_of(type, name), name));
        asked.emplace_back(columns[i], type);
      }
    }
    if (terms.empty()) continue;
    const Rows rows =
        engine.query(fmt::format("SELECT {} FROM ({})", fmt::join(terms, ", "), texts), stop);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      if (rows.at(0).at(k) != "true") candidates[asked[k].first] &= ~(1U << asked[k].second);
    }
  }
}

}  // namespace

CsvLayout find_layout(std::string_view opening, std::optional<char> delimiter,
                      const std::vector<std::string>& names, const std::string& source) {
  CsvLayout layout;
  if (opening.starts_with("\xEF\xBB\xBF")) opening.remove_prefix(3);
  while (!opening.empty() && (opening.front() == '\n' || opening.front() == '\r')) {
    const bool pair = opening.starts_with("\r\n");
    opening.remove_prefix(pair ? 2 : 1);
    ++layout.blank_lines;
  }
  if (trim(opening).empty()) throw InputError(fmt::format("{} is empty", source));
  layout.delimiter = delimiter.value_or(guess_delimiter(opening, names.size()));
  const std::vector<std::string> fields = first_record(opening, layout.delimiter);
  layout.header = names.empty();
  if (layout.header) {
    layout.columns = data::usable_names(fields, layout.renamed);
    return layout;
  }
  if (fields.size() != names.size()) {
    throw InputError(fmt::format(
        "{}: the first line has {} at the delimiter '{}', but `columns` names {}", source,
        plural(static_cast<std::int64_t>(fields.size()), "field"), layout.delimiter, names.size()));
  }
  std::vector<data::Renamed> renamed;
  layout.columns = data::usable_names(names, renamed);
  if (!renamed.empty())
    throw ConfigError("`columns`: " + renamed.front().note + "; give every column its own name");
  return layout;
}

std::string number_test(const std::string& text) { return test_of(kNumber, text); }

std::string csv_select(Engine& engine, const CsvFiles& files, const CsvLayout& layout,
                       const std::vector<std::string>& null_spellings,
                       const std::function<bool(const std::string&)>& needed,
                       const std::stop_token& stop) {
  std::vector<std::string> names = layout.columns;
  std::vector<std::string> declared;
  std::vector<std::string> values;  // as text
  declared.reserve(names.size());
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    declared.push_back(fmt::format("'r{}': 'VARCHAR'", i));
    values.push_back(fmt::format("r{}", i));
  }
  for (std::size_t k = 0; k < files.keys.size(); ++k) {
    names.push_back(files.keys[k]);
    values.push_back(fmt::format("k{}", k));
  }
  std::vector<std::string> paths;
  for (const std::string& path : files.paths) paths.push_back(quote_text(path));
  std::string read = fmt::format(
      "read_csv([{}], auto_detect = false, columns = {{{}}}, delim = {}, quote = '\"', escape = "
      "'\"', header = {}, skip = {}, "
      "nullstr = [''], strict_mode = true, null_padding = false, ignore_errors = false, "
      "hive_partitioning = false, "
      "max_line_size = 16777216{})",
      fmt::join(paths, ", "), fmt::join(declared, ", "),
      quote_text(std::string(1, layout.delimiter)), layout.header, layout.blank_lines,
      files.keys.empty() ? "" : ", filename = 'file'");
  if (!files.keys.empty()) read += fmt::format(" JOIN {} USING (file)", kPartTable);
  std::vector<std::string> missing{"''"};
  for (const std::string& spelling : null_spellings) missing.push_back(quote_text(trim(spelling)));
  std::vector<std::string> trimmed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string value = fmt::format("trim({}, E' \\t')", values[i]);
    trimmed.push_back(missing.size() == 1
                          ? fmt::format("nullif({}, '') AS c{}", value, i)
                          : fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END AS c{2}",
                                        value, fmt::join(missing, ", "), i));
  }
  const std::string texts = fmt::format("SELECT {} FROM {}", fmt::join(trimmed, ", "), read);

  // A sample proves what a column is not; every row must be seen to know what it is.
  std::vector<std::size_t> all(names.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Candidates> candidates(all.size(), kAnyType);
  for (const auto& row : engine.query(fmt::format("{} LIMIT {}", texts, kSampleRows), stop)) {
    for (const std::size_t i : all) {
      if (const Cell& cell = row[i]) candidates[i] &= possible_types(*cell);
    }
  }
  std::vector<std::size_t> open;
  for (const std::size_t i : all) {
    if (candidates[i] != 0 && needed(names[i])) open.push_back(i);
  }
  narrow(engine, texts, open, candidates, stop);
  std::vector<std::string> typed;
  for (const std::size_t i : all) {
    const std::string name = quote_name(names[i]);
    // A column without values keeps all candidates; it is text.
    const bool text = candidates[i] == 0 || candidates[i] == kAnyType;
    const auto type = static_cast<std::size_t>(std::countr_zero(candidates[i]));
    typed.push_back(text ? fmt::format("c{} AS {}", i, name)
                         : fmt::format("CAST(c{} AS {}) AS {}", i, kTypes[type].sql, name));
  }
  return fmt::format("SELECT {} FROM ({})", fmt::join(typed, ", "), texts);
}

}  // namespace faultline::sql
