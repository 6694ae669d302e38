#pragma once
// Invented book reviews in which the rating of the rarer group is harder to learn, not noisier.
// A review holds opinion words, each with an effect on the rating, and words without one, all with
// Zipf's frequencies:
//   rating = 3.5 + (sum of effects) / sqrt(opinion words) + e,   e normal, the same in both groups.
// Reviews of women's books use mostly opinion words of their own; with few such reviews those
// effects are learned badly. The best prediction errs alike in both groups (noise_sd^2), so the gap
// closes as more reviews of women's books are collected. No real review stands behind it.

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::simulate {

struct ReviewsOptions {
  std::int64_t people = 6'000;  // reviews
  double women = 0.18;          // share of reviews of women's books
  double shared = 0.3;          // share of their opinion words that men's reviews use too
  double noise_sd = 0.4;
  std::uint64_t seed = 1;
  friend bool operator==(const ReviewsOptions&, const ReviewsOptions&) = default;
};

/// Throws ConfigError.
void validate(const ReviewsOptions& options);

struct Reviews {
  std::vector<std::string> text{};
  std::vector<std::uint8_t> woman{};
  std::vector<double> rating{};
  std::vector<double> true_mean{};  // of the rating, given the words

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(text.size()); }
};

[[nodiscard]] Reviews draw_reviews(const ReviewsOptions& options);

/// Columns author, review, rating, true_mean.
[[nodiscard]] std::string to_csv(const Reviews& reviews);

}  // namespace faultline::simulate
