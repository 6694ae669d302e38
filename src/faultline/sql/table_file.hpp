#pragma once
// Rows that go to a file, CSV or, by the file's name, Parquet. It appears whole or not at all.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/base/whole_file.hpp"

namespace faultline::sql {

class TableFile {
 public:
  /// Before the work: throws ConfigError unless the name, that of `option`, ends in .csv or
  /// .parquet. Parquet must not go to a device or a pipe.
  static void check(std::string_view option, const std::string& path);

  /// Throws ConfigError when it cannot be written.
  explicit TableFile(const std::string& path);

  /// Lines of CSV, the names first.
  void write(std::string_view lines);
  /// Gives the file its name; columns are name and SQL type, in order. Throws ConfigError and
  /// InputError.
  void finish(const std::vector<std::pair<std::string, std::string>>& columns);

 private:
  WholeFile file_;
  std::optional<WholeFile> csv_{};  // what becomes Parquet at the end; never finished
};

}  // namespace faultline::sql
