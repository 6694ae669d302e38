#include "faultline/model/text/documents.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/text/function_words.hpp"

namespace faultline::model {
namespace {

bool continues(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// Bytes of a blank or a mark of punctuation beyond ASCII that starts at `i`, 0 for none: U+00A0 to
/// U+00BF, U+2000 to U+206F (dashes, curly quotes), U+3000 to U+303F.
std::size_t wide_separator(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(i);
  const unsigned second = byte(i + 1);
  if (first == 0xC2 && second >= 0xA0 && second <= 0xBF) return 2;
  if (!continues(static_cast<unsigned char>(byte(i + 2)))) return 0;
  if (first == 0xE2 && (second == 0x80 || (second == 0x81 && byte(i + 2) <= 0xAF))) return 3;
  if (first == 0xE3 && second == 0x80) return 3;
  return 0;
}

/// Calls take(word) for every word, in lower case (letters of ASCII and Latin-1).
template <typename Take>
void for_each_word(std::string_view text, std::string& word, const Take& take) {
  std::size_t characters = 0;
  const auto end_word = [&] {
    if (characters >= 2) take(word);
    word.clear();
    characters = 0;
  };
  word.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      const bool capital = byte >= 'A' && byte <= 'Z';
      const bool kept = capital || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
      if (!kept) {
        end_word();
        continue;
      }
      word += static_cast<char>(capital ? byte + ('a' - 'A') : byte);
      ++characters;
      continue;
    }
    if (const std::size_t separator = wide_separator(text, i); separator > 0) {
      end_word();
      i += separator - 1;
      continue;
    }
    const bool after_c3 = continues(byte) && !word.empty() && word.back() == '\xC3';
    const bool latin_capital = after_c3 && byte <= 0x9E && byte != 0x97;
    word += static_cast<char>(latin_capital ? byte + 0x20 : byte);
    if (!continues(byte)) ++characters;
  }
  end_word();
}

struct Counts {
  std::int64_t total = 0;
  std::int64_t documents = 0;
  std::int64_t last = -1;  // document it was seen in
};

}  // namespace

Documents read_documents(std::span<const std::string> texts, std::int64_t vocabulary,
                         std::int64_t least_documents) {
  if (vocabulary < 1) {
    throw ConfigError(
        fmt::format("a vocabulary of {} words was asked for; it must hold at least 1", vocabulary));
  }
  std::unordered_map<std::string, std::int32_t> known;
  std::vector<Counts> counts;
  std::vector<std::int32_t> tokens;  // all texts, one after the other
  std::vector<std::int64_t> ends;
  std::string buffer;
  for (std::size_t d = 0; d < texts.size(); ++d) {
    for_each_word(texts[d], buffer, [&](const std::string& word) {
      if (is_function_word(word)) return;
      const auto [at, is_new] = known.try_emplace(word, static_cast<std::int32_t>(counts.size()));
      if (is_new) counts.emplace_back();
      Counts& count = counts[static_cast<std::size_t>(at->second)];
      ++count.total;
      if (std::exchange(count.last, static_cast<std::int64_t>(d)) != static_cast<std::int64_t>(d))
        ++count.documents;
      tokens.push_back(at->second);
    });
    ends.push_back(static_cast<std::int64_t>(tokens.size()));
  }

  using Entry = std::pair<const std::string*, std::int32_t>;
  std::vector<Entry> kept;
  for (const auto& [word, id] : known) {
    if (counts[static_cast<std::size_t>(id)].documents >= least_documents)
      kept.emplace_back(&word, id);
  }
  const auto by_text = [](const Entry& a, const Entry& b) { return *a.first < *b.first; };
  std::sort(kept.begin(), kept.end(), [&](const Entry& a, const Entry& b) {
    const std::int64_t of_a = counts[static_cast<std::size_t>(a.second)].total;
    const std::int64_t of_b = counts[static_cast<std::size_t>(b.second)].total;
    return of_a != of_b ? of_a > of_b : by_text(a, b);
  });
  Documents documents;
  if (std::cmp_greater(kept.size(), vocabulary)) {
    documents.beyond = std::ssize(kept) - vocabulary;
    kept.resize(static_cast<std::size_t>(vocabulary));
  }
  std::sort(kept.begin(), kept.end(), by_text);

  std::vector<std::int32_t> position(counts.size(), -1);
  for (const auto& [word, id] : kept) {
    position[static_cast<std::size_t>(id)] = static_cast<std::int32_t>(documents.vocabulary.size());
    documents.vocabulary.push_back(*word);
  }
  std::vector<std::int32_t> of_document;
  std::int64_t token = 0;
  for (const std::int64_t end : ends) {
    of_document.clear();
    for (; token < end; ++token) {
      const std::int32_t word =
          position[static_cast<std::size_t>(tokens[static_cast<std::size_t>(token)])];
      if (word >= 0) of_document.push_back(word);
    }
    if (of_document.empty()) ++documents.empty;
    std::sort(of_document.begin(), of_document.end());
    for (std::size_t i = 0; i < of_document.size();) {
      const auto next = std::upper_bound(of_document.begin() + static_cast<std::ptrdiff_t>(i),
                                         of_document.end(), of_document[i]);
      const auto after = static_cast<std::size_t>(next - of_document.begin());
      documents.words.push_back(
          {.word = of_document[i], .count = static_cast<std::int32_t>(after - i)});
      i = after;
    }
    documents.begin.push_back(static_cast<std::int64_t>(documents.words.size()));
  }
  return documents;
}

SparseBlock tf_idf(const Documents& documents) {
  std::vector<std::int64_t> with_word(documents.vocabulary.size(), 0);
  for (const Documents::Word& entry : documents.words)
    ++with_word[static_cast<std::size_t>(entry.word)];
  std::vector<double> rarity;
  rarity.reserve(with_word.size());
  for (const std::int64_t count : with_word) {
    rarity.push_back(
        std::log(static_cast<double>(1 + documents.size()) / static_cast<double>(1 + count)) + 1);
  }
  SparseBlock block;
  for (const std::string& word : documents.vocabulary)
    block.names.push_back(fmt::format("word {}", word));
  block.begin = documents.begin;
  block.entries.reserve(documents.words.size());
  for (std::int64_t d = 0; d < documents.size(); ++d) {
    double squares = 0;
    for (const Documents::Word& entry : documents.document(d)) {
      const double value = entry.count * rarity[static_cast<std::size_t>(entry.word)];
      block.entries.push_back({.column = entry.word, .value = value});
      squares += value * value;
    }
    const double length = std::sqrt(squares);
    for (std::int64_t e = documents.begin[static_cast<std::size_t>(d)];
         e < documents.begin[static_cast<std::size_t>(d) + 1]; ++e)
      block.entries[static_cast<std::size_t>(e)].value /= length;
  }
  return block;
}

}  // namespace faultline::model
