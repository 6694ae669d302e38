#pragma once
// Regression trees on the rows of a design, through XGBoost's C interface, one thread per model so
// that sums do not depend on threads. `boosted` adds trees to lower the logistic loss; `forest`
// averages trees that each see a share of the people (drawn by us: a row stands for many people,
// and XGBoost could only take it or leave it). XGBoost keeps labels and weights in single
// precision.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::model {

struct TreeOptions {
  bool forest = false;
  int trees = 100;
  int depth = 3;                // 0: no limit
  double eta = 0.1;             // boosted: share of a tree's step that is taken
  double lambda = 1;            // boosted: ridge on the values of the leaves
  double min_child_weight = 1;  // least sum of second derivatives in a leaf
  double sample = 0.632;        // forest: chance of a person to be seen by a tree
  std::uint64_t seed = 1;
};

/// 100 trees of depth 3 and rate 0.1. A leaf needs 1/4, the second derivative of one person at even
/// odds: XGBoost's own 1 would forbid to tell apart groups of three people.
[[nodiscard]] TreeOptions boosted_options(std::uint64_t seed);
/// 100 trees without limit of depth, which see 63.2 % of the people each (the share of different
/// people in a bootstrap sample). A leaf holds one person's weight at least.
[[nodiscard]] TreeOptions forest_options(std::uint64_t seed);

/// Training data of one model; rows with weight 0 do not count.
struct TreeRows {
  std::span<const double> weight{};    // with a mean of 1 per person
  std::span<const double> positive{};  // 0 .. weight
  std::span<const double> people{};    // whole numbers
};

class Trees {
 public:
  /// Keeps a reference to the design, which must have all its columns.
  explicit Trees(const Design& design);
  ~Trees();

  /// Throws InternalError with XGBoost's own words. `substream` tells models of one seed apart.
  void train(const TreeRows& rows, const TreeOptions& options, std::uint32_t substream);
  /// Every row of the design: log-odds (boosted) or mean label (forest).
  void predict(std::span<double> out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace faultline::model
