#pragma once
// Reads a small reference CSV (header, quoted fields) into rows by column name.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace faultline::testing {

using CsvRow = std::map<std::string, std::string>;

inline std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

inline std::vector<CsvRow> read_csv_rows(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> header = csv_fields(line);
  std::vector<CsvRow> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    if (fields.size() != header.size()) throw std::runtime_error("ragged line in " + path.string());
    CsvRow row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

inline double number(const CsvRow& row, const std::string& column) {
  return std::strtod(row.at(column).c_str(), nullptr);
}

}  // namespace faultline::testing
