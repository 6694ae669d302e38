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
  /// What was cut, named by unbinned_name: for the leak guard, no role is offered to them.
  std::vector<ColumnInfo> unbinned{};

  [[nodiscard]] std::vector<std::string> names() const;
  /// Null when there is no such column.
  [[nodiscard]] const ColumnInfo* find(const std::string& name) const;
  /// Also looks among those that were cut.
  [[nodiscard]] const ColumnInfo* find_also_unbinned(const std::string& name) const;
  [[nodiscard]] bool binned(const std::string& name) const { return bin_labels.count(name) > 0; }
};

/// A column as it was before it was cut.
[[nodiscard]] std::string unbinned_name(const std::string& column);

/// Types that hold numbers, and those of them that hold whole ones.
[[nodiscard]] bool is_numeric(const std::string& type);
[[nodiscard]] bool is_whole(const std::string& type);
[[nodiscard]] bool is_date(const std::string& type);

}  // namespace faultline::data
