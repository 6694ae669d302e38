#pragma once
// Rows of features as linear models want them: numbers around their mean over the training people
// and in units of their standard deviation (divisor n; 0 where they do not vary), dummies and
// sparse columns as they are, so that a row stays short.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/features.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::model {

class ScaledRows {
 public:
  /// Keeps a reference to the features.
  explicit ScaledRows(const Features& features);

  /// Takes means and standard deviations from the people of the entries with weight.
  void measure(const TrainingRows& rows);
  /// Appends the entries of a row to `out`, columns ascending.
  void append_row(std::int64_t row, std::vector<FeatureEntry>& out) const;
  [[nodiscard]] const Features& features() const { return *features_; }

 private:
  const Features* features_;
  std::vector<double> centre_;  // per column
  std::vector<double> factor_;
};

/// Many rows one after the other: entries of row i are [begin[i], begin[i + 1]).
struct EntryRows {
  std::vector<std::int64_t> begin{0};
  std::vector<FeatureEntry> entries{};

  void clear();
  void append(const ScaledRows& rows, std::int64_t row);
  [[nodiscard]] std::int64_t size() const { return std::ssize(begin) - 1; }
  [[nodiscard]] std::span<const FeatureEntry> row(std::int64_t i) const {
    const auto k = static_cast<std::size_t>(i);
    return {entries.data() + begin[k], static_cast<std::size_t>(begin[k + 1] - begin[k])};
  }
};

}  // namespace faultline::model
