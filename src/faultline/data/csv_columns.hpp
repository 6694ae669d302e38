#pragma once
// A CSV file read in pieces into columns in memory, for whoever has no SQL engine. Rules are those
// of sql/csv_file.hpp: the first line is the header, every row has as many fields, blanks around a
// value do not count, and a column has a type when all its values have it. The text is UTF-8.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/memory_source.hpp"
#include "faultline/data/text_column.hpp"

namespace faultline::data {

class CsvColumns {
 public:
  /// `source` is what messages call the file; without a delimiter the first line tells.
  explicit CsvColumns(std::string source, std::optional<char> delimiter = {});

  /// The next bytes of the file, wherever they end. Throws InputError for a row with too few or too
  /// many fields and for quotes that do not hold a value.
  void add(std::string_view bytes);
  /// After the last piece. Throws InputError when there was nothing.
  void finish();

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The columns with their types, `spellings` taken for missing values.
  void send(MemorySource& source, const std::vector<std::string>& spellings) const;

 private:
  enum class State { start, plain, quoted, after_quote };

  void finish_opening();
  void take(std::string_view bytes);
  void end_field();
  void end_row();
  [[noreturn]] void refuse_quote() const;

  std::string source_;
  std::optional<char> delimiter_;
  std::int64_t bytes_ = 0;
  std::string opening_{};  // until the delimiter is known
  bool begun_ = false;
  State state_ = State::start;
  std::string field_{};
  bool after_return_ = false;
  std::size_t place_ = 0;      // of the field in its row
  std::int64_t line_ = 1;      // of the file
  std::int64_t row_line_ = 1;  // where the row began
  bool has_header_ = false;
  std::vector<std::string> names_{};
  std::vector<TextColumn> columns_{};
  std::int64_t rows_ = 0;
};

}  // namespace faultline::data
