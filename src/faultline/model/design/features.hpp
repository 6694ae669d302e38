#pragma once
// What a learner sees of people, one row per person: a column for every value of a categorical
// covariate (all of them, none left out as reference), numbers as they are, and sparse blocks such
// as the words of a text. Kept the way it came, so that distances and trees need not look at zeros.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::model {

struct Feature {
  std::string name{};       // "sex=Male", "age", "word pain"
  std::string covariate{};  // "sex", "age", "note"
  enum class Kind { dummy, number, sparse } kind = Kind::number;
};

/// A value that is not 0 (numbers are kept even where they are 0).
struct FeatureEntry {
  std::int32_t column = 0;
  double value = 0;
};

/// Many columns of which a person has few: entries of row i are [begin[i], begin[i + 1]).
struct SparseBlock {
  std::vector<std::string> names{};  // of its columns
  std::vector<std::int64_t> begin{0};
  std::vector<FeatureEntry> entries{};  // columns counted from 0 within the block, ascending
};

class Features {
 public:
  explicit Features(std::int64_t rows) : rows_(rows) {}
  /// One column per label. Throws InternalError on a length or a code that does not fit.
  void add(const data::Attribute& attribute, std::span<const data::Code> codes);
  /// Throws InputError naming it when a value is not finite.
  void add(std::string name, std::span<const double> values);
  void add(const std::string& covariate, SparseBlock block);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] int columns() const { return static_cast<int>(features_.size()); }
  [[nodiscard]] const Feature& feature(int j) const { return features_[j]; }
  /// Appends the entries of a row to `out`, columns ascending.
  void append_row(std::int64_t row, std::vector<FeatureEntry>& out) const;
  /// One value per row.
  [[nodiscard]] std::vector<double> column(int j) const;

  struct Categorical {
    int first_column = 0;
    int values = 0;
    std::vector<data::Code> codes{};
  };
  struct Number {
    int column = 0;
    std::vector<double> values{};
  };
  struct Sparse {
    int first_column = 0;
    SparseBlock block{};
  };
  [[nodiscard]] const std::vector<Categorical>& categorical() const { return categorical_; }
  [[nodiscard]] const std::vector<Number>& numbers() const { return numbers_; }
  [[nodiscard]] const std::vector<Sparse>& sparse() const { return sparse_; }

 private:
  std::int64_t rows_ = 0;
  std::vector<Feature> features_{};
  std::vector<Categorical> categorical_{};
  std::vector<Number> numbers_{};
  std::vector<Sparse> sparse_{};
};

}  // namespace faultline::model
