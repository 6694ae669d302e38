#pragma once
// The design matrix of a model: an intercept, a dummy for every value of a categorical covariate
// but the first (its reference level), and numbers as they are. Rows are distinct tuples of
// covariates, not people: a fit takes weights per row. Rows never change once built, so that a
// model can be refitted thousands of times on other weights.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::model {

enum class ColumnKind {
  intercept,  // never penalised
  dummy,      // 0 or 1; standardised where the fit asks for it
  number,     // always standardised: its unit must not matter
  plain,      // never standardised (log-odds that stand for themselves)
};

struct Column {
  std::string name{};       // "sex=Male", "age"
  std::string covariate{};  // "sex", "age"
  ColumnKind kind = ColumnKind::dummy;
};

class Design {
 public:
  /// Rows are fixed from here on; the intercept is there.
  explicit Design(std::int64_t rows);
  /// Adds arity - 1 dummies. Throws InternalError when the length differs from rows() or a code is
  /// out of range.
  void add(const data::Attribute& attribute, std::span<const data::Code> codes);
  /// Adds one column of numbers. Throws InputError naming it when a value is not finite.
  void add(std::string name, std::span<const double> values, ColumnKind kind = ColumnKind::number);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] int columns() const { return static_cast<int>(columns_.size()); }
  [[nodiscard]] const Column& column(int j) const { return columns_[j]; }
  /// Values of one column, one per row.
  [[nodiscard]] std::span<const double> values(int j) const {
    return {values_.data() + static_cast<std::int64_t>(j) * rows_, static_cast<std::size_t>(rows_)};
  }
  /// All columns, column after column.
  [[nodiscard]] const std::vector<double>& matrix() const { return values_; }
  /// (covariate, level left out), in order.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& reference_levels() const {
    return reference_levels_;
  }

 private:
  std::int64_t rows_ = 0;
  std::vector<Column> columns_{};
  std::vector<double> values_{};
  std::vector<std::pair<std::string, std::string>> reference_levels_{};
};

}  // namespace faultline::model
