#include "faultline/model/text/documents.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/text/function_words.hpp"

namespace faultline::model {
namespace {

using Texts = std::vector<std::string>;

std::map<std::string, int> counted(const Documents& documents, std::int64_t d) {
  std::map<std::string, int> words;
  for (const Documents::Word& entry : documents.document(d))
    words[documents.vocabulary[static_cast<std::size_t>(entry.word)]] = entry.count;
  return words;
}

std::vector<std::string> words_of(const std::string& text) {
  return read_documents(Texts{text}, 100, 1).vocabulary;
}

TEST(Documents, WordsAreLowerCaseRunsOfLettersAndDigits) {
  EXPECT_THAT(words_of("Chest pain, CHEST-tube; x 2 bp120/80 S/P"),
              testing::ElementsAre("80", "bp120", "chest", "pain", "tube"));
  const Documents documents = read_documents(Texts{"Chest pain, CHEST-tube"}, 100, 1);
  EXPECT_EQ(counted(documents, 0),
            (std::map<std::string, int>{{"chest", 2}, {"pain", 1}, {"tube", 1}}));
}

TEST(Documents, WordsBeyondAsciiStayWhole) {
  EXPECT_THAT(words_of("Ödem ödem ÉTAT — “naïve” 東京"),
              testing::ElementsAre("naïve", "état", "ödem", "東京"));
  // One character of two bytes is not a word; a curly apostrophe cuts as a straight one does.
  EXPECT_THAT(words_of("é à don’t\u00A0walk × end"), testing::ElementsAre("end", "walk"));
  // A text cut in the middle of a character is read to its end.
  EXPECT_EQ(words_of("ab\xE2\x80").size(), 1U);
  EXPECT_EQ(words_of("ab\xC2").size(), 1U);
}

TEST(Documents, FunctionWordsAreLeftOut) {
  EXPECT_THAT(words_of("The patient was not in pain and she didn't fall"),
              testing::ElementsAre("fall", "not", "pain", "patient"));
  EXPECT_TRUE(is_function_word("yourself"));
  EXPECT_TRUE(is_function_word("about"));
  EXPECT_FALSE(is_function_word("no"));
}

TEST(Documents, KeepsTheMostFrequentWordsTiesInTextOrder) {
  const Texts texts{"aa bb cc dd", "bb cc dd", "cc bb ee", "ee aa"};
  // bb, cc: 3; aa, dd, ee: 2.
  EXPECT_THAT(read_documents(texts, 3).vocabulary, testing::ElementsAre("aa", "bb", "cc"));
  EXPECT_THAT(read_documents(texts, 2).vocabulary, testing::ElementsAre("bb", "cc"));
  // A word of one document only is dropped however often it stands there.
  EXPECT_THAT(read_documents(Texts{"aa aa aa bb", "bb cc"}, 10).vocabulary,
              testing::ElementsAre("bb"));
}

TEST(Documents, OrderOfDocumentsMovesNothingButThem) {
  Texts texts;
  for (int d = 0; d < 50; ++d) {
    std::string text;
    for (int w = 0; w < 12; ++w) text += "w" + std::to_string((d * 7 + w * w) % 40) + " ";
    texts.push_back(text);
  }
  Texts reversed(texts.rbegin(), texts.rend());
  const Documents one = read_documents(texts, 25);
  const Documents other = read_documents(reversed, 25);
  EXPECT_EQ(one.vocabulary, other.vocabulary);
  ASSERT_EQ(one.size(), 50);
  for (std::int64_t d = 0; d < 50; ++d) EXPECT_EQ(counted(one, d), counted(other, 49 - d));
}

TEST(Documents, EmptyTextsAreKeptAndCounted) {
  const Documents documents = read_documents(Texts{"", "aa bb", "the of", "aa bb cc"}, 10);
  EXPECT_EQ(documents.size(), 4);
  EXPECT_EQ(documents.empty, 2);
  EXPECT_TRUE(documents.document(0).empty());
  EXPECT_EQ(documents.document(3).size(), 2U);
  const SparseBlock block = tf_idf(documents);
  EXPECT_EQ(block.begin, (std::vector<std::int64_t>{0, 0, 2, 2, 4}));
  EXPECT_EQ(read_documents(Texts{}, 10).size(), 0);
}

TEST(Documents, TfIdfByHand) {
  const Documents documents = read_documents(Texts{"aa aa bb", "aa cc", "cc cc aa bb"}, 10, 1);
  const SparseBlock block = tf_idf(documents);
  EXPECT_THAT(block.names, testing::ElementsAre("word aa", "word bb", "word cc"));
  const double bb = std::log(4.0 / 3.0) + 1;  // in two of three; aa is in all, log 1 + 1 = 1
  const double length = std::hypot(2.0, bb);
  ASSERT_EQ(block.entries.size(), 7U);
  EXPECT_NEAR(block.entries[0].value, 2 / length, 1e-15);
  EXPECT_NEAR(block.entries[1].value, bb / length, 1e-15);
  const double third = std::sqrt(1 + bb * bb + 4 * bb * bb);
  EXPECT_NEAR(block.entries[6].value, 2 * bb / third, 1e-15);
  EXPECT_EQ(block.entries[6].column, 2);
}

TEST(Documents, VocabularyOfNothingIsRefused) {
  EXPECT_THROW((void)read_documents(Texts{"aa"}, 0), ConfigError);
}

}  // namespace
}  // namespace faultline::model
