#include "faultline/model/text/function_words.hpp"

#include <algorithm>
#include <iterator>

namespace faultline::model {
namespace {

// In text order, for binary search.
constexpr std::string_view kWords[] = {
    "about",   "above",    "after",   "again",   "all",    "almost",  "along",   "already",
    "also",    "although", "always",  "am",      "among",  "an",      "and",     "another",
    "any",     "are",      "aren",    "as",      "at",     "be",      "because", "been",
    "before",  "being",    "below",   "between", "both",   "but",     "by",      "can",
    "could",   "couldn",   "did",     "didn",    "do",     "does",    "doesn",   "doing",
    "don",     "done",     "during",  "each",    "either", "else",    "etc",     "even",
    "ever",    "every",    "few",     "for",     "from",   "had",     "hadn",    "has",
    "hasn",    "have",     "haven",   "having",  "he",     "her",     "here",    "hers",
    "herself", "him",      "himself", "his",     "how",    "however", "if",      "in",
    "into",    "is",       "isn",     "it",      "its",    "itself",  "just",    "ll",
    "may",     "me",       "might",   "more",    "most",   "much",    "must",    "my",
    "myself",  "neither",  "nor",     "now",     "of",     "off",     "on",      "once",
    "one",     "only",     "onto",    "or",      "other",  "others",  "our",     "ours",
    "out",     "over",     "own",     "per",     "quite",  "rather",  "re",      "same",
    "shall",   "she",      "should",  "since",   "so",     "some",    "such",    "than",
    "that",    "the",      "their",   "theirs",  "them",   "then",    "there",   "therefore",
    "these",   "they",     "this",    "those",   "though", "through", "thus",    "to",
    "too",     "toward",   "towards", "under",   "until",  "up",      "upon",    "us",
    "ve",      "very",     "via",     "was",     "wasn",   "we",      "were",    "weren",
    "what",    "when",     "where",   "whether", "which",  "while",   "who",     "whom",
    "whose",   "why",      "will",    "with",    "within", "without", "won",     "would",
    "wouldn",  "yet",      "you",     "your",    "yours",  "yourself"};

static_assert(std::is_sorted(std::begin(kWords), std::end(kWords)));

}  // namespace

bool is_function_word(std::string_view word) {
  return std::binary_search(std::begin(kWords), std::end(kWords), word);
}

}  // namespace faultline::model
