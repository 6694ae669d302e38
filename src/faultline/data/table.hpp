#pragma once
// A table in memory: named columns of equal length, categorical (codes into a dictionary) or
// numeric (missing is NaN). Generators and studies make tables; a Table becomes Profiles in one
// call.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::data {

struct CategoricalColumn {
  Attribute attribute{};
  std::vector<Code> codes{};
};

struct NumericColumn {
  std::string name{};
  std::vector<double> values{};
};

class Table {
 public:
  using Column = std::variant<CategoricalColumn, NumericColumn>;

  /// Throws InputError on a repeated name, a length that differs, or a code outside its dictionary.
  void add(CategoricalColumn column);
  void add(NumericColumn column);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// Throw InputError with the nearest name when there is no such column of that kind.
  [[nodiscard]] const CategoricalColumn& categorical(std::string_view name) const;
  [[nodiscard]] const NumericColumn& numeric(std::string_view name) const;

 private:
  void check_new(const std::string& name, std::int64_t length);

  std::vector<Column> columns_;
  std::int64_t rows_ = -1;
};

/// Dictionary-codes text values: labels in text order, missing (empty) values as their own
/// category.
[[nodiscard]] CategoricalColumn make_categorical(std::string name,
                                                 const std::vector<std::string>& values);

/// Which numeric columns carry which role; empty means absent. Outcome and decision hold 0 and 1,
/// count holds whole numbers.
struct ProfileRoles {
  std::vector<std::string> attributes{};
  std::string prediction{};
  std::vector<std::string> numbers{};  // further numeric columns
  std::string outcome{};
  std::string decision{};
  std::string count{};
};

/// Throws InputError (column, row from 1, value) on a prediction outside [0, 1], a further number
/// that is missing or not finite, a binary role that is not 0 or 1, or a negative or fractional
/// count. Rows with count 0 are left out.
[[nodiscard]] Profiles make_profiles(const Table& table, const ProfileRoles& roles);

}  // namespace faultline::data
