#include "faultline/data/columns.hpp"

#include <algorithm>

namespace faultline::data {

std::vector<std::string> Columns::names() const {
  std::vector<std::string> all;
  all.reserve(columns.size());
  for (const ColumnInfo& column : columns) all.push_back(column.name);
  return all;
}

const ColumnInfo* Columns::find(const std::string& name) const {
  const auto at = std::find_if(columns.begin(), columns.end(),
                               [&name](const ColumnInfo& c) { return c.name == name; });
  return at == columns.end() ? nullptr : &*at;
}

bool is_numeric(const std::string& type) {
  return type.ends_with("INT") || type == "INTEGER" || type == "UINTEGER" || type == "DOUBLE" ||
         type == "FLOAT" || type.starts_with("DECIMAL");
}

bool is_whole(const std::string& type) {
  return type.ends_with("INT") || type.ends_with("INTEGER");
}

}  // namespace faultline::data
