#include "faultline/rng/stream.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/rng/philox.hpp"

namespace faultline::rng {
namespace {

std::vector<std::uint32_t> first_words(Stream stream, int n) {
  std::vector<std::uint32_t> words;
  for (int i = 0; i < n; ++i) words.push_back(stream.next32());
  return words;
}

TEST(Stream, IsPhiloxWithTheWrittenCounterAndKey) {
  Stream stream(0x0123456789abcdefULL, Purpose::bootstrap, 77, 5);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto expected = philox4x32_10({block, 5, 77, 4}, {0x89abcdef, 0x01234567});
    for (const std::uint32_t word : expected) EXPECT_EQ(stream.next32(), word);
  }
}

TEST(Stream, SixtyFourBitsAreTwoWordsLowFirst) {
  Stream words(9, Purpose::test, 1);
  Stream pairs(9, Purpose::test, 1);
  // An odd number of words first, so that pairs straddle blocks.
  static_cast<void>(words.next32());
  static_cast<void>(pairs.next32());
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t low = words.next32();
    const std::uint64_t high = words.next32();
    EXPECT_EQ(pairs.next64(), low | (high << 32U));
  }
}

TEST(Stream, EveryPartOfTheAddressMatters) {
  std::set<std::vector<std::uint32_t>> seen;
  int streams = 0;
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, 1ULL << 32U, 1ULL << 63U}) {
    for (const Purpose purpose : {Purpose::restart, Purpose::null_redraw, Purpose::permutation}) {
      for (const std::uint32_t replicate : {0U, 1U, 2U, 0xffffffffU}) {
        for (const std::uint32_t substream : {0U, 1U, 2U}) {
          seen.insert(first_words(Stream(seed, purpose, replicate, substream), 4));
          ++streams;
        }
      }
    }
  }
  EXPECT_EQ(std::ssize(seen), streams);
}

// Neighbouring streams must look independent: the bits in which they differ are Binomial(N, 1/2).
// 60 pairs, two-sided false-alarm rate 1e-6 in all: |z| < 5.8 for each.
TEST(Stream, NeighboursAgreeInHalfOfTheirBits) {
  constexpr int kWords = 4096;
  const auto z = [](const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    double differing = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differing += std::popcount(a[i] ^ b[i]);
    const double bits = 32.0 * kWords;
    return (differing - bits / 2) / std::sqrt(bits / 4);
  };
  for (std::uint32_t i = 0; i < 20; ++i) {
    const auto base = first_words(Stream(1, Purpose::test, i), kWords);
    EXPECT_LT(std::abs(z(base, first_words(Stream(1, Purpose::test, i + 1), kWords))), 5.8);
    EXPECT_LT(std::abs(z(base, first_words(Stream(1, Purpose::test, i, 1), kWords))), 5.8);
    EXPECT_LT(std::abs(z(base, first_words(Stream(2, Purpose::test, i), kWords))), 5.8);
  }
}

}  // namespace
}  // namespace faultline::rng
