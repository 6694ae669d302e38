#pragma once
// The people behind a faultline_table: a CSV file read in pieces, or columns as they come.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/csv_columns.hpp"
#include "faultline/data/memory_source.hpp"

namespace faultline::c_api {

class Table {
 public:
  explicit Table(std::string name) : name_(std::move(name)) {}

  /// The next piece of the file. A table is either a file or columns.
  void read(std::string_view bytes, std::optional<char> delimiter);
  void finish();
  [[nodiscard]] std::int64_t rows() const;

  /// Columns, where there is no file.
  [[nodiscard]] data::MemorySource& columns();

  /// As table_summary.hpp tells it, of the people as a spec prepares them; empty: as they are.
  [[nodiscard]] std::string summary(const std::string& spec);

  /// The people, with these spellings for missing values.
  [[nodiscard]] data::MemorySource& source(const std::vector<std::string>& spellings);

 private:
  std::string name_;
  std::optional<data::CsvColumns> csv_{};
  std::optional<data::MemorySource> source_{};
  std::vector<std::string> spellings_{};  // that source_ was made with
};

}  // namespace faultline::c_api
