#pragma once
// The file of decisions that `faultline mitigate --output` writes: one line per row, CSV or, by the
// name, Parquet. It appears whole or not at all.

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "faultline/sql/rows.hpp"

namespace faultline::cli {

class DecisionFile {
 public:
  /// Throws ConfigError unless the name ends in .csv or .parquet and can be written.
  static void check(const std::string& path);

  /// `id` is empty (rows are numbered, column "row") or a column with its SQL type. `results` are
  /// the columns after score and threshold.
  DecisionFile(std::string path, const std::string& id, const std::string& id_type,
               const std::vector<std::string>& results);
  ~DecisionFile();
  DecisionFile(const DecisionFile&) = delete;
  DecisionFile& operator=(const DecisionFile&) = delete;

  void add(const data::Row& row, double threshold, std::initializer_list<bool> results);
  /// Gives the file its name. Throws ConfigError.
  void finish();

 private:
  std::string path_;
  bool parquet_;
  bool by_id_;
  std::string csv_path_;  // what is written first
  std::vector<std::pair<std::string, std::string>> columns_;
  std::ofstream out_;
};

}  // namespace faultline::cli
