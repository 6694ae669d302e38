#pragma once
// The file of decisions that `faultline mitigate --output` writes: one line per row, CSV or, by the
// name, Parquet. It appears whole or not at all.

#include <fstream>
#include <string>
#include <vector>

#include "faultline/run/context.hpp"
#include "faultline/run/decision_csv.hpp"

namespace faultline::cli {

class DecisionFile final : public run::DecisionSink {
 public:
  /// Throws ConfigError unless the name ends in .csv or .parquet and can be written.
  static void check(const std::string& path);

  explicit DecisionFile(const std::string& path);
  ~DecisionFile() override;
  DecisionFile(const DecisionFile&) = delete;
  DecisionFile& operator=(const DecisionFile&) = delete;

  /// Columns are the id (or "row", numbers), score, threshold and the decisions. Throws ConfigError
  /// when two have one name.
  void begin(const std::string& id, const std::string& id_type,
             const std::vector<std::string>& decisions) override;
  void add(const data::Row& row, double threshold, const std::vector<bool>& decisions) override;
  /// Gives the file its name. Throws ConfigError.
  void finish() override;

 private:
  std::string path_;
  bool parquet_;
  std::string csv_path_;  // what is written first
  run::DecisionCsv csv_;
  std::ofstream out_;
};

}  // namespace faultline::cli
