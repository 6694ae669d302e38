#include "faultline/run/decision_csv.hpp"

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/run/groups.hpp"

namespace faultline::run {

DecisionCsv::DecisionCsv(const std::string& id, const std::string& id_type,
                         const std::vector<std::string>& decisions)
    : by_id_(!id.empty()) {
  columns_ = {{by_id_ ? id : "row", by_id_ ? id_type : "BIGINT"},
              {"score", "DOUBLE"},
              {"threshold", "DOUBLE"}};
  for (const std::string& name : decisions) columns_.emplace_back(name, "TINYINT");
  std::vector<std::string> names;
  for (const auto& [name, type] : columns_) {
    if (is_among(names, name)) {
      throw ConfigError(fmt::format(
          "`id` {}: the output has another column of that name; rename it with `derive`", id));
    }
    names.push_back(name);
  }
}

std::string DecisionCsv::header() const {
  std::vector<CsvField> names;
  names.reserve(columns_.size());
  for (const auto& [name, type] : columns_) names.emplace_back(name);
  return csv_row(names);
}

std::string DecisionCsv::line(const data::Row& row, double threshold,
                              const std::vector<bool>& decisions) const {
  std::vector<CsvField> fields{by_id_ ? CsvField(row.id) : CsvField(row.number), row.score,
                               threshold};
  for (const bool decision : decisions) fields.emplace_back(decision);
  return csv_row(fields);
}

}  // namespace faultline::run
