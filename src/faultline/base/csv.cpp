#include "faultline/base/csv.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline {

std::string csv_field(std::string_view text) {
  const bool outer_blank = text.starts_with(' ') || text.ends_with(' ');
  if (!text.empty() && !outer_blank && text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvField::CsvField(double value) {
  if (!std::isnan(value)) written_ = shortest(value);
}

CsvField csv_rounded(double value, int decimals) {
  CsvField field;
  if (!std::isnan(value)) field.written_ = fmt::format("{:.{}f}", value, decimals);
  return field;
}

CsvField csv_unless_empty(std::string_view text) {
  return text.empty() ? CsvField() : CsvField(text);
}

std::string csv_row(std::span<const CsvField> fields) {
  std::string row;
  for (const CsvField& field : fields) {
    if (&field != fields.data()) row += ',';
    row += field.written();
  }
  return row += '\n';
}

std::string csv_row(std::initializer_list<CsvField> fields) {
  return csv_row(std::span(fields.begin(), fields.size()));
}

}  // namespace faultline
