// Flags: further columns with two values, such as a treatment, streamed as numbers 0 and 1.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sql/test_files.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::sql {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::ThrowsMessage;

data::Profiles profiles_of(const People& people) {
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder);
  return std::move(builder).finish();
}

bool same(const data::Profiles& a, const data::Profiles& b) {
  return a.attributes == b.attributes && a.codes == b.codes && a.prediction == b.prediction &&
         a.number_names == b.number_names && a.numbers == b.numbers && a.outcome == b.outcome &&
         a.decision == b.decision && a.count == b.count;
}

class FlagsTest : public ::testing::Test {
 protected:
  void refused(const std::string& path, const data::RoleOptions& roles,
               const std::string& message) {
    EXPECT_THAT([&] { (void)People::open({.path = path}, roles); },
                ThrowsMessage<Error>(HasSubstr(message)));
  }

  testing::TestFolder folder;
  const std::string rows = folder.write("rows.csv",
                                        "sex,age,drug,seen,d,p,y\n"
                                        "f,30,yes,true,1,0.5,1\n"
                                        "f,40,no,false,0,0.25,0\n"
                                        "m,20,no,true,0,0.5,1\n"
                                        "m,30,yes,false,1,0.75,0\n");
};

TEST_F(FlagsTest, TheyFollowTheOtherNumbersAsZeroAndOne) {
  const People people = People::open({.path = rows}, {.outcome = "y",
                                                      .attributes = {"sex"},
                                                      .covariates = {"age"},
                                                      .flags = {{"`treatment`", "drug=yes"},
                                                                {"`decision`", "seen"},
                                                                {"`score`", "p", "0.5"},
                                                                {"`decision`", "d=0"}}});
  EXPECT_THAT(people.numbers(), ElementsAre("age", "drug", "seen", "p", "d"));
  EXPECT_THAT(people.flags(), ElementsAre("drug", "seen", "p", "d"));
  EXPECT_THAT(texts(people.notices()), IsEmpty());
  const data::Profiles profiles = profiles_of(people);
  ASSERT_EQ(profiles.numbers.size(), 5U);
  EXPECT_THAT(profiles.codes[0], ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(profiles.numbers[0], ElementsAre(30, 40, 20, 30));
  EXPECT_THAT(profiles.numbers[1], ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(profiles.numbers[2], ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(profiles.numbers[3], ElementsAre(1, 0, 1, 1));
  EXPECT_THAT(profiles.numbers[4], ElementsAre(0, 1, 1, 0));
  EXPECT_TRUE(profiles.decision.empty());
  EXPECT_TRUE(profiles.prediction.empty());
}

TEST_F(FlagsTest, ScoresAreGroupedByTheirSideOfTheThreshold) {
  const auto side = [&](const std::string& threshold) {
    return profiles_of(People::open(
        {.path = rows},
        {.outcome = "y", .attributes = {"seen"}, .flags = {{"`score`", "p", threshold}}}));
  };
  EXPECT_THAT(side("0.5").numbers[0], ElementsAre(0, 1, 1));
  EXPECT_THAT(side("0.5").count, ElementsAre(1, 1, 2));
  EXPECT_THAT(side(">0.5").numbers[0], ElementsAre(0, 1, 0));
}

TEST_F(FlagsTest, OneValueIsAllowedAndTold) {
  const std::string path = folder.write("one.csv", "sex,a,b,y\nf,0,1,1\nm,0,1,0\n");
  const People people = People::open(
      {.path = path},
      {.outcome = "y", .attributes = {"sex"}, .flags = {{"`treatment`", "a"}, {"`x`", "b"}}});
  EXPECT_THAT(texts(people.notices()), ElementsAre("`treatment` a: everybody has the value '0'",
                                                   "`x` b: everybody has the value '1'"));
  const data::Profiles profiles = profiles_of(people);
  EXPECT_THAT(profiles.numbers[0], ElementsAre(0, 0));
  EXPECT_THAT(profiles.numbers[1], ElementsAre(1, 1));
}

TEST_F(FlagsTest, MessagesNameTheOption) {
  const auto flag = [](const std::string& column, const std::string& threshold = "") {
    return data::RoleOptions{
        .outcome = "y", .attributes = {"sex"}, .flags = {{"`treatment`", column, threshold}}};
  };
  refused(rows, flag("drugs"), "`treatment`: there is no column 'drugs'; did you mean 'drug'?");
  refused(rows, flag("drug"),
          "`treatment` drug: say which of its values is the positive one: `treatment` 'drug=");
  refused(rows, flag("drug=perhaps"), "`treatment` 'drug=perhaps': that value does not occur");
  refused(rows, flag("age"), "`treatment` age: not binary, its values are");
  refused(rows, flag(""), "`treatment` holds an empty name");
  refused(rows, flag("age", "0.5"),
          "`treatment` age: row 1 of '" + rows +
              "' holds 30, which is not a probability between 0 and 1");
  refused(rows, flag("drug", "0.5"), "`treatment` drug: row 1 of '" + rows + "' holds 'yes'");
  refused(rows, flag("p", "2"), "`threshold` '2' is not a probability");
}

TEST_F(FlagsTest, RolesThatExcludeEachOtherAreRefused) {
  const data::RoleOptions base{
      .outcome = "y", .attributes = {"sex"}, .flags = {{"`treatment`", "drug=yes"}}};
  const auto with = [&](const auto& change) {
    data::RoleOptions roles = base;
    change(roles);
    return roles;
  };
  refused(rows, with([](data::RoleOptions& r) { r.flags.push_back({"`decision`", "y"}); }),
          "column 'y' cannot be both `outcome` and `decision`");
  refused(rows, with([](data::RoleOptions& r) { r.flags.push_back({"`decision`", "drug=no"}); }),
          "column 'drug' cannot be both `treatment` and `decision`");
  refused(rows, with([](data::RoleOptions& r) { r.flags.push_back({"`treatment`", "drug=no"}); }),
          "`treatment` names column 'drug' twice");
  refused(rows, with([](data::RoleOptions& r) { r.covariates = {"age", "drug"}; }),
          "column 'drug' is `treatment` and cannot be one of `covariates` too");
  refused(rows, with([](data::RoleOptions& r) { r.protected_classes = {"drug"}; }),
          "column 'drug' is `treatment` and cannot be `protected` too");
  refused(rows, with([](data::RoleOptions& r) {
            r.flags = {{"`decision`", "d"}};
            r.numbers = {"d"};
          }),
          "column 'd' cannot be both `decision` and column of numbers");
  refused(rows, with([](data::RoleOptions& r) {
            r.attributes = {"sexx"};
            r.attributes_option = "`protected`";
          }),
          "`protected`: there is no column 'sexx'");
}

TEST_F(FlagsTest, TheDefaultRuleDoesNotScanThem) {
  const People people =
      People::open({.path = rows}, {.outcome = "y", .flags = {{"`treatment`", "drug=yes"}}});
  EXPECT_THAT(people.scanned(), ElementsAre("sex", "seen", "d"));  // not drug
}

TEST_F(FlagsTest, MissingValuesAreErrorsOrDropped) {
  const std::string path = folder.write("missing.csv",
                                        "sex,t,s,y,n\nf,1,0.5,1,1\nf,,0.5,0,2\nm,0,,1,4\nm,,,0,8\n"
                                        "m,0,0.1,0,16\n");
  const data::RoleOptions roles{.outcome = "y",
                                .attributes = {"sex"},
                                .count = "n",
                                .flags = {{"`treatment`", "t"}, {"`score`", "s", "0.5"}}};
  refused(
      path, roles,
      "`treatment` t: 2 of 5 rows of '" + path +
          "' have no value; correct them, leave them out with `where`, or add `missing = drop`");
  const People people = People::open({.path = path, .missing = data::Missing::drop}, roles);
  EXPECT_EQ(people.summary().rows_used, 17);
  std::vector<std::pair<std::string, std::int64_t>> dropped;
  for (const auto& part : people.summary().dropped) dropped.emplace_back(part.text, part.count);
  EXPECT_THAT(dropped,
              ElementsAre(Pair("missing treatment (t)", 10), Pair("missing score (s)", 4)));
  EXPECT_THAT(profiles_of(people).count, ElementsAre(1, 16));
  EXPECT_THAT(
      [&] {
        (void)People::open({.path = path, .where = "t is null", .missing = data::Missing::drop},
                           roles);
      },
      ThrowsMessage<InputError>(HasSubstr(
          "every one lacks an outcome, prediction, decision, treatment, score or count")));
}

TEST_F(FlagsTest, RowOrderThreadsAndFormatDoNotMatter) {
  std::vector<std::string> lines;
  for (int i = 0; i < 3000; ++i) {
    lines.push_back(fmt::format("{},{},{},{},{},{}\n", "uvw"[i % 3], i % 2, i % 11 < 4 ? 1 : 0,
                                (i % 13) / 13.0, i % 17 - 8, i % 5 == 0 ? "drug" : "none"));
  }
  const auto write = [&](const std::string& name) {
    std::string text = "a,b,y,p,x,z\n";
    for (const std::string& line : lines) text += line;
    return folder.write(name, text);
  };
  const data::RoleOptions roles{
      .outcome = "y",
      .attributes = {"a"},
      .covariates = {"x"},
      .flags = {{"`treatment`", "z=drug"}, {"`decision`", "b"}, {"`score`", "p", "0.5"}}};
  const std::string path = write("a.csv");
  const data::Profiles reference = profiles_of(People::open({.path = path, .threads = 1}, roles));
  EXPECT_EQ(reference.people(), 3000);
  {
    Engine engine(1);
    engine.run(fmt::format("COPY (SELECT * FROM read_csv({})) TO {} (FORMAT parquet)",
                           quote_text(path), quote_text(folder.path("a.parquet"))));
  }
  EXPECT_TRUE(
      same(reference, profiles_of(People::open({.path = folder.path("a.parquet")}, roles))));
  std::reverse(lines.begin(), lines.end());
  const std::string reversed = write("b.csv");
  for (const int threads : {1, 2, 3}) {
    EXPECT_TRUE(
        same(reference, profiles_of(People::open({.path = reversed, .threads = threads}, roles))));
  }
}

TEST_F(FlagsTest, ManyOfThemAreReadToo) {
  constexpr int kFlags = 50;  // more than one pass over the dictionaries takes
  std::string text = "a,y";
  for (int f = 0; f < kFlags; ++f) text += fmt::format(",c{}", f);
  for (int row = 0; row < 8; ++row) {
    text += fmt::format("\n{},{}", "uv"[row % 2], row / 4);
    for (int f = 0; f < kFlags; ++f) text += fmt::format(",{}", (row + f) % 3 == 0 ? 1 : 0);
  }
  data::RoleOptions roles{.outcome = "y", .attributes = {"a"}};
  for (int f = 0; f < kFlags; ++f) roles.flags.push_back({"`decision`", fmt::format("c{}", f)});
  const data::Profiles profiles =
      profiles_of(People::open({.path = folder.write("many.csv", text + "\n")}, roles));
  ASSERT_EQ(profiles.numbers.size(), std::size_t{kFlags});
  for (std::size_t f = 0; f < kFlags; ++f) {
    std::int64_t positive = 0;
    for (std::size_t i = 0; i < profiles.count.size(); ++i)
      positive += static_cast<std::int64_t>(profiles.numbers[f][i]) * profiles.count[i];
    EXPECT_EQ(positive, f % 3 == 1 ? 2 : 3) << f;
  }
}

TEST_F(FlagsTest, RowsAreReadWithoutThem) {
  const RowStream stream = RowStream::open(
      {.path = rows}, {.score = "p", .attributes = {"sex"}, .flags = {{"`treatment`", "nothing"}}},
      "");
  std::int64_t count = 0;
  stream.stream([&count](const data::Row&) { ++count; });
  EXPECT_EQ(count, 4);
}

}  // namespace
}  // namespace faultline::sql
