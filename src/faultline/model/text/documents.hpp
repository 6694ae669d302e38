#pragma once
// Texts as counted words: lower-case runs of letters and digits of at least two characters (bytes
// above 127 count as letters, so that UTF-8 words stay whole; dashes, quotes and blanks beyond
// ASCII do not), the most frequent ones kept, ties in text order.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::model {

struct Documents {
  struct Word {
    std::int32_t word = 0;  // position in the vocabulary
    std::int32_t count = 0;
  };
  std::vector<std::string> vocabulary{};  // in text order
  std::vector<std::int64_t> begin{0};     // words of document d: [begin[d], begin[d + 1])
  std::vector<Word> words{};              // per document, ascending
  std::int64_t empty = 0;                 // documents without a word of the vocabulary
  std::int64_t beyond = 0;                // words that the limit of the vocabulary leaves out

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(begin.size()) - 1; }
  [[nodiscard]] std::span<const Word> document(std::int64_t d) const {
    return {words.data() + begin[d], static_cast<std::size_t>(begin[d + 1] - begin[d])};
  }
};

/// Keeps the `vocabulary` most frequent words that occur in at least `least_documents` documents
/// and are not common English function words.
[[nodiscard]] Documents read_documents(std::span<const std::string> texts, std::int64_t vocabulary,
                                       std::int64_t least_documents = 2);

/// Term frequency times log((1 + D) / (1 + documents with the word)) + 1, every document scaled to
/// length 1. Words are named "word pain".
[[nodiscard]] SparseBlock tf_idf(const Documents& documents);

}  // namespace faultline::model
