#include "faultline/sql/arrow_types.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::sql {
namespace {

struct Known {
  std::string_view format;
  const char* stored;
  const char* seen;
};
// Small whole numbers are seen as BIGINT, as those of a CSV file are: sums of them in SQL must not
// overflow. A FLOAT stays one, because its shortest text is what a CSV file holds.
constexpr std::array<Known, 28> kKnown{{{"b", "BOOLEAN", "BOOLEAN"},
                                        {"c", "TINYINT", "BIGINT"},
                                        {"C", "UTINYINT", "BIGINT"},
                                        {"s", "SMALLINT", "BIGINT"},
                                        {"S", "USMALLINT", "BIGINT"},
                                        {"i", "INTEGER", "BIGINT"},
                                        {"I", "UINTEGER", "BIGINT"},
                                        {"l", "BIGINT", "BIGINT"},
                                        {"L", "UBIGINT", "UBIGINT"},
                                        {"f", "FLOAT", "FLOAT"},
                                        {"g", "DOUBLE", "DOUBLE"},
                                        {"u", "VARCHAR", "VARCHAR"},
                                        {"U", "VARCHAR", "VARCHAR"},
                                        {"vu", "VARCHAR", "VARCHAR"},
                                        {"tdD", "DATE", "DATE"},
                                        {"tdm", "DATE", "DATE"},
                                        {"tts", "TIME", "TIME"},
                                        {"ttm", "TIME", "TIME"},
                                        {"ttu", "TIME", "TIME"},
                                        {"ttn", "TIME", "TIME"},
                                        {"tDs", "INTERVAL", "INTERVAL"},
                                        {"tDm", "INTERVAL", "INTERVAL"},
                                        {"tDu", "INTERVAL", "INTERVAL"},
                                        {"tDn", "INTERVAL", "INTERVAL"},
                                        {"tss:", "TIMESTAMP_S", "TIMESTAMP"},
                                        {"tsm:", "TIMESTAMP_MS", "TIMESTAMP"},
                                        {"tsu:", "TIMESTAMP", "TIMESTAMP"},
                                        {"tsn:", "TIMESTAMP_NS", "TIMESTAMP"}}};

struct Unreadable {
  std::string_view start;  // of the format
  const char* words;
};
constexpr std::array<Unreadable, 9> kUnreadable{{
    {"e", "numbers of half precision (float16; make it float32)"},
    {"z", "bytes"},
    {"Z", "bytes"},
    {"vz", "bytes"},
    {"w:", "bytes"},
    {"ti", "calendar intervals"},
    {"+r", "run-end encoded values"},
    {"d:", "decimal numbers of more than 38 digits or a negative scale"},
    {"+", "lists, structures or maps"},
}};

/// "d:10,2" or "d:10,2,128".
ArrowType decimal(std::string_view format) {
  const std::vector<std::string> parts = split(format.substr(2), ',');
  if (parts.size() < 2 || parts.size() > 3) return {};
  const auto width = parse_integer(parts[0]);
  const auto scale = parse_integer(parts[1]);
  if (!width || !scale || *width < 1 || *width > 38 || *scale < 0 || *scale > *width) return {};
  if (parts.size() == 3 && parts[2] == "256") return {};
  const std::string sql = fmt::format("DECIMAL({},{})", *width, *scale);
  return {.stored = sql, .seen = sql};
}

}  // namespace

ArrowType arrow_type(const ArrowSchema& column) {
  // A dictionary-encoded column holds what its dictionary holds.
  const ArrowSchema& values = column.dictionary != nullptr ? *column.dictionary : column;
  const std::string_view format = values.format != nullptr ? values.format : "";
  if (format == "n") return {.stored = "VARCHAR", .seen = "VARCHAR", .all_null = true};
  for (const Known& known : kKnown) {
    if (format == known.format) return {.stored = known.stored, .seen = known.seen};
  }
  if (format.size() > 4 && format.starts_with("ts") && format[3] == ':') {
    return {.stored = "TIMESTAMP WITH TIME ZONE", .seen = "TIMESTAMP WITH TIME ZONE"};
  }
  if (format.starts_with("d:")) {
    ArrowType type = decimal(format);
    if (!type.stored.empty()) return type;
  }
  for (const Unreadable& one : kUnreadable) {
    if (format.starts_with(one.start)) return {.words = one.words};
  }
  return {.words = fmt::format("values of the Arrow type '{}'", format)};
}

}  // namespace faultline::sql
