#include "faultline/data/input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(ParseThreshold, AtLeastOrStrictlyAbove) {
  EXPECT_EQ(parse_threshold("0.5"), (Threshold{.value = 0.5, .strict = false}));
  EXPECT_EQ(parse_threshold(">=0.5"), (Threshold{.value = 0.5, .strict = false}));
  EXPECT_EQ(parse_threshold("> 0.25"), (Threshold{.value = 0.25, .strict = true}));
  const std::vector<Threshold> range = parse_thresholds("0.1:0.9:0.1");
  ASSERT_EQ(range.size(), 9U);
  EXPECT_EQ(range[2], (Threshold{.value = 0.3}));  // not 0.30000000000000004
  EXPECT_EQ(range[8], (Threshold{.value = 0.9}));
  EXPECT_EQ(parse_thresholds(">0:1:0.3").back(), (Threshold{.value = 0.9, .strict = true}));
  EXPECT_EQ(parse_thresholds("0.2, 0.5").size(), 2U);
  EXPECT_EQ(parse_thresholds("0.5"), (std::vector<Threshold>{{.value = 0.5}}));
  for (const char* text : {"0.1:0.9", "0.1:0.9:0", "0.9:0.1:0.1", "0:1:0.0001", "0.5,0.2", "0:2:1"})
    EXPECT_THROW((void)parse_thresholds(text), ConfigError) << text;
  for (const char* text : {"", ">", "half", "-0.1", "1.1", "nan", "<0.5", "0.5x"}) {
    EXPECT_THAT([text] { (void)parse_threshold(text); },
                ThrowsMessage<ConfigError>(HasSubstr("not a probability between 0 and 1")))
        << text;
  }
}

TEST(ParseBinaryRole, TheFirstPrefixThatIsAColumnCounts) {
  const std::vector<std::string> columns{"income", "a=b", "y"};
  EXPECT_EQ(parse_binary_role("y", columns), (BinaryRole{.column = "y"}));
  EXPECT_EQ(parse_binary_role("income=>50K", columns),
            (BinaryRole{.column = "income", .positive = ">50K"}));
  EXPECT_EQ(parse_binary_role("income=>=50K", columns),
            (BinaryRole{.column = "income", .positive = ">=50K"}));
  EXPECT_EQ(parse_binary_role("a=b", columns), (BinaryRole{.column = "a=b"}));
  EXPECT_EQ(parse_binary_role("a=b=c", columns), (BinaryRole{.column = "a=b", .positive = "c"}));
  EXPECT_EQ(parse_binary_role("z=1", columns), (BinaryRole{.column = "z", .positive = "1"}));
  EXPECT_EQ(parse_binary_role("y=", columns), (BinaryRole{.column = "y", .positive = ""}));
}

TEST(ParseDerive, SplitsAtTheFirstEqualsSign) {
  EXPECT_EQ(parse_derive("a = x = 1"), (Derived{.name = "a", .sql = "x = 1"}));
  for (const char* text : {"", "a", "=x", "a="}) {
    EXPECT_THAT([text] { (void)parse_derive(text); },
                ThrowsMessage<ConfigError>(HasSubstr("not name=SQL")))
        << text;
  }
}

TEST(ResolveFormat, ByExtensionInAnyCase) {
  EXPECT_EQ(resolve_format({.path = "a.b/people.CSV"}), Format::csv);
  EXPECT_EQ(resolve_format({.path = "people.ndjson"}), Format::jsonl);
  EXPECT_EQ(resolve_format({.path = "-"}), Format::csv);
  EXPECT_EQ(resolve_format({.path = "-", .input_format = Format::tsv}), Format::tsv);
  EXPECT_EQ(resolve_format({.path = "people.csv.gz"}), Format::csv);
  EXPECT_EQ(resolve_format({.path = "people.TSV.GZ"}), Format::tsv);
  EXPECT_THROW((void)resolve_format({.path = "a.csv/people"}), ConfigError);
  EXPECT_THROW((void)resolve_format({.path = "people.jsonl.gz"}), ConfigError);
}

TEST(ResolveDelimiter, OnePlainCharacter) {
  EXPECT_EQ(resolve_delimiter(""), std::nullopt);
  EXPECT_EQ(resolve_delimiter(";"), ';');
  EXPECT_EQ(resolve_delimiter("tab"), '\t');
  EXPECT_EQ(resolve_delimiter("\\t"), '\t');
  for (const char* text : {"\"", "ab", "\n", "é"})
    EXPECT_THROW((void)resolve_delimiter(text), ConfigError) << text;
}

// Whatever is typed, the parsers answer or refuse; nothing else.
/// Whatever it is given, it may refuse it in its own words, and nothing else.
template <typename Function>
void tried(const Function& function) {
  try {
    function();
  } catch (const ConfigError& error) {
    EXPECT_STRNE(error.what(), "");
  }
}

TEST(OptionParsers, SurviveRandomText) {
  std::uint64_t state = 20240229;
  const auto next = [&state] {
    return state = state * 6364136223846793005ULL + 1442695040888963407ULL, state >> 33;
  };
  const std::string alphabet = "0123456789.,=<>:+-eEnaifquwdth \t'\"|;\\\x80\xff";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (auto length = next() % 24; length > 0; --length)
      text += alphabet[next() % alphabet.size()];
    (void)parse_binary_role(text, {"a", "b=c"});
    tried([&] { (void)parse_threshold(text); });
    tried([&] { (void)parse_derive(text); });
    tried([&] { (void)resolve_delimiter(text); });
    tried([&] { validate(InputOptions{.path = text, .bins = {text}}); });
  }
}

TEST(Validate, WithoutAPathNothingThatIsSaidOfFilesFits) {
  EXPECT_NO_THROW(validate(InputOptions{.where = "a > 1", .bins = {"a=1,2"}}));
  EXPECT_THROW(validate(InputOptions{.input_format = Format::csv}), ConfigError);
  EXPECT_THROW(validate(InputOptions{.delimiter = ";"}), ConfigError);
  EXPECT_THROW(validate(InputOptions{.columns = {"a"}}), ConfigError);
  EXPECT_THROW(validate(InputOptions{.table = "t"}), ConfigError);
  EXPECT_THROW(validate_file(InputOptions{}), ConfigError);
  EXPECT_NO_THROW(validate_file(InputOptions{.path = "a.csv"}));
}

}  // namespace
}  // namespace faultline::data
