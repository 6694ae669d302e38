#include "faultline/model/text/topics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr int kPlanted = 5;
constexpr int kWordsEach = 12;
constexpr int kShared = 20;

struct Planted {
  Documents documents{};
  std::vector<std::vector<double>> law{};  // [topic][word]
  std::vector<double> proportion{};        // document after document
};

/// Topics with words of their own (90 %) and words that all share (10 %); documents with one main
/// topic (80 %) and another one.
Planted plant(int count, int length) {
  Planted planted;
  const int words = kPlanted * kWordsEach + kShared;
  for (int w = 0; w < words; ++w) {
    planted.documents.vocabulary.push_back(
        {'w', static_cast<char>('a' + w / 26), static_cast<char>('a' + w % 26)});
  }
  for (int k = 0; k < kPlanted; ++k) {
    std::vector<double> law(static_cast<std::size_t>(words), 0);
    for (int i = 0; i < kWordsEach; ++i)
      law[static_cast<std::size_t>(k) * kWordsEach + static_cast<std::size_t>(i)] =
          0.9 * 2 * (kWordsEach - i) / (kWordsEach * (kWordsEach + 1.0));
    for (int i = 0; i < kShared; ++i)
      law[static_cast<std::size_t>(kPlanted) * kWordsEach + static_cast<std::size_t>(i)] =
          0.1 / kShared;
    planted.law.push_back(law);
  }
  rng::Stream stream(11, rng::Purpose::test, 0);
  for (int d = 0; d < count; ++d) {
    const auto main = static_cast<std::size_t>(rng::below(stream, kPlanted));
    const auto other = static_cast<std::size_t>(rng::below(stream, kPlanted));
    std::vector<double> proportion(kPlanted, 0);
    proportion[main] += 0.8;
    proportion[other] += 0.2;
    planted.proportion.insert(planted.proportion.end(), proportion.begin(), proportion.end());
    std::vector<std::int32_t> counts(static_cast<std::size_t>(words), 0);
    for (int i = 0; i < length; ++i) {
      const std::vector<double>& law = planted.law[rng::bernoulli(stream, 0.8) ? main : other];
      double target = rng::uniform(stream);
      std::size_t w = 0;
      while (w + 1 < law.size() && target >= law[w]) target -= law[w++];
      ++counts[w];
    }
    for (std::int32_t w = 0; w < words; ++w) {
      if (counts[static_cast<std::size_t>(w)] > 0)
        planted.documents.words.push_back(
            {.word = w, .count = counts[static_cast<std::size_t>(w)]});
    }
    planted.documents.begin.push_back(static_cast<std::int64_t>(planted.documents.words.size()));
  }
  return planted;
}

/// Which planted topic each found one is, by the least total variation between their words.
std::vector<int> matches(const Topics& topics, const Planted& planted,
                         std::vector<double>& variation) {
  const std::size_t words = planted.documents.vocabulary.size();
  std::vector<int> match;
  for (int k = 0; k < topics.topics; ++k) {
    double least = 2;
    int nearest = -1;
    for (int j = 0; j < kPlanted; ++j) {
      double distance = 0;
      for (std::size_t w = 0; w < words; ++w) {
        distance += std::abs(topics.word_probability[static_cast<std::size_t>(k) * words + w] -
                             planted.law[static_cast<std::size_t>(j)][w]) /
                    2;
      }
      if (distance < least) {
        least = distance;
        nearest = j;
      }
    }
    variation.push_back(least);
    match.push_back(nearest);
  }
  return match;
}

TEST(Topics, FindsPlantedTopics) {
  const Planted planted = plant(600, 60);
  const Topics topics =
      fit_topics(planted.documents, {.topics = kPlanted, .iterations = 150, .seed = 3});
  std::vector<double> variation;
  const std::vector<int> match = matches(topics, planted, variation);
  EXPECT_EQ(std::set<int>(match.begin(), match.end()).size(), static_cast<std::size_t>(kPlanted));
  for (const double distance : variation) EXPECT_LT(distance, 0.08);
  for (int k = 0; k < kPlanted; ++k) {
    for (const std::int32_t word : topics.top_words(k, 8))
      EXPECT_EQ(word / kWordsEach, match[static_cast<std::size_t>(k)]);
  }
  double error = 0;
  for (std::int64_t d = 0; d < planted.documents.size(); ++d) {
    const auto found = topics.of_document(d);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 1, 1e-12);
    for (std::size_t k = 0; k < kPlanted; ++k) {
      error += std::abs(found[k] - planted.proportion[static_cast<std::size_t>(d) * kPlanted +
                                                      static_cast<std::size_t>(match[k])]) /
               2;
    }
  }
  EXPECT_LT(error / 600, 0.1);  // mean total variation; sampling 60 words alone gives some .05
  EXPECT_TRUE(std::is_sorted(topics.share.rbegin(), topics.share.rend()));
  EXPECT_NEAR(std::accumulate(topics.share.begin(), topics.share.end(), 0.0), 1, 1e-12);
}

TEST(Topics, PerplexityFallsAndSettles) {
  const Planted planted = plant(300, 50);
  const Topics topics =
      fit_topics(planted.documents, {.topics = kPlanted, .iterations = 160, .chains = 1});
  EXPECT_EQ(topics.trace.size(), 40U);
  EXPECT_EQ(topics.trace.back().iteration, 160);
  EXPECT_LT(std::abs(topics.late_fall()), 0.01);
  // One topic explains every document by the words of all.
  const Topics one = fit_topics(planted.documents, {.topics = 1, .iterations = 5, .chains = 1});
  EXPECT_LT(topics.perplexity, 0.6 * one.perplexity);
  for (const double proportion : one.proportion) EXPECT_EQ(proportion, 1);
}

TEST(Topics, SameSeedSameTopicsWhateverTheThreads) {
  const Planted planted = plant(100, 30);
  const TopicOptions options{.topics = 4, .iterations = 40, .chains = 3};
  TopicOptions threads = options;
  threads.threads = 3;
  TopicOptions other = options;
  other.seed = 2;
  const Topics first = fit_topics(planted.documents, options);
  const Topics second = fit_topics(planted.documents, threads);
  EXPECT_EQ(first.proportion, second.proportion);
  EXPECT_EQ(first.word_probability, second.word_probability);
  EXPECT_EQ(first.chain, second.chain);
  EXPECT_NE(first.proportion, fit_topics(planted.documents, other).proportion);
}

TEST(Topics, KeepsTheChainWithTheLeastPerplexity) {
  const Planted planted = plant(100, 30);
  const Topics best = fit_topics(planted.documents, {.topics = 8, .iterations = 20, .chains = 4});
  const Topics first = fit_topics(planted.documents, {.topics = 8, .iterations = 20, .chains = 1});
  EXPECT_LE(best.perplexity, first.perplexity);
  EXPECT_EQ(best.chain == 0, best.perplexity == first.perplexity);
}

TEST(Topics, DocumentsWithoutWordsBelongToAllAlike) {
  const std::vector<std::string> texts{"aa bb", "", "aa bb cc", "cc aa"};
  const Topics topics = fit_topics(read_documents(texts, 10), {.topics = 4, .iterations = 10});
  for (const double proportion : topics.of_document(1)) EXPECT_NEAR(proportion, 0.25, 1e-15);
}

TEST(Topics, MistakesAreNamed) {
  const Planted planted = plant(10, 10);
  const auto refuse = [&](const TopicOptions& options) {
    EXPECT_THROW((void)fit_topics(planted.documents, options), ConfigError);
  };
  refuse({.topics = 0});
  refuse({.alpha = 0});
  refuse({.eta = -1});
  refuse({.iterations = 0});
  refuse({.chains = 0});
  EXPECT_THROW((void)fit_topics(Documents{}, {}), InputError);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW((void)fit_topics(planted.documents, {}, stop.get_token()), Cancelled);
}

}  // namespace
}  // namespace faultline::model
