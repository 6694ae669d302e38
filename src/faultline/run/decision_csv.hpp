#pragma once
// Decisions of `mitigate` as lines of CSV: the id column (or the number of the row), score,
// threshold, and a 0 or 1 for each decision. Whoever writes them keeps the lines.

#include <string>
#include <utility>
#include <vector>

#include "faultline/data/row_stream.hpp"

namespace faultline::run {

class DecisionCsv {
 public:
  DecisionCsv() = default;
  /// As DecisionSink::begin. Throws ConfigError when two columns have one name.
  DecisionCsv(const std::string& id, const std::string& id_type,
              const std::vector<std::string>& decisions);

  /// Name and SQL type of each column.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& columns() const {
    return columns_;
  }
  /// With their line breaks.
  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string line(const data::Row& row, double threshold,
                                 const std::vector<bool>& decisions) const;

 private:
  bool by_id_ = false;
  std::vector<std::pair<std::string, std::string>> columns_{};
};

}  // namespace faultline::run
