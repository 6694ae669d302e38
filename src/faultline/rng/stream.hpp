#pragma once
// Counter-based random streams: Philox4x32-10 with the user's seed as key and (draw block,
// substream, replicate, purpose) as counter (Salmon et al. 2011). A stream is made where it is used
// and depends on nothing but these numbers, so a replicate draws the same bits whichever thread
// runs it and whatever ran before.

#include <array>
#include <cstdint>

namespace faultline::rng {

/// What the numbers are for: streams of different purposes never share a counter.
enum class Purpose : std::uint32_t {
  restart = 1,      // starting points and attribute order of coordinate ascent
  null_redraw = 2,  // outcomes under a parametric null
  permutation = 3,
  bootstrap = 4,
  simulate = 5,
  test = 6,
  forest = 7,     // people that a tree of a forest sees
  elicit = 8,     // error rates that elicitation asks about
  threshold = 9,  // randomised thresholds, one per person
  fold = 10,      // who is held out together in cross-fitting
  split = 11,     // who is trained on and who is tested
  topic = 12,     // Gibbs sampling of topics
  cluster = 13,   // starting points of k-means
};

/// 2^32 - 1 blocks of four 32-bit numbers; drawing past the last throws InternalError, because the
/// stream would repeat itself.
class Stream {
 public:
  Stream(std::uint64_t seed, Purpose purpose, std::uint32_t replicate, std::uint32_t substream = 0);

  [[nodiscard]] std::uint32_t next32() {
    if (left_ == 0) refill();
    return block_[static_cast<std::size_t>(4 - left_--)];
  }
  [[nodiscard]] std::uint64_t next64() {
    const std::uint64_t low = next32();
    return low | (static_cast<std::uint64_t>(next32()) << 32U);
  }

 private:
  void refill();

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int left_ = 0;
};

}  // namespace faultline::rng
