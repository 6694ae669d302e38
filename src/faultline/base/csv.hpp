#pragma once
// CSV as it is written everywhere (RFC 4180, lines end in \n). A text is quoted when it is empty,
// starts or ends with a blank, or holds a comma, a quote or a line break: readers take an unquoted
// empty field as missing and may strip outer blanks. A number is the shortest text that reads back
// as the same double. A missing value, a NaN among them, is nothing between two commas.

#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline {

/// One text, quoted when it must be.
[[nodiscard]] std::string csv_field(std::string_view text);

/// What stands between two commas, as it is written.
class CsvField {
 public:
  /// Missing.
  CsvField() = default;
  CsvField(std::string_view text) : written_(csv_field(text)) {}
  CsvField(const std::string& text) : written_(csv_field(text)) {}
  CsvField(const char* text) : written_(csv_field(text)) {}
  CsvField(double value);
  template <std::integral Integer>
  CsvField(Integer value) : written_(std::to_string(value)) {}
  /// 1 or 0.
  CsvField(bool value) : written_(1, value ? '1' : '0') {}
  template <typename Value>
  CsvField(const std::optional<Value>& value) {
    if (value) *this = CsvField(*value);
  }

  [[nodiscard]] const std::string& written() const { return written_; }

 private:
  friend CsvField csv_rounded(double value, int decimals);
  std::string written_{};
};

/// A number with this many decimals, "0.2500"; missing when it is NaN.
[[nodiscard]] CsvField csv_rounded(double value, int decimals);

/// A text that says nothing when it is empty, so that empty means missing.
[[nodiscard]] CsvField csv_unless_empty(std::string_view text);

/// One line, with its end.
[[nodiscard]] std::string csv_row(std::span<const CsvField> fields);
[[nodiscard]] std::string csv_row(std::initializer_list<CsvField> fields);

}  // namespace faultline
