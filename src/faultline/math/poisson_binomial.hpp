#pragma once
// The distribution of a sum of independent Bernoulli variables with unequal probabilities
// (Poisson-binomial), as when each person of a cell has a prediction of their own. Blocks of people
// are built by adding one at a time; blocks of similar size are joined by convolution of their
// windows, so n people need about n log n steps and memory of order sqrt(n). The result is a
// function of the order in which people are added (in the last digits only): add them in a
// canonical order.

#include <cstdint>
#include <vector>

#include "faultline/math/count_distribution.hpp"

namespace faultline::math {

class PoissonBinomialBuilder {
 public:
  /// `count` people with probability p each. Throws InternalError unless 0 <= p <= 1 and count >=
  /// 0.
  void add(double p, std::int64_t count = 1);
  /// The distribution of everybody added since the last finish (nobody: 0 for sure), tails below
  /// 1e-18 cut; the builder is empty again and keeps its memory.
  [[nodiscard]] CountDistribution finish();

 private:
  struct Block {
    std::int64_t people = 0;
    CountDistribution distribution{};
  };

  void add_one(double p);
  void close_open_block();
  void push(Block block);
  void join_last_two();

  std::int64_t certain_ = 0;       // people with p = 1
  std::vector<double> open_{1.0};  // the block under way, from 0 up; at most kBlock people
  std::vector<Block> blocks_{};    // closed blocks, each much larger than the next
};

}  // namespace faultline::math
