#include "faultline/run/decision_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
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
  std::vector<std::string> names;
  names.reserve(columns_.size());
  for (const auto& [name, type] : columns_) names.push_back(csv_field(name));
  return fmt::format("{}\n", fmt::join(names, ","));
}

std::string DecisionCsv::line(const data::Row& row, double threshold,
                              const std::vector<bool>& decisions) const {
  std::string line = by_id_ ? (row.id ? csv_field(*row.id) : "") : fmt::format("{}", row.number);
  line += fmt::format(",{},{}", shortest(row.score), shortest(threshold));
  for (const bool decision : decisions) line += decision ? ",1" : ",0";
  return line += '\n';
}

}  // namespace faultline::run
