#pragma once
// Platt scaling (Platt 1999): log-odds a + b m in place of a model's own margin m, with a and b
// from a weighted logistic regression of labels on margins that the labels had no part in
// (cross-validation). Also the folds for that.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/data/notice.hpp"

namespace faultline::model {

inline constexpr int kFolds = 5;

/// What of a row is held out by a fold, and what is left to learn from.
struct Split {
  std::vector<double> held_weight{}, held_positive{};
  std::vector<double> kept_weight{}, kept_positive{}, kept_people{};
};

/// People are numbered in the order of the rows, within a row those with label 1 first, and person
/// i is held out by fold i mod kFolds; so every row's labels spread evenly over the folds and
/// nothing is left to chance. Where a row's labels do not sum to a whole number they are shares,
/// and each of its people has the mean as label. All people of a row have the same weight. `people`
/// are whole numbers, at least 1 where there is weight.
[[nodiscard]] Split split_fold(std::span<const double> weight, std::span<const double> positive,
                               std::span<const double> people, int fold);

struct PlattScale {
  double intercept = 0;
  double slope = 1;
  data::Notices warnings{};
};

/// Margins that say nothing (slope not above 0) give slope 0 and the overall log-odds; margins that
/// tell the labels apart without error are left as they are. Both with a warning.
[[nodiscard]] PlattScale fit_platt(std::span<const double> margin, std::span<const double> weight,
                                   std::span<const double> positive);

}  // namespace faultline::model
