#pragma once
// Topics of texts by latent Dirichlet allocation (Blei, Ng, Jordan 2003), sampled by collapsed
// Gibbs sampling (Griffiths, Steyvers 2004): a word w of document d belongs to topic k with
// probability proportional to
//   (n_dk + alpha) (n_kw + eta) / (n_k + V eta)
// counted without the word itself, V words in all. Proportions and distributions of words are
// posterior means given the assignments, averaged over samples of the second half of a chain; in
// the first half it cools down from temperature 2. Of several chains the one with the least
// perplexity is kept. Topics are numbered by their share of all words, largest first; which topics
// are found depends on the seed, and their number is a choice, not a finding.

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "faultline/model/text/documents.hpp"

namespace faultline::model {

struct TopicOptions {
  int topics = 10;
  double alpha = 0.1;  // of the Dirichlet distribution of a document's proportions, per topic
  double eta = 0.01;   // of the Dirichlet distribution of a topic's words, per word
  int iterations = 300;
  int chains = 2;
  std::uint64_t seed = 1;
  int threads = 1;
  friend bool operator==(const TopicOptions&, const TopicOptions&) = default;
};

/// Throws ConfigError.
void validate(const TopicOptions& options);

struct Topics {
  /// exp(-mean log-likelihood of a word given its document's proportions) of the current sample.
  struct Trace {
    int iteration = 0;
    double perplexity = 0;
  };
  int topics = 0;
  std::vector<double> proportion{};        // document after document, adds up to 1 in each
  std::vector<double> word_probability{};  // topic after topic
  std::vector<double> share{};             // per topic, of all words
  double perplexity = 0;                   // of the averages
  std::vector<Trace> trace{};
  int chain = 0;  // that was kept

  [[nodiscard]] std::span<const double> of_document(std::int64_t d) const {
    return {proportion.data() + d * topics, static_cast<std::size_t>(topics)};
  }
  /// Positions in the vocabulary, most probable first, ties in text order.
  [[nodiscard]] std::vector<std::int32_t> top_words(int topic, int count) const;
  /// By what share the mean perplexity of the last quarter of the trace lies below that of the
  /// quarter before; a chain that has settled shows next to nothing.
  [[nodiscard]] double late_fall() const;
};

/// Documents without words get the same proportion of every topic. Throws ConfigError, InputError
/// when there is no word at all, Cancelled when stopped.
[[nodiscard]] Topics fit_topics(const Documents& documents, const TopicOptions& options,
                                const std::stop_token& stop = {});

}  // namespace faultline::model
