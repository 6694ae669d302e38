// Protected classes, covariates and numbers: what is streamed, in which order, and what is refused.

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
#include "faultline/data/profiles.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// Attribute and value of each class.
std::vector<std::pair<std::string, std::string>> classes_of(const People& people) {
  std::vector<std::pair<std::string, std::string>> classes;
  for (const data::ClassDefinition& one : people.protected_classes())
    classes.emplace_back(one.attribute, one.value);
  return classes;
}

std::vector<std::string> names_of(const People& people) {
  std::vector<std::string> names;
  for (const data::Attribute& attribute : people.attributes()) names.push_back(attribute.name);
  return names;
}

bool same(const data::Profiles& a, const data::Profiles& b) {
  return a.attributes == b.attributes && a.codes == b.codes && a.prediction == b.prediction &&
         a.number_names == b.number_names && a.numbers == b.numbers && a.outcome == b.outcome &&
         a.decision == b.decision && a.count == b.count;
}

/// Fails when tuples do not come in canonical order.
class OrderSink final : public data::ProfileSink {
 public:
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      std::vector<double> tuple;
      for (const auto& codes : batch.codes) tuple.push_back(codes[i]);
      if (!batch.prediction.empty()) tuple.push_back(batch.prediction[i]);
      for (const auto& number : batch.numbers) tuple.push_back(number[i]);
      if (!batch.outcome.empty()) tuple.push_back(batch.outcome[i]);
      if (!batch.decision.empty()) tuple.push_back(batch.decision[i]);
      ordered = ordered && last_ <= tuple;
      last_ = std::move(tuple);
      ++entries;
    }
  }
  bool ordered = true;
  std::int64_t entries = 0;

 private:
  std::vector<double> last_;
};

TEST_F(ProtectedTest, WithoutThemNothingChanges) {
  const People people = open(rows, {.outcome = "y", .score = "p"});
  EXPECT_THAT(names_of(people), ElementsAre("race", "sex", "flag"));
  EXPECT_EQ(people.scanned(), names_of(people));
  EXPECT_EQ(people.covariates(), people.scanned());
  EXPECT_THAT(people.numbers(), IsEmpty());
  EXPECT_THAT(classes_of(people), IsEmpty());
}

TEST_F(ProtectedTest, AttributesAreScannedThenProtectedThenCovariates) {
  const People people = open(rows, {.outcome = "y",
                                    .score = "p",
                                    .attributes = {"sex"},
                                    .protected_classes = {"level=10", "race", "sex=f"},
                                    .covariates = {"flag", "age", "race", "sex"},
                                    .numbers = {"ps", "age"}});
  EXPECT_THAT(names_of(people), ElementsAre("sex", "level", "race", "flag"));
  EXPECT_THAT(people.scanned(), ElementsAre("sex"));
  EXPECT_THAT(people.covariates(), ElementsAre("flag", "age", "race", "sex"));
  EXPECT_THAT(people.numbers(), ElementsAre("age", "ps"));
  EXPECT_THAT(people.attributes()[1].labels, ElementsAre("1", "2", "10"));
  EXPECT_THAT(classes_of(people),
              ElementsAre(Pair("level", "10"), Pair("race", "A"), Pair("race", "B"),
                          Pair("race", "C"), Pair("sex", "f")));
  ASSERT_EQ(people.summary().attributes.size(), 4U);
  EXPECT_EQ(people.summary().attributes[2].name, "race");
  EXPECT_EQ(people.summary().attributes[2].values[0].count, 3);

  const data::Profiles profiles = profiles_of(people);
  EXPECT_EQ(profiles.people(), 5);
  EXPECT_THAT(profiles.codes[0], ElementsAre(0, 0, 0, 1, 1));
  EXPECT_THAT(profiles.codes[2], ElementsAre(0, 0, 2, 0, 1));
  EXPECT_THAT(profiles.numbers[0], ElementsAre(-7, 30, 20.5, 30, 40));
  EXPECT_THAT(profiles.numbers[1], ElementsAre(0.1, 0.1, 0.3, 0.4, 0.2));
  OrderSink order;
  people.stream(order);
  EXPECT_TRUE(order.ordered);

  // Women of race A, by the sets of all four attributes.
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  const std::vector<std::uint64_t> sets{0b01, 0b111, 0b001, 0b11};
  people.stream_subgroup(sets, builder);
  EXPECT_THAT(std::move(builder).finish().numbers[0], ElementsAre(-7, 30));
}

TEST_F(ProtectedTest, TheDefaultRuleKeepsProtectedColumns) {
  std::string text = "many,race,one,code,y\n";
  for (int i = 0; i < 60; ++i)
    text += fmt::format("v{:02},{},same,{},{}\n", i % 30, i % 2 == 0 ? "A" : "B", i % 3, i / 2 % 2);
  const std::string path = folder.write("default.csv", text);
  const People people = open(path, {.outcome = "y",
                                    .protected_classes = {"code=2", "race=B", "many=v07"},
                                    .covariates = {"one", "race"}});
  EXPECT_THAT(people.scanned(), ElementsAre("race", "code"));
  EXPECT_THAT(names_of(people), ElementsAre("race", "code", "many", "one"));
  EXPECT_THAT(classes_of(people),
              ElementsAre(Pair("code", "2"), Pair("race", "B"), Pair("many", "v07")));
  EXPECT_THAT(texts(people.notices(), data::NoticeKind::left_out),
              ElementsAre("many: text with 30 values, more than 20", "one: one value only"));
}

TEST_F(ProtectedTest, ClassesAreListedOnceAndFoundInOtherSpellings) {
  EXPECT_THAT(classes_of(open(rows, {.outcome = "y",
                                     .attributes = {"sex"},
                                     .protected_classes = {"race=B", "race", "level=2.0",
                                                           "flag=TRUE", "level=2", "race=C"}})),
              ElementsAre(Pair("race", "B"), Pair("race", "A"), Pair("race", "C"),
                          Pair("level", "2"), Pair("flag", "true")));
}

TEST_F(ProtectedTest, SetsIntersectionsAndSeveralColumns) {
  const auto classes = [this](const std::vector<std::string>& asked) {
    return open(rows, {.outcome = "y", .attributes = {"level"}, .protected_classes = asked})
        .protected_classes();
  };
  const auto set = classes({"race=C|A", "race=A|C"}).at(0);
  EXPECT_EQ(set.attribute, "race (grouped)");
  EXPECT_EQ(set.value, "A or C");
  EXPECT_THAT(set.columns(), ElementsAre("race"));
  EXPECT_EQ(classes({"race=C|A", "race=A|C"}).size(), 1U);
  const auto both = classes({"sex=f; race=A|B"}).at(0);
  EXPECT_EQ(both.attribute, "sex, race");
  EXPECT_EQ(both.value, "f, A or B");
  EXPECT_EQ(in_words(both.parts), "sex = f and race = A or B");
  EXPECT_EQ(classes({"sex,flag"}).size(), 4U);
  refused(rows, {.outcome = "y", .protected_classes = {"race=A|D"}},
          "`protected` 'race=D': nobody has that value; the values of 'race' are");
  refused(rows, {.outcome = "y", .protected_classes = {"race=A,sex"}},
          "; name two classes with `protected` twice");
  refused(rows, {.outcome = "y", .protected_classes = {"sex,rcae"}},
          "`protected`: there is no column 'rcae'; did you mean 'race'?");
  refused(rows, {.outcome = "y", .protected_classes = {"sex=f;race"}},
          "`protected` 'sex=f;race': an intersection needs a value of every column");
  refused(rows, {.outcome = "y", .protected_classes = {"race=A;race=B"}}, "names 'race' twice");
}

TEST_F(ProtectedTest, MadeClassesAreAttributesOfProfiles) {
  const People people = open(rows, {.outcome = "y",
                                    .attributes = {"level"},
                                    .protected_classes = {"sex=f;race=A"},
                                    .against = "race=B"});
  data::Profiles profiles = profiles_of(people);
  EXPECT_EQ(profiles.people(), 5);
  // C, f and A, m are neither.
  EXPECT_EQ(data::make_classes(profiles, people.protected_classes()), 2);
  EXPECT_EQ(profiles.people(), 3);
  EXPECT_EQ(profiles.attributes.back().name, "sex, race");
  EXPECT_THAT(profiles.attributes.back().labels, ElementsAre("f, A", "(others)"));
  EXPECT_THAT(profiles.codes.back(), ElementsAre(0, 1));
  EXPECT_EQ(profiles.outcome.size(), 2U);
}

TEST_F(ProtectedTest, AgainstIsForOneClass) {
  refused(rows, {.outcome = "y", .protected_classes = {"race"}, .against = "race=A"},
          "`against` says whom one class is compared with, and 3 are audited");
  refused(rows, {.outcome = "y", .against = "race=A"}, "`against` needs `protected`");
  refused(rows, {.outcome = "y", .protected_classes = {"race=A"}, .against = "race"},
          "`against` 'race' names no value");
  refused(rows, {.outcome = "y", .protected_classes = {"race=A"}, .against = "race=D"},
          "`against` 'race=D': nobody has that value");
}

TEST_F(ProtectedTest, NamesAndValuesMayHoldEqualSigns) {
  const std::string path =
      folder.write("equals.csv", "a=b,g,y\nu=1,s,1\nv=2,t,0\nu=1,s,0\n\"x,z\",t,1\n");
  const People people =
      open(path, {.outcome = "y", .attributes = {"g"}, .protected_classes = {"a=b=u=1", "a=b"}});
  EXPECT_THAT(classes_of(people),
              ElementsAre(Pair("a=b", "u=1"), Pair("a=b", "v=2"), Pair("a=b", "x,z")));
}

TEST_F(ProtectedTest, BinnedColumnsAreCategories) {
  const People people =
      People::open({.path = rows, .bins = {"age=25,35"}}, {.outcome = "y",
                                                           .attributes = {"sex"},
                                                           .protected_classes = {"age=>= 35"},
                                                           .covariates = {"age", "ps"}});
  EXPECT_THAT(classes_of(people), ElementsAre(Pair("age", ">= 35")));
  EXPECT_THAT(people.numbers(), ElementsAre("ps"));
  EXPECT_THAT(names_of(people), ElementsAre("sex", "age"));
}

TEST_F(ProtectedTest, ScannedNumbersAreCategoricalCovariates) {
  const People people =
      open(rows, {.outcome = "y", .attributes = {"level", "sex"}, .covariates = {"level", "age"}});
  EXPECT_THAT(names_of(people), ElementsAre("level", "sex"));
  EXPECT_THAT(people.numbers(), ElementsAre("age"));
}

TEST_F(ProtectedTest, RowOrderThreadsAndFormatDoNotMatter) {
  std::vector<std::string> lines;
  for (int i = 0; i < 3000; ++i) {
    lines.push_back(fmt::format("{},{},{},{},{},{}\n", "uvw"[i % 3], i % 7, i % 11 < 4 ? 1 : 0,
                                (i % 13) / 13.0, i % 17 - 8, i % 5 == 0 ? "-0.0" : "0"));
  }
  const auto write = [&](const std::string& name) {
    std::string text = "a,b,y,p,x,z\n";
    for (const std::string& line : lines) text += line;
    return folder.write(name, text);
  };
  const data::RoleOptions roles{.outcome = "y",
                                .score = "p",
                                .threshold = "0.5",
                                .attributes = {"a"},
                                .protected_classes = {"b"},
                                .covariates = {"a", "x"},
                                .numbers = {"z"}};
  const std::string path = write("a.csv");
  const data::Profiles reference = profiles_of(People::open({.path = path, .threads = 1}, roles));
  EXPECT_EQ(reference.people(), 3000);
  {
    Engine engine(1);
    engine.run(fmt::format("COPY (SELECT * FROM read_csv({})) TO {} (FORMAT parquet)",
                           quote_text(path), quote_text(folder.path("a.parquet"))));
  }
  EXPECT_TRUE(same(reference, profiles_of(open(folder.path("a.parquet"), roles))));
  std::reverse(lines.begin(), lines.end());
  const std::string reversed = write("b.csv");
  for (const int threads : {1, 2, 3}) {
    EXPECT_TRUE(
        same(reference, profiles_of(People::open({.path = reversed, .threads = threads}, roles))));
  }
}

TEST_F(ProtectedTest, ManyNumbersComeSortedNotGrouped) {
  const std::string path = folder.path("many.parquet");
  {
    Engine engine(2);
    engine.run(fmt::format(
        "COPY (SELECT chr(65 + (hash(i, 1) % 5)::INT) AS a, chr(65 + (hash(i, 2) % 3)::INT) AS b, "
        "(hash(i, 3) % 5000)::INT AS x, (hash(i, 5) % 9)::INT AS few, (hash(i, 4) % 2)::INT AS y "
        "FROM range(1010000) r(i)) TO {}",
        quote_text(path)));
  }
  const data::RoleOptions roles{.outcome = "y", .protected_classes = {"b=A"}, .covariates = {"x"}};
  const People people = open(path, roles);
  EXPECT_TRUE(people.many_predictions());
  OrderSink order;
  people.stream(order);
  EXPECT_TRUE(order.ordered);
  EXPECT_EQ(order.entries, 1'010'000);
  const People few = open(path, {.outcome = "y", .covariates = {"few"}});
  EXPECT_FALSE(few.many_predictions());
  EXPECT_EQ(profiles_of(few).size(), 5 * 3 * 9 * 2);
}

}  // namespace
}  // namespace faultline::sql
