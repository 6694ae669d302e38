#include "faultline/math/poisson_binomial.hpp"

#include <utility>

#include "faultline/base/error.hpp"

namespace faultline::math {

namespace {

// People added one at a time before a block is closed: beyond this, convolution of trimmed windows
// is cheaper.
constexpr std::size_t kBlock = 64;
// From this many equal people on, their binomial distribution is written down at once.
constexpr std::int64_t kBinomial = 24;
// A uniform number of 53 bits cannot tell tails below 2^-53, about 1e-16; this leaves a margin.
constexpr double kTail = 1e-18;
// Blocks are cut more finely than the result: the losses of some 10^4 joins must not add up to what
// a draw can see.
constexpr double kBlockTail = 1e-20;

}  // namespace

void PoissonBinomialBuilder::add(double p, std::int64_t count) {
  if (count < 0 || !(p >= 0 && p <= 1)) {
    throw InternalError(
        "a Poisson-binomial distribution needs probabilities between 0 and 1 and counts of at "
        "least 0");
  }
  if (p == 0 || count == 0) return;
  if (p == 1) {
    certain_ += count;
  } else if (count >= kBinomial) {
    close_open_block();
    push({count, binomial_distribution(count, p, kBlockTail)});
  } else {
    for (std::int64_t i = 0; i < count; ++i) add_one(p);
  }
}

void PoissonBinomialBuilder::add_one(double p) {
  const double q = 1 - p;
  open_.push_back(p * open_.back());
  for (std::size_t k = open_.size() - 2; k > 0; --k) open_[k] = q * open_[k] + p * open_[k - 1];
  open_[0] *= q;
  if (open_.size() > kBlock) close_open_block();
}

void PoissonBinomialBuilder::close_open_block() {
  if (open_.size() == 1) return;
  Block block{static_cast<std::int64_t>(open_.size()) - 1, {0, open_}};
  cut_tails(block.distribution, kBlockTail);
  open_.assign(1, 1.0);
  push(std::move(block));
}

void PoissonBinomialBuilder::push(Block block) {
  blocks_.push_back(std::move(block));
  // Joining equals with equals keeps the number of blocks, and of joins that any person goes
  // through, logarithmic.
  while (blocks_.size() > 1 &&
         blocks_[blocks_.size() - 2].people < 2 * blocks_[blocks_.size() - 1].people) {
    join_last_two();
  }
}

void PoissonBinomialBuilder::join_last_two() {
  const Block last = std::move(blocks_.back());
  blocks_.pop_back();
  Block& before = blocks_.back();
  before.distribution = convolve(before.distribution, last.distribution);
  cut_tails(before.distribution, kBlockTail);
  before.people += last.people;
}

CountDistribution PoissonBinomialBuilder::finish() {
  CountDistribution distribution;
  if (blocks_.empty()) {
    distribution.probability = open_;
    open_.assign(1, 1.0);
  } else {
    close_open_block();
    while (blocks_.size() > 1) join_last_two();
    distribution = std::move(blocks_.back().distribution);
    blocks_.clear();
  }
  distribution.lowest += certain_;
  certain_ = 0;
  cut_tails(distribution, kTail);
  return distribution;
}

}  // namespace faultline::math
