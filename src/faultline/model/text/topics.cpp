#include "faultline/model/text/topics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr int kTracePoints = 40;
constexpr int kBetweenSamples = 10;  // iterations; neighbouring samples are nearly the same
constexpr double kStartTemperature = 2;

/// One Markov chain. Counts are exact integers, so nothing drifts however long it runs.
class Chain {
 public:
  Chain(const Documents& documents, const TopicOptions& options, std::uint32_t number)
      : documents_(documents),
        options_(options),
        number_(number),
        topics_(static_cast<std::size_t>(options.topics)),
        words_(documents.vocabulary.size()),
        of_document_(topics_, 0),
        of_word_(words_ * topics_, 0),
        of_topic_(topics_, 0),
        inverse_(topics_, 0),
        cumulative_(topics_, 0) {
    std::int64_t longest = 0;
    std::vector<std::int64_t> totals(words_, 0);
    for (std::int64_t d = 0; d < documents.size(); ++d) {
      std::int64_t length = 0;
      for (const Documents::Word& entry : documents.document(d)) {
        length += entry.count;
        totals[static_cast<std::size_t>(entry.word)] += entry.count;
      }
      longest = std::max(longest, length);
      tokens_ += length;
    }
    in_document_.resize(static_cast<std::size_t>(longest) + 1);
    in_topic_.resize(static_cast<std::size_t>(*std::max_element(totals.begin(), totals.end())) + 1);
    topic_of_.assign(static_cast<std::size_t>(tokens_), -1);
    all_documents_.assign(static_cast<std::size_t>(documents.size()) * topics_, 0);
  }

  Topics run(const std::stop_token& stop) {
    Topics result;
    result.topics = options_.topics;
    result.chain = static_cast<int>(number_);
    result.proportion.assign(all_documents_.size(), 0);
    result.word_probability.assign(words_ * topics_, 0);
    const int every = std::max(1, options_.iterations / kTracePoints);
    int samples = 0;
    for (int iteration = 1; iteration <= options_.iterations; ++iteration) {
      if (stop.stop_requested()) throw Cancelled("stopped before the topics were found");
      sweep(iteration);
      if (iteration % every == 0 || iteration == options_.iterations) {
        Topics now;
        now.proportion.assign(all_documents_.size(), 0);
        now.word_probability.assign(words_ * topics_, 0);
        add_estimates(now);
        result.trace.push_back({.iteration = iteration, .perplexity = perplexity(now)});
      }
      const int left = options_.iterations - iteration;
      if (2 * left < options_.iterations && left % kBetweenSamples == 0) {
        add_estimates(result);
        ++samples;
      }
    }
    for (double& value : result.proportion) value /= samples;
    for (double& value : result.word_probability) value /= samples;
    result.perplexity = perplexity(result);
    order_topics(result);
    return result;
  }

 private:
  /// Exponent of the probabilities that topics are drawn from: rises from 1/2 to 1 over the first
  /// half. A chain that starts cold soon holds two topics as one and another one as two, and never
  /// lets go.
  [[nodiscard]] double exponent(int iteration) const {
    const double heat = 1 - 2.0 * (iteration - 1) / options_.iterations;
    return heat > 0 ? std::pow(kStartTemperature, -heat) : 1;
  }

  /// Draws every word's topic anew, given all others; the first time given those before it.
  void sweep(int iteration) {
    rng::Stream stream(options_.seed, rng::Purpose::topic, static_cast<std::uint32_t>(iteration),
                       number_);
    const double power = exponent(iteration);
    const double smoothing = static_cast<double>(words_) * options_.eta;
    for (std::size_t c = 0; c < in_document_.size(); ++c)
      in_document_[c] = std::pow(static_cast<double>(c) + options_.alpha, power);
    for (std::size_t c = 0; c < in_topic_.size(); ++c)
      in_topic_[c] = std::pow(static_cast<double>(c) + options_.eta, power);
    std::size_t token = 0;
    for (std::int64_t d = 0; d < documents_.size(); ++d) {
      std::int32_t* counts = all_documents_.data() + static_cast<std::size_t>(d) * topics_;
      for (std::size_t k = 0; k < topics_; ++k) {
        of_document_[k] = in_document_[static_cast<std::size_t>(counts[k])];
        inverse_[k] = std::pow(static_cast<double>(of_topic_[k]) + smoothing, -power);
      }
      for (const Documents::Word& entry : documents_.document(d)) {
        std::int32_t* of_word = of_word_.data() + static_cast<std::size_t>(entry.word) * topics_;
        for (std::int32_t c = 0; c < entry.count; ++c, ++token) {
          const auto move = [&](std::size_t k, std::int32_t by) {
            counts[k] += by;
            of_word[k] += by;
            of_topic_[k] += by;
            of_document_[k] = in_document_[static_cast<std::size_t>(counts[k])];
            // A hot chain need not be exact: there the totals are those of the document before.
            if (power == 1) inverse_[k] = 1 / (static_cast<double>(of_topic_[k]) + smoothing);
          };
          if (topic_of_[token] >= 0) move(static_cast<std::size_t>(topic_of_[token]), -1);
          const double uniform = rng::uniform(stream);
          const std::size_t drawn =
              power == 1 ? draw(uniform, [&](std::size_t k) { return of_word[k] + options_.eta; })
                         : draw(uniform, [&](std::size_t k) {
                             return in_topic_[static_cast<std::size_t>(of_word[k])];
                           });
          move(drawn, 1);
          topic_of_[token] = static_cast<std::int32_t>(drawn);
        }
      }
    }
  }

  template <typename OfWord>
  [[nodiscard]] std::size_t draw(double uniform, const OfWord& of_word) {
    for (std::size_t k = 0; k < topics_; ++k)
      cumulative_[k] = of_document_[k] * of_word(k) * inverse_[k];
    for (std::size_t k = 1; k < topics_; ++k) cumulative_[k] += cumulative_[k - 1];
    const double target = uniform * cumulative_.back();
    // Counting instead of searching: no branch to guess wrong.
    std::size_t below = 0;
    for (std::size_t k = 0; k + 1 < topics_; ++k) below += cumulative_[k] < target ? 1U : 0U;
    return below;
  }

  void add_estimates(Topics& to) const {
    const double k_alpha = static_cast<double>(topics_) * options_.alpha;
    for (std::size_t start = 0; start < all_documents_.size(); start += topics_) {
      double total = k_alpha;
      for (std::size_t k = 0; k < topics_; ++k) total += all_documents_[start + k];
      for (std::size_t k = 0; k < topics_; ++k)
        to.proportion[start + k] += (all_documents_[start + k] + options_.alpha) / total;
    }
    const double smoothing = static_cast<double>(words_) * options_.eta;
    for (std::size_t k = 0; k < topics_; ++k) {
      const double total = static_cast<double>(of_topic_[k]) + smoothing;
      for (std::size_t w = 0; w < words_; ++w)
        to.word_probability[k * words_ + w] += (of_word_[w * topics_ + k] + options_.eta) / total;
    }
  }

  [[nodiscard]] double perplexity(const Topics& of) const {
    std::vector<double> by_word(words_ * topics_);
    for (std::size_t k = 0; k < topics_; ++k) {
      for (std::size_t w = 0; w < words_; ++w)
        by_word[w * topics_ + k] = of.word_probability[k * words_ + w];
    }
    double sum = 0;
    for (std::int64_t d = 0; d < documents_.size(); ++d) {
      const double* proportion = of.proportion.data() + static_cast<std::size_t>(d) * topics_;
      for (const Documents::Word& entry : documents_.document(d)) {
        const double* law = by_word.data() + static_cast<std::size_t>(entry.word) * topics_;
        double probability = 0;
        for (std::size_t k = 0; k < topics_; ++k) probability += proportion[k] * law[k];
        sum += entry.count * std::log(probability);
      }
    }
    return std::exp(-sum / static_cast<double>(tokens_));
  }

  void order_topics(Topics& result) const {
    std::vector<double> share(topics_, 0);
    for (std::int64_t d = 0; d < documents_.size(); ++d) {
      double length = 0;
      for (const Documents::Word& entry : documents_.document(d)) length += entry.count;
      for (std::size_t k = 0; k < topics_; ++k)
        share[k] += length * result.proportion[static_cast<std::size_t>(d) * topics_ + k];
    }
    std::vector<std::size_t> order(topics_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return share[a] > share[b]; });
    const Topics before = result;
    for (std::size_t k = 0; k < topics_; ++k) {
      result.share.push_back(share[order[k]] / static_cast<double>(tokens_));
      std::copy_n(before.word_probability.begin() + static_cast<std::ptrdiff_t>(order[k] * words_),
                  words_,
                  result.word_probability.begin() + static_cast<std::ptrdiff_t>(k * words_));
      for (std::size_t start = 0; start < result.proportion.size(); start += topics_)
        result.proportion[start + k] = before.proportion[start + order[k]];
    }
  }

  const Documents& documents_;
  const TopicOptions& options_;
  std::uint32_t number_;
  std::size_t topics_;
  std::size_t words_;
  std::int64_t tokens_ = 0;
  std::vector<std::int32_t> topic_of_;       // per token
  std::vector<std::int32_t> all_documents_;  // n_dk, document after document
  std::vector<double> in_document_{};        // (count + alpha) to the power of the iteration
  std::vector<double> in_topic_{};           // (count + eta) likewise
  std::vector<double> of_document_;          // of the counts n_dk of the document at hand
  std::vector<std::int32_t> of_word_;        // n_kw, word after word
  std::vector<std::int64_t> of_topic_;       // n_k
  std::vector<double> inverse_;              // 1 / (n_k + V eta), likewise
  std::vector<double> cumulative_;
};

}  // namespace

void validate(const TopicOptions& options) {
  const auto require = [](bool holds, const char* name, double value, const char* allowed) {
    if (!holds) throw ConfigError(fmt::format("{} {}: must be {}", name, shortest(value), allowed));
  };
  require(options.topics >= 1 && options.topics <= 10'000, "topics", options.topics,
          "from 1 to 10,000");
  require(options.alpha > 0 && std::isfinite(options.alpha), "alpha of topics", options.alpha,
          "above 0");
  require(options.eta > 0 && std::isfinite(options.eta), "eta of topics", options.eta, "above 0");
  require(options.iterations >= 1, "iterations of topics", options.iterations, "at least 1");
  require(options.chains >= 1, "chains of topics", options.chains, "at least 1");
}

std::vector<std::int32_t> Topics::top_words(int topic, int count) const {
  const std::size_t words = word_probability.size() / static_cast<std::size_t>(topics);
  const double* law = word_probability.data() + static_cast<std::size_t>(topic) * words;
  std::vector<std::int32_t> order(words);
  std::iota(order.begin(), order.end(), 0);
  const auto kept = std::min(words, static_cast<std::size_t>(std::max(0, count)));
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
      [law](std::int32_t a, std::int32_t b) { return law[a] != law[b] ? law[a] > law[b] : a < b; });
  order.resize(kept);
  return order;
}

double Topics::late_fall() const {
  const std::size_t quarter = trace.size() / 4;
  if (quarter == 0) return 0;
  const auto mean = [&](std::size_t from) {
    double sum = 0;
    for (std::size_t i = 0; i < quarter; ++i) sum += trace[from + i].perplexity;
    return sum / static_cast<double>(quarter);
  };
  return 1 - mean(trace.size() - quarter) / mean(trace.size() - 2 * quarter);
}

Topics fit_topics(const Documents& documents, const TopicOptions& options,
                  const std::stop_token& stop) {
  validate(options);
  if (documents.words.empty()) {
    throw InputError("the texts hold no word that could belong to a topic");
  }
  std::vector<Topics> chains(static_cast<std::size_t>(options.chains));
  parallel::for_each(
      options.chains, options.threads,
      [&](std::int64_t c) {
        chains[static_cast<std::size_t>(c)] =
            Chain(documents, options, static_cast<std::uint32_t>(c)).run(stop);
      },
      stop);
  if (stop.stop_requested()) throw Cancelled("stopped before the topics were found");
  const auto best = std::min_element(
      chains.begin(), chains.end(),
      [](const Topics& a, const Topics& b) { return a.perplexity < b.perplexity; });
  return std::move(*best);
}

}  // namespace faultline::model
