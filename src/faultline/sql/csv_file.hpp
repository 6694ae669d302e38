#pragma once
// CSV under our own rules, not the engine's guesses. The first line is the header (unless names are
// given); a row with too few or too many fields is an error; blanks around a value do not count; a
// column has a type when all its values have it: whole numbers, numbers, true/false, dates
// (2024-02-29), date and time; text otherwise. Types rest on every row, never on a sample, so that
// they cannot depend on row order.

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/column_names.hpp"
#include "faultline/sql/engine.hpp"

namespace faultline::sql {

struct CsvLayout {
  std::vector<std::string> columns{};
  char delimiter = ',';
  bool header = true;
  int blank_lines = 0;  // before the first line that holds something
  std::vector<data::Renamed> renamed{};
};

/// Layout from the opening bytes of a file. `names` is for a file without header; `source` is what
/// messages call it. Throws InputError when the file is empty or names do not fit.
[[nodiscard]] CsvLayout find_layout(std::string_view opening, std::optional<char> delimiter,
                                    const std::vector<std::string>& names,
                                    const std::string& source);

/// SQL that is true when a text, given as SQL, is a number as CSV columns hold them: no "inf",
/// "nan" or "1_000".
[[nodiscard]] std::string number_test(const std::string& text);

/// Files of one layout. Rows of a file have the values that their keys have in the table
/// kPartTable.
struct CsvFiles {
  std::vector<std::string> paths{};
  std::vector<std::string> keys{};
};

/// The engine's table of files and the values of their keys: file, k0, k1, ...
inline constexpr const char* kPartTable = "faultline_parts";

/// SELECT that yields the typed columns, keys after those of the files. `needed` tells which
/// columns must have their final type.
[[nodiscard]] std::string csv_select(Engine& engine, const CsvFiles& files, const CsvLayout& layout,
                                     const std::vector<std::string>& null_spellings,
                                     const std::function<bool(const std::string&)>& needed,
                                     const std::stop_token& stop);

}  // namespace faultline::sql
