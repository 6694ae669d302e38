#pragma once
// The columns of a source once it is prepared: names, types, and the intervals of those that were
// cut.

#include <map>
#include <string>
#include <vector>

namespace faultline::data {

struct ColumnInfo {
  std::string name{};
  std::string type{};  // as SQL spells it
  friend bool operator==(const ColumnInfo&, const ColumnInfo&) = default;
};

struct Columns {
  std::vector<ColumnInfo> columns{};
  std::map<std::string, std::vector<std::string>> bin_labels{};  // column -> intervals in order

  [[nodiscard]] std::vector<std::string> names() const;
  /// Null when there is no such column.
  [[nodiscard]] const ColumnInfo* find(const std::string& name) const;
  [[nodiscard]] bool binned(const std::string& name) const { return bin_labels.count(name) > 0; }
};

/// Types that hold numbers, and those of them that hold whole ones.
[[nodiscard]] bool is_numeric(const std::string& type);
[[nodiscard]] bool is_whole(const std::string& type);

}  // namespace faultline::data
