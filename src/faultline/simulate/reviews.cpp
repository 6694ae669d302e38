#include "faultline/simulate/reviews.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::simulate {
namespace {

constexpr std::size_t kOpinionWords = 400;  // of either group
constexpr std::size_t kOtherWords = 200;
constexpr std::size_t kOpinionsPerReview = 12;
constexpr std::size_t kOthersPerReview = 24;

/// Word number `index` of a language of three syllables; every number another word.
std::string invented_word(std::size_t index) {
  constexpr std::array<std::string_view, 20> kSyllables{"ba", "ce", "di", "fo", "gu", "ha", "je",
                                                        "ki", "lo", "mu", "na", "pe", "ri", "so",
                                                        "tu", "va", "we", "xi", "yo", "zu"};
  std::string word;
  for (int syllable = 0; syllable < 3; ++syllable) {
    word += kSyllables[index % kSyllables.size()];
    index /= kSyllables.size();
  }
  return word;
}

/// Ranks 0 .. words - 1 as Zipf has them: probability proportional to 1 / (rank + 1).
class RankLaw {
 public:
  explicit RankLaw(std::size_t words) {
    double sum = 0;
    for (std::size_t rank = 0; rank < words; ++rank)
      cumulative_.push_back(sum += 1 / static_cast<double>(rank + 1));
  }
  [[nodiscard]] std::size_t draw(rng::Stream& stream) const {
    const double target = rng::uniform(stream) * cumulative_.back();
    const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end(), target);
    return std::min(static_cast<std::size_t>(at - cumulative_.begin()), cumulative_.size() - 1);
  }

 private:
  std::vector<double> cumulative_;
};

}  // namespace

void validate(const ReviewsOptions& options) {
  const auto require = [](bool holds, const char* name, double value, const char* allowed) {
    if (!holds) throw ConfigError(fmt::format("{} {}: must {}", name, shortest(value), allowed));
  };
  require(options.people >= 1, "`people`", static_cast<double>(options.people), "be at least 1");
  require(options.women >= 0 && options.women <= 1, "`women`", options.women,
          "lie between 0 and 1");
  require(options.shared >= 0 && options.shared <= 1, "`shared`", options.shared,
          "lie between 0 and 1");
  require(options.noise_sd >= 0 && std::isfinite(options.noise_sd), "`noise_sd`", options.noise_sd,
          "be at least 0");
}

Reviews draw_reviews(const ReviewsOptions& options) {
  validate(options);
  // Effects: men's opinion words, then women's. They belong to the seed, not to a review.
  rng::Stream language(options.seed, rng::Purpose::simulate,
                       std::numeric_limits<std::uint32_t>::max());
  std::vector<double> effect;
  effect.reserve(2 * kOpinionWords);
  for (std::size_t w = 0; w < 2 * kOpinionWords; ++w) effect.push_back(rng::normal(language));
  const RankLaw opinions(kOpinionWords);
  const RankLaw others(kOtherWords);
  Reviews reviews;
  for (std::int64_t i = 0; i < options.people; ++i) {
    rng::Stream stream(options.seed, rng::Purpose::simulate, static_cast<std::uint32_t>(i));
    const bool woman = rng::bernoulli(stream, options.women);
    std::vector<std::size_t> words;
    double sum = 0;
    for (std::size_t w = 0; w < kOpinionsPerReview; ++w) {
      const bool own = rng::bernoulli(stream, 1 - options.shared) && woman;
      const auto word = opinions.draw(stream) + (own ? kOpinionWords : 0);
      sum += effect[word];
      words.push_back(word);
    }
    for (std::size_t w = 0; w < kOthersPerReview; ++w)
      words.push_back(2 * kOpinionWords + others.draw(stream));
    rng::shuffle(stream, std::span<std::size_t>(words));
    std::string text;
    for (const std::size_t word : words) {
      if (!text.empty()) text += ' ';
      text += invented_word(word);
    }
    const double mean = 3.5 + sum / std::sqrt(static_cast<double>(kOpinionsPerReview));
    reviews.text.push_back(std::move(text));
    reviews.woman.push_back(woman ? 1 : 0);
    reviews.true_mean.push_back(mean);
    reviews.rating.push_back(mean + options.noise_sd * rng::normal(stream));
  }
  return reviews;
}

std::string to_csv(const Reviews& reviews) {
  std::string csv = csv_row({"author", "review", "rating", "true_mean"});
  for (std::size_t i = 0; i < reviews.text.size(); ++i) {
    csv += csv_row({reviews.woman[i] != 0 ? "woman" : "man", reviews.text[i], reviews.rating[i],
                    reviews.true_mean[i]});
  }
  return csv;
}

}  // namespace faultline::simulate
