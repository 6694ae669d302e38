#include "faultline/base/json.hpp"

#include <cmath>

#include "described_person.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::test {
namespace {

using json::Reading;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

Person everything() {
  Person person;
  person.adult = true;
  person.rank = 3;
  person.n = -7;
  person.seed = 18446744073709551615U;
  person.score = 0.1;
  person.count = 872;
  person.bound = std::numeric_limits<double>::infinity();
  person.name = "Zo\xC3\xAB";
  person.colour = Colour::green;
  person.theta = 1.5;
  person.note = "x";
  person.interval = {0.25, std::nan("")};
  person.places = {{.town = "A", .share = 0.5}, {.town = "B", .share = 1}};
  person.sets = {{"sex", {"F"}}, {"age", {"<25", "25+"}}};
  person.quantiles = {{0.05, 1.0}, {0.5, 2.25}};
  person.extra = Extra{.lambda = 2, .steps = {1, 2}};
  person.clipped = 4;
  person.why = "because";
  return person;
}

TEST(Json, WritesWhatTheDescriptionSays) {
  EXPECT_EQ(json::write(everything()), R"({
  "adult": true,
  "rank": 3,
  "n": -7,
  "seed": 18446744073709551615,
  "score": 0.1,
  "count": 872,
  "bound": null,
  "name": "Zoë",
  "colour": "green",
  "theta": 1.5,
  "note": "x",
  "interval": [0.25, null],
  "places": [
    {
      "town": "A",
      "share": 0.5
    },
    {
      "town": "B",
      "share": 1.0
    }
  ],
  "sets": {
    "sex": ["F"],
    "age": ["<25", "25+"]
  },
  "quantiles": {
    "0.05": 1.0,
    "0.5": 2.25
  },
  "lambda": 2.0,
  "steps": [1, 2],
  "positivity": {
    "clipped": 4
  },
  "why": "because"
}
)");
}

TEST(Json, ReadsBackWhatItWrote) {
  for (const Person& person : {everything(), Person{}}) {
    const std::string text = json::write(person);
    const auto read = json::read<Person>(text, "person", Reading::complete);
    EXPECT_EQ(json::write(read), text);
  }
  const auto read = json::read<Person>(json::write(everything()), "person", Reading::complete);
  EXPECT_EQ(read.bound, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(read.interval.second));
}

TEST(Json, AbsentThingsAreLeftOut) {
  const std::string text = json::write(Person{});
  for (const char* key : {"note", "lambda", "steps", "why"})
    EXPECT_THAT(text, Not(HasSubstr(std::string("\"") + key + "\""))) << key;
  EXPECT_THAT(text, HasSubstr("\"theta\": null"));
}

void refuses(const std::string& text, const std::string& message, Reading reading) {
  EXPECT_THAT([&] { (void)json::read<Person>(text, "person", reading); },
              ThrowsMessage<InputError>(HasSubstr(message)))
      << text;
}

TEST(Json, ManyBracketsDoNotEndTheStack) {
  const std::string deep(500'000, '[');
  refuses(deep, "not JSON", Reading::complete);
  const std::string closed = "{\"schema\": " + deep + std::string(deep.size(), ']') + "}";
  EXPECT_THROW((void)json::part(closed, "schema"), json::NotJson);
}

TEST(Json, DamageIsNamedByItsPath) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = json::write(everything());
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  refuses("{", "not JSON", Reading::complete);
  refuses("[]", "person must be an object", Reading::complete);
  refuses("{}", "person.adult must be there", Reading::complete);
  refuses(damaged("\"share\": 0.5", "\"share\": \"half\""),
          "person.places[0].share must be a number", Reading::complete);
  refuses(damaged("\"rank\": 3", "\"rank\": 3000000000"),
          "person.rank must be a small whole number", Reading::complete);
  refuses(damaged("\"green\"", "\"blue\""), "person.colour must be red or green",
          Reading::complete);
  refuses(damaged("\"0.05\"", "\"low\""), "person.quantiles.low must be named by a number",
          Reading::complete);
  refuses(damaged("{\n    \"clipped\": 4\n  }", "4"), "person.positivity must be an object",
          Reading::complete);
  refuses(damaged("[0.25, null]", "[0.25]"), "person.interval must be a list of two",
          Reading::complete);
}

TEST(Json, ASpecKeepsDefaultsAndRefusesUnknownKeys) {
  const auto person = json::read<Person>(R"({"score": 2, "name": null})", "spec", Reading::partial);
  EXPECT_EQ(person.score, 2);
  EXPECT_EQ(person.rank, 1);
  refuses(R"({"scroe": 2})", "did you mean 'score'?", Reading::partial);
}

TEST(Json, APartIsTheTextOfOneMember) {
  EXPECT_EQ(json::part(R"({"a": {"b": [1, 2]}})", "a"), R"({"b":[1,2]})");
  EXPECT_EQ(json::part(R"({"a": null})", "a"), std::nullopt);
  EXPECT_EQ(json::part("[1]", "a"), std::nullopt);
}

}  // namespace
}  // namespace faultline::test
