#include "faultline/data/columns.hpp"

#include <algorithm>

namespace faultline::data {
namespace {

const ColumnInfo* named(const std::vector<ColumnInfo>& columns, const std::string& name) {
  const auto at = std::ranges::find(columns, name, &ColumnInfo::name);
  return at == columns.end() ? nullptr : &*at;
}

}  // namespace

std::vector<std::string> Columns::names() const {
  std::vector<std::string> all;
  all.reserve(columns.size());
  for (const ColumnInfo& column : columns) all.push_back(column.name);
  return all;
}

const ColumnInfo* Columns::find(const std::string& name) const { return named(columns, name); }

const ColumnInfo* Columns::find_also_unbinned(const std::string& name) const {
  const ColumnInfo* column = named(columns, name);
  return column != nullptr ? column : named(unbinned, name);
}

std::string unbinned_name(const std::string& column) { return column + " before `bins`"; }

bool is_numeric(const std::string& type) {
  return type.ends_with("INT") || type == "INTEGER" || type == "UINTEGER" || type == "DOUBLE" ||
         type == "FLOAT" || type.starts_with("DECIMAL");
}

bool is_whole(const std::string& type) {
  return type.ends_with("INT") || type.ends_with("INTEGER");
}

bool is_date(const std::string& type) { return type == "DATE" || type.starts_with("TIME"); }

}  // namespace faultline::data
