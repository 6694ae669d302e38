#include "faultline/simulate/write_csv.hpp"

#include <ostream>
#include <sstream>
#include <vector>

#include "faultline/base/csv.hpp"

namespace faultline::simulate {

void write_csv(const data::Table& table, std::ostream& out) {
  std::string line;
  // Labels are quoted once per dictionary, not once per row.
  std::vector<std::vector<std::string>> labels;
  for (const auto& column : table.columns()) {
    if (!labels.empty()) line += ',';
    labels.emplace_back();
    if (const auto* categorical = std::get_if<data::CategoricalColumn>(&column)) {
      line += csv_field(categorical->attribute.name);
      for (const std::string& label : categorical->attribute.labels) {
        labels.back().push_back(label == data::kMissingLabel ? std::string() : csv_field(label));
      }
    } else {
      line += csv_field(std::get<data::NumericColumn>(column).name);
    }
  }
  line += '\n';
  for (std::size_t row = 0; row < static_cast<std::size_t>(std::max<std::int64_t>(table.rows(), 0));
       ++row) {
    for (std::size_t c = 0; c < labels.size(); ++c) {
      if (c > 0) line += ',';
      if (const auto* categorical = std::get_if<data::CategoricalColumn>(&table.columns()[c])) {
        line += labels[c][categorical->codes[row]];
      } else {
        const double value = std::get<data::NumericColumn>(table.columns()[c]).values[row];
        line += CsvField(value).written();
      }
    }
    line += '\n';
    if (line.size() > (1U << 16)) {  // 64 KiB: the stream is asked seldom, memory stays small
      out << line;
      line.clear();
    }
  }
  out << line;
}

std::string to_csv(const data::Table& table) {
  std::ostringstream out;
  write_csv(table, out);
  return out.str();
}

}  // namespace faultline::simulate
