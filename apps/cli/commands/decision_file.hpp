#pragma once
// The file of decisions that `faultline mitigate --output` writes: one line per row, CSV or, by the
// name, Parquet. It appears whole or not at all.

#include <optional>
#include <string>
#include <vector>

#include "faultline/run/context.hpp"
#include "faultline/run/decision_csv.hpp"
#include "faultline/sql/table_file.hpp"

namespace faultline::cli {

class DecisionFile final : public run::DecisionSink {
 public:
  explicit DecisionFile(std::string path) : path_(std::move(path)) {}

  /// Columns are the id (or "row", numbers), score, threshold and the decisions. Throws ConfigError
  /// when two have one name or the file cannot be written.
  void begin(const std::string& id, const std::string& id_type,
             const std::vector<std::string>& decisions) override;
  void add(const data::Row& row, double threshold, const std::vector<bool>& decisions) override;
  /// Gives the file its name. Throws ConfigError.
  void finish() override;

 private:
  std::string path_;
  run::DecisionCsv csv_;
  std::optional<sql::TableFile> file_{};  // from begin()
};

}  // namespace faultline::cli
