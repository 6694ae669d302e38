// Protected classes, covariates and numbers that are refused, and in which words.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sql/protected_people.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::ThrowsMessage;

TEST_F(ProtectedTest, ValuesThatNobodyHasAreRefusedWithTheNearest) {
  const std::string path =
      folder.write("values.csv", "race,y\nAfrican-American,1\nCaucasian,0\nOther,1\nCaucasian,1\n");
  refused(path, {.outcome = "y", .protected_classes = {"race=african american"}},
          "`protected` 'race=african american': nobody has that value; the values of 'race' are "
          "'African-American' (1), 'Caucasian' (2) and 'Other' (1); did you mean "
          "'African-American'?");
  refused(path, {.outcome = "y", .protected_classes = {"race="}},
          "`protected` 'race=': nobody has that value");
  EXPECT_THAT(
      [&] {
        (void)People::open({.path = path, .where = "race <> 'Other'"},
                           {.outcome = "y", .protected_classes = {"race=Other"}});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("nobody has that value"), Not(HasSubstr("mean")))));
}

TEST_F(ProtectedTest, UnknownColumnsAreRefusedWithTheNearest) {
  refused(rows, {.outcome = "y", .protected_classes = {"rcae=A"}},
          "`protected`: there is no column 'rcae'; did you mean 'race'?");
  refused(rows, {.outcome = "y", .covariates = {"sex", "agee"}},
          "`covariates`: there is no column 'agee'; did you mean 'age'?");
  refused(rows, {.outcome = "y", .numbers = {"pss"}},
          "there is no column 'pss'; did you mean 'ps'?");
  refused(rows, {.outcome = "y", .protected_classes = {""}}, "`protected` is empty");
  refused(rows, {.outcome = "y", .covariates = {"age", "age"}}, "`covariates` names 'age' twice");
}

TEST_F(ProtectedTest, RolesThatExcludeEachOtherAreRefused) {
  const data::RoleOptions base{.outcome = "y", .score = "p", .decision = "flag"};
  for (const auto& [column, option] : std::vector<std::pair<std::string, std::string>>{
           {"y", "`outcome`"}, {"p", "`score`"}, {"flag", "`decision`"}}) {
    data::RoleOptions roles = base;
    roles.protected_classes = {column};
    refused(rows, roles,
            fmt::format("column '{}' is {} and cannot be `protected` too", column, option));
    roles = base;
    roles.covariates = {"age", column};
    refused(rows, roles,
            fmt::format("column '{}' is {} and cannot be one of `covariates` too", column, option));
  }
}

TEST_F(ProtectedTest, TooManyValuesAreRefused) {
  std::string text = "g,id,name,y\n";
  for (int i = 0; i < 70; ++i) text += fmt::format("{},{},n{},{}\n", i % 2, i, i, i % 3 / 2);
  const std::string path = folder.write("many.csv", text);
  data::RoleOptions roles{.outcome = "y", .attributes = {"g"}, .protected_classes = {"id"}};
  refused(path, roles, "`protected` id: 70 values are more than the 64 that can be told apart");
  roles.protected_classes = {"name=n1"};
  refused(path, roles, "`protected` name: 70 values are more than the 64");
  roles.protected_classes.clear();
  roles.covariates = {"name"};
  refused(path, roles, "`covariates` name: 70 values are more than the 64");
  roles.covariates = {"id"};
  EXPECT_THAT(open(path, roles).numbers(), ElementsAre("id"));
}

TEST_F(ProtectedTest, TextIsNoNumber) {
  refused(rows, {.outcome = "y", .numbers = {"sex"}},
          "column of numbers sex: row 1 of '" + rows + "' holds 'f', which is not a number");
}

TEST_F(ProtectedTest, MissingClassesAndNumbersAreErrorsOrDropped) {
  const std::string path = folder.path("missing.parquet");
  {
    Engine engine(1);
    engine.run(fmt::format(
        "COPY (SELECT * FROM (VALUES ('A', 'f', 30.0::DOUBLE, 1, 1), ('', 'f', NULL, 0, 2), "
        "('B', NULL, 50, 1, 4), ('A', 'm', NULL, 0, 8), ('B', 'f', 'inf', 0, 16), "
        "('A', 'f', 'nan', 1, 32), ('B', 'm', 1, 0, 64)) t(race, sex, age, y, n)) TO {}",
        quote_text(path)));
  }
  data::RoleOptions roles{.outcome = "y",
                          .attributes = {"race", "sex"},
                          .count = "n",
                          .protected_classes = {"race=A", "race"}};
  refused(path, roles,
          "`protected` race: 1 of 7 rows of '" + path +
              "' has no value; correct it, leave it out with `where`, or add `missing = drop`");
  {
    const People people = People::open({.path = path, .missing = data::Missing::drop}, roles);
    EXPECT_EQ(people.summary().rows_used, 125);
    ASSERT_EQ(people.summary().dropped.size(), 1U);
    EXPECT_EQ(people.summary().dropped[0].text, "missing protected class (race)");
    EXPECT_EQ(people.summary().dropped[0].count, 2);
    EXPECT_THAT(people.attributes()[0].labels, ElementsAre("A", "B"));
    EXPECT_THAT(people.attributes()[1].labels, ElementsAre("f", "m", "(missing)"));
  }
  roles.protected_classes.clear();
  roles.covariates = {"sex", "age"};
  refused(path, roles, "`covariates` age: 3 of 7 rows of '" + path + "' have no value; correct");
  EXPECT_THAT([&] { (void)People::open({.path = path, .where = "race = 'B'"}, roles); },
              ThrowsMessage<InputError>(HasSubstr("`covariates` age: 1 of 3 rows of '" + path +
                                                  "' has an infinite number; correct it")));
  roles.protected_classes = {"race"};
  const People people = People::open({.path = path, .missing = data::Missing::drop}, roles);
  EXPECT_EQ(people.summary().rows, 127);
  EXPECT_EQ(people.summary().rows_used, 69);
  std::vector<std::pair<std::string, std::int64_t>> dropped;
  for (const auto& part : people.summary().dropped) dropped.emplace_back(part.text, part.count);
  EXPECT_THAT(dropped,
              ElementsAre(Pair("missing protected class (race)", 2),
                          Pair("missing number (age)", 40), Pair("infinite number (age)", 16)));
  EXPECT_THAT(profiles_of(people).numbers[0], ElementsAre(30, 1, 50));
}

TEST_F(ProtectedTest, NumbersSpoiltByTextAreTold) {
  std::string text = "g,age,code,y\n";
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{},{},{}{},{}\n", "uv"[i % 2], i % 9, "xyz"[i % 3], i % 3, i / 2 % 2);
  const data::RoleOptions roles{.outcome = "y", .attributes = {"g"}, .covariates = {"age", "code"}};
  const People clean = open(folder.write("clean.csv", text), roles);
  EXPECT_THAT(clean.numbers(), ElementsAre("age"));
  EXPECT_THAT(texts(clean.notices()), IsEmpty());
  const People spoilt = open(folder.write("spoilt.csv", text + "u,old,x0,1\n"), roles);
  EXPECT_THAT(spoilt.numbers(), IsEmpty());
  EXPECT_THAT(texts(spoilt.notices()),
              ElementsAre("covariate 'age' is taken as categories because it holds 'old', which is "
                          "not a number; if that means missing, add `null`"));
  for (int i = 0; i < 70; ++i) text += fmt::format("u,{},x0,1\n", i);
  refused(folder.write("more.csv", text + "u,old,x0,1\n"), roles,
          "`covariates` age: 71 values are more than the 64 that can be told apart; it holds text "
          "beside numbers, so correct it or add `null` with the spellings of missing values");
}

TEST_F(ProtectedTest, NobodyLeftIsToldWithTheReason) {
  const std::string path = folder.write("nobody.csv", "race,sex,y\n,f,1\n,m,0\n");
  EXPECT_THAT(
      [&] {
        (void)People::open({.path = path, .missing = data::Missing::drop},
                           {.outcome = "y", .attributes = {"sex"}, .protected_classes = {"race"}});
      },
      ThrowsMessage<InputError>(
          HasSubstr("every one lacks an outcome, prediction, decision, class or count")));
}

}  // namespace
}  // namespace faultline::sql
