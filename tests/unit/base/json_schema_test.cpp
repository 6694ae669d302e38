#include "faultline/base/json_schema.hpp"

#include <cmath>

#include "described_person.hpp"
#include "described_team.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/json.hpp"

namespace faultline::test {
namespace {

using json::Reading;
using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Team team(std::size_t players) {
  Team made{.size = Size::large, .motto = "Go", .odds = {{1, kInfinity}}};
  for (std::size_t i = 0; i < players; ++i) {
    Player player;
    player.name = std::string(1, static_cast<char>('a' + i));
    player.best = 1 + static_cast<double>(i);
    player.range = {{-kInfinity, 2}};
    made.players.push_back(player);
  }
  return made;
}

TEST(Json, AListOfOneStandsInItsParentsPlace) {
  EXPECT_EQ(json::write(team(1)), R"({
  "team": {
    "names": ["a"]
  },
  "size": "large",
  "motto": "Go",
  "odds": null,
  "best": 1.0,
  "range": [null, 2.0]
}
)");
  for (const std::size_t players : {0U, 1U, 2U}) {
    const std::string text = json::write(team(players));
    const auto read = json::read<Team>(text, "team", Reading::complete);
    EXPECT_EQ(json::write(read), text);
    ASSERT_EQ(read.players.size(), players);
    if (players == 0) continue;
    EXPECT_EQ(read.players[0].name, "a");
    EXPECT_EQ(read.players[0].range->first, -kInfinity);
  }
}

TEST(Json, AnIntervalWithoutANumberIsNone) {
  Team made = team(1);
  made.players[0].range = {{0, std::nan("")}};
  EXPECT_THAT(json::write(made), HasSubstr("\"range\": null"));
}

TEST(Json, ANumberThatMustBeFiniteIsNotNull) {
  EXPECT_THAT([] { (void)json::read<Scores>(R"({"best": null})", "scores", Reading::complete); },
              ThrowsMessage<InputError>("scores.best must be a number"));
}

TEST(JsonSchema, SaysWhatTheDescriptionSays) {
  const ordered_json schema = ordered_json::parse(json::schema<Person>());
  EXPECT_EQ(schema["description"], "A person");
  const ordered_json& properties = schema["properties"];
  EXPECT_EQ(properties["adult"].dump(), R"({"type":"boolean","description":"Of age"})");
  EXPECT_EQ(properties["rank"].dump(), R"({"type":"integer","minimum":1,"description":"Place"})");
  EXPECT_EQ(properties["theta"].dump(),
            R"({"type":["number","null"],"exclusiveMinimum":0,"description":"Effect"})");
  EXPECT_EQ(properties["colour"].dump(), R"({"enum":["red","green"],"description":"Colour"})");
  EXPECT_EQ(properties["places"]["items"].dump(), R"({"$ref":"#/$defs/Place"})");
  EXPECT_EQ(properties["sets"]["additionalProperties"]["items"]["type"], "string");
  EXPECT_EQ(properties["interval"]["minItems"], 2);
  EXPECT_EQ(properties["positivity"]["additionalProperties"], false);
  EXPECT_EQ(schema["$defs"]["Place"]["properties"]["share"]["maximum"], 1);
  // Sparse and conditional members may lack; all of an inlined optional or none.
  EXPECT_THAT(schema["required"].dump(), ::testing::Not(HasSubstr("note")));
  EXPECT_THAT(schema["required"].dump(), ::testing::Not(HasSubstr("why")));
  EXPECT_EQ(schema["allOf"][0]["if"].dump(), R"({"required":["lambda"]})");
  EXPECT_EQ(schema["allOf"][0]["then"]["required"].dump(), R"(["lambda","steps"])");
  EXPECT_EQ(schema["unevaluatedProperties"], false);
}

TEST(JsonSchema, KnowsWhatIsNeverWritten) {
  const ordered_json schema = ordered_json::parse(json::schema<Team>());
  EXPECT_EQ(schema["properties"]["size"]["enum"].dump(), R"(["small","large"])");
  EXPECT_EQ(schema["properties"]["motto"].dump(),
            R"({"type":["string","null"],"pattern":"^[A-Z]","description":"Its motto."})");
  EXPECT_EQ(schema["allOf"][0]["then"]["properties"]["best"]["type"], "number");
}

}  // namespace
}  // namespace faultline::test
