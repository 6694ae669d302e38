#include "faultline/sql/people.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sql/test_files.hpp"
#include "support/shared_data.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Throws;
using ::testing::ThrowsMessage;

data::Profiles profiles_of(const People& people) {
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder);
  return std::move(builder).finish();
}

bool same(const data::Profiles& a, const data::Profiles& b) {
  return a.attributes == b.attributes && a.codes == b.codes && a.prediction == b.prediction &&
         a.outcome == b.outcome && a.decision == b.decision && a.count == b.count;
}

/// Fails when tuples do not come in canonical order.
class OrderSink final : public data::ProfileSink {
 public:
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      std::vector<double> tuple;
      for (const auto& codes : batch.codes) tuple.push_back(codes[i]);
      if (!batch.prediction.empty()) tuple.push_back(batch.prediction[i]);
      if (!batch.outcome.empty()) tuple.push_back(batch.outcome[i]);
      if (!batch.decision.empty()) tuple.push_back(batch.decision[i]);
      ordered = ordered && last_ <= tuple;
      last_ = std::move(tuple);
      people += batch.count[i];
      ++entries;
    }
  }
  bool ordered = true;
  std::int64_t people = 0;
  std::int64_t entries = 0;

 private:
  std::vector<double> last_;
};

class PeopleTest : public ::testing::Test {
 protected:
  testing::TestFolder folder;
};

TEST_F(PeopleTest, RowOrderThreadsAndSplittingIntoCountsDoNotMatter) {
  std::vector<std::string> lines;
  for (int i = 0; i < 3000; ++i) {
    lines.push_back(
        fmt::format("{},{},{},{}\n", "uvw"[i % 3], i % 7, i % 11 < 4 ? 1 : 0, (i % 13) / 13.0));
  }
  const auto write = [&](const std::string& name) {
    std::string text = "a,b,y,p\n";
    for (const std::string& line : lines) text += line;
    return folder.write(name, text);
  };
  const data::RoleOptions roles{
      .outcome = "y", .score = "p", .threshold = "0.5", .attributes = {"a", "b"}};
  const data::Profiles reference =
      profiles_of(People::open({.path = write("a.csv"), .threads = 1}, roles));
  EXPECT_EQ(reference.people(), 3000);
  std::reverse(lines.begin(), lines.end());
  const std::string reversed = write("b.csv");
  for (const int threads : {1, 2, 3}) {
    EXPECT_TRUE(
        same(reference, profiles_of(People::open({.path = reversed, .threads = threads}, roles))));
  }
  std::string grouped = "a,b,y,p,n\n";
  for (const std::string& line : lines) grouped += line.substr(0, line.size() - 1) + ",2\n";
  data::RoleOptions counted = roles;
  counted.count = "n";
  data::Profiles doubled =
      profiles_of(People::open({.path = folder.write("c.csv", grouped)}, counted));
  for (std::int64_t& count : doubled.count) count /= 2;
  EXPECT_TRUE(same(reference, doubled));
}

TEST_F(PeopleTest, ParquetDatabaseAndJsonGiveWhatCsvGives) {
  const std::string csv = folder.write(
      "a.csv", "g,flag,y,p\nu,true,1,0.5\nv,false,0,0.25\n,true,0,0.25\nu,true,1,0.5\n");
  {
    Engine engine(1);
    const std::string read = fmt::format("SELECT * FROM read_csv({})", quote_text(csv));
    engine.run(fmt::format("COPY ({}) TO {} (FORMAT parquet)", read,
                           quote_text(folder.path("a.parquet"))));
    engine.run(
        fmt::format("COPY ({}) TO {} (FORMAT json)", read, quote_text(folder.path("a.jsonl"))));
    engine.run(fmt::format("ATTACH {} AS db", quote_text(folder.path("a.duckdb"))));
    engine.run("CREATE TABLE db.\"my table\" AS " + read);
    engine.run("CREATE SCHEMA db.other");
    engine.run("CREATE VIEW db.other.v AS SELECT 1 AS one");
    engine.run("DETACH db");
  }
  const data::RoleOptions roles{.outcome = "y", .score = "p"};
  const data::Profiles reference = profiles_of(People::open({.path = csv}, roles));
  ASSERT_EQ(reference.attributes.size(), 2U);
  EXPECT_THAT(reference.attributes[0].labels, ElementsAre("u", "v", "(missing)"));
  EXPECT_THAT(reference.attributes[1].labels, ElementsAre("false", "true"));
  EXPECT_TRUE(
      same(reference, profiles_of(People::open({.path = folder.path("a.parquet")}, roles))));
  EXPECT_TRUE(same(reference, profiles_of(People::open({.path = folder.path("a.jsonl")}, roles))));
  EXPECT_TRUE(same(reference, profiles_of(People::open(
                                  {.path = folder.path("a.duckdb"), .table = "my table"}, roles))));
  EXPECT_THAT([&] { (void)People::open({.path = folder.path("a.duckdb"), .table = "my"}, roles); },
              ThrowsMessage<InputError>(
                  HasSubstr("holds no table 'my'; its tables are my table and other.v")));
  EXPECT_THAT([&] { (void)People::open({.path = folder.path("a.duckdb")}, roles); },
              ThrowsMessage<InputError>(HasSubstr("say `table`, one of my table or other.v")));
}

TEST_F(PeopleTest, LabelsStandInCanonicalOrder) {
  const std::string path = folder.write(
      "a.csv", "number,text,age,y\n10,b,30,1\n9,B,20,0\n-1.5,a,50,1\n,,,0\n10,b,45,1\n");
  const People people = People::open({.path = path, .bins = {"age=25,45"}},
                                     {.outcome = "y", .attributes = {"number", "text", "age"}});
  EXPECT_THAT(people.attributes()[0].labels, ElementsAre("-1.5", "9", "10", "(missing)"));
  EXPECT_THAT(people.attributes()[1].labels, ElementsAre("B", "a", "b", "(missing)"));
  EXPECT_THAT(people.attributes()[2].labels,
              ElementsAre("< 25", "25 to < 45", ">= 45", "(missing)"));
  EXPECT_EQ(people.summary().attributes[0].values[2].count, 2);
}

TEST_F(PeopleTest, RiskScoreIsTheShareOfPositivesAmongKeptPeople) {
  const std::string path = folder.write(
      "a.csv",
      "a,s,y,n,keep\nu,low,1,1,1\nv,low,0,3,1\nu,high,1,2,1\nv,high,0,2,1\nu,low,1,100,0\n");
  const data::Profiles profiles = profiles_of(
      People::open({.path = path, .where = "keep = 1"},
                   {.outcome = "y", .risk_score = "s", .attributes = {"a"}, .count = "n"}));
  EXPECT_THAT(profiles.prediction, ElementsAre(0.25, 0.5, 0.25, 0.5));
  EXPECT_THAT(profiles.count, ElementsAre(1, 2, 3, 2));
}

TEST_F(PeopleTest, ThresholdIsAtLeastOrStrictlyAbove) {
  const std::string path = folder.write("a.csv", "a,y,p\nu,1,0.4\nv,0,0.5\nw,1,0.6\n");
  const auto decisions = [&](const std::string& threshold) {
    return profiles_of(
               People::open({.path = path}, {.outcome = "y", .score = "p", .threshold = threshold}))
        .decision;
  };
  EXPECT_THAT(decisions("0.5"), ElementsAre(0, 1, 1));
  EXPECT_THAT(decisions(">0.5"), ElementsAre(0, 0, 1));
}

TEST_F(PeopleTest, TypesRestOnEveryRow) {
  // Past any sample: one value makes a column text, and 1.5 is not rounded to a whole number.
  std::string text = "a,b,y\n";
  for (int i = 0; i < 30'000; ++i) text += fmt::format("{},{},{}\n", i % 5, i % 3, i % 2);
  const std::string path = folder.write("a.csv", text + "x,1.5,1\n");
  const People people = People::open({.path = path}, {.outcome = "y", .attributes = {"a", "b"}});
  EXPECT_THAT(people.attributes()[0].labels, ElementsAre("0", "1", "2", "3", "4", "x"));
  EXPECT_THAT(people.attributes()[1].labels, ElementsAre("0", "1", "1.5", "2"));
}

TEST_F(PeopleTest, NumbersWithMissingValuesStayNumbers) {
  const std::string path =
      folder.write("a.csv", "a,p,day,y\nu,0.5,2024-01-01,1\nv,0.25,,0\nw,?,2024-01-02,0\n");
  const People people = People::open({.path = path,
                                      .where = "day is null or day > date '2023-01-01'",
                                      .null_spellings = {"?"},
                                      .missing = data::Missing::drop},
                                     {.outcome = "y", .score = "p"});
  EXPECT_EQ(people.summary().rows_used, 2);
  ASSERT_EQ(people.summary().dropped.size(), 1U);
  EXPECT_EQ(people.summary().dropped[0].text, "missing prediction");
}

TEST_F(PeopleTest, SubgroupsAreStreamedAlone) {
  const std::string path =
      folder.write("a.csv", "a,b,y,p\nu,s,1,.5\nv,s,0,.5\nw,t,1,.25\n,t,0,.25\n,s,1,.5\n");
  const People people =
      People::open({.path = path}, {.outcome = "y", .score = "p", .attributes = {"a", "b"}});
  data::ProfilesBuilder builder(people.attributes());
  const std::vector<std::uint64_t> sets{0b1001, 0b01};  // a in {u, (missing)}, b = s
  people.stream_subgroup(sets, builder);
  const data::Profiles profiles = std::move(builder).finish();
  EXPECT_EQ(profiles.people(), 2);
  EXPECT_THAT(profiles.codes[0], ElementsAre(0, 3));
  const std::vector<std::uint64_t> too_few{1};
  data::ProfilesBuilder unused(people.attributes());
  EXPECT_THAT([&] { people.stream_subgroup(too_few, unused); }, Throws<InternalError>());
}

TEST_F(PeopleTest, MoreCodesThanOneWordHolds) {
  constexpr int kAttributes = 45;  // 3^45 is past 64 bits
  constexpr std::array<int, 4> kPowers{1, 3, 9, 27};
  std::string text = "y";
  for (int a = 0; a < kAttributes; ++a) text += fmt::format(",x{}", a);
  for (int row = 0; row < 81; ++row) {
    text += fmt::format("\n{}", row % 2);
    for (int a = 0; a < kAttributes; ++a)
      text += fmt::format(",v{}", (row / kPowers[a % 4] + a) % 3);
  }
  const People people =
      People::open({.path = folder.write("a.csv", text + "\n")}, {.outcome = "y"});
  OrderSink order;
  people.stream(order);
  EXPECT_TRUE(order.ordered);
  const data::Profiles profiles = profiles_of(people);
  ASSERT_EQ(profiles.codes.size(), std::size_t{kAttributes});
  for (std::size_t a = 0; a < kAttributes; ++a) {
    for (std::size_t v = 0; v < 3; ++v) {
      std::int64_t count = 0;
      for (std::size_t i = 0; i < profiles.count.size(); ++i) {
        if (profiles.codes[a][i] == v) count += profiles.count[i];
      }
      EXPECT_EQ(count, people.summary().attributes[a].values.at(v).count);
    }
  }
}

TEST_F(PeopleTest, ManyPredictionsComeSortedNotGrouped) {
  const std::string path = folder.path("many.parquet");
  {
    Engine engine(2);
    engine.run(fmt::format(
        "COPY (SELECT chr(65 + (hash(i, 1) % 5)::INT) AS a, chr(65 + (hash(i, 2) % 3)::INT) AS b, "
        "(hash(i, 3) % 5000) / 5000.0 AS p, (hash(i, 4) % 2)::INT AS y FROM range(1100000) r(i)) "
        "TO {}",
        quote_text(path)));
  }
  const data::RoleOptions roles{.outcome = "y", .score = "p"};
  std::vector<data::Profiles> results;
  for (const int threads : {1, 2}) {
    const People people = People::open({.path = path, .threads = threads}, roles);
    EXPECT_TRUE(people.many_predictions());
    OrderSink order;
    people.stream(order);
    EXPECT_TRUE(order.ordered);
    EXPECT_EQ(order.people, 1'100'000);
    EXPECT_EQ(order.entries, 1'100'000);
    results.push_back(profiles_of(people));
  }
  EXPECT_TRUE(same(results[0], results[1]));
}

TEST_F(PeopleTest, StopIsObeyed) {
  const std::string path = folder.write("a.csv", "a,y\nu,1\nv,0\n");
  std::stop_source source;
  source.request_stop();
  EXPECT_THAT([&] { (void)People::open({.path = path}, {.outcome = "y"}, source.get_token()); },
              Throws<Cancelled>());
}

TEST_F(PeopleTest, QuantilesAreThoseOfPeople) {
  const std::string rows = folder.write("a.csv", "x,y\n1,1\n1,0\n1,1\n2,0\n3,1\n4,0\n");
  const std::string counted = folder.write("b.csv", "x,y,n\n1,1,2\n1,0,1\n2,0,1\n3,1,1\n4,0,1\n");
  const People a = People::open({.path = rows, .bins = {"x=quantile:2"}}, {.outcome = "y"});
  const People b =
      People::open({.path = counted, .bins = {"x=quantile:2"}}, {.outcome = "y", .count = "n"});
  EXPECT_THAT(a.attributes()[0].labels, ElementsAre("< 2", ">= 2"));
  EXPECT_EQ(a.attributes(), b.attributes());
}

TEST_F(PeopleTest, ColumnNamesAreThoseOfTheFileAndDerivedOnes) {
  const std::string path = folder.write("a.csv", "x,X.1,y\n1,2,0\n");
  EXPECT_THAT(column_names({.path = path, .derive = {"z=x + 1"}}),
              ElementsAre("x", "X.1", "y", "z"));
  EXPECT_THAT([&] { (void)column_names({.path = folder.path("nothing.csv")}); },
              ThrowsMessage<InputError>(HasSubstr("nothing.csv")));
}

TEST_F(PeopleTest, CompasCountsAreThoseOfThePaper) {
  FAULTLINE_NEEDS_SHARED(compas, "data/compas-scores-two-years.csv");
  const People people =
      People::open({.path = compas.string(),
                    .where = "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and "
                             "c_charge_degree <> 'O' and score_text <> 'N/A'",
                    .derive = {"under_25=case when age < 25 then 'Yes' else 'No' end",
                               "priors=case when priors_count = 0 then 'None' when priors_count <= "
                               "5 then '1 to 5' else 'Over 5' end"}},
                   {.outcome = "two_year_recid",
                    .risk_score = "decile_score",
                    .attributes = {"sex", "race", "under_25", "priors", "c_charge_degree"}});
  EXPECT_EQ(people.summary().rows, 7214);
  EXPECT_EQ(people.summary().rows_used, 6172);
  const data::Profiles profiles = profiles_of(people);
  EXPECT_EQ(profiles.size(), 985);  // as counted by a script of a few lines on the same file
  EXPECT_EQ(people.summary().attributes[1].values[0].label, "African-American");
  EXPECT_EQ(people.summary().attributes[1].values[0].count, 3175);
  EXPECT_EQ(people.summary().attributes[3].values[2].count, 1221);
}

TEST(PeopleOutcome, ANumberJoinsTheNumbersWhereItMay) {
  const testing::TestFolder folder;
  const std::string rows =
      folder.write("rows.csv", "sex,price,y,word\nf,1.5,0,a\nm,2,1,b\nm,7,1,c\n");
  data::RoleOptions roles{.outcome = "price", .outcome_may_be_number = true, .attributes = {"sex"}};
  EXPECT_THAT(People::open({.path = rows}, roles).numbers(), ElementsAre("price"));
  roles.outcome = "y";  // two values: not a number
  EXPECT_THAT(People::open({.path = rows}, roles).numbers(), IsEmpty());
  roles.outcome = "price=2";  // asked for as a value
  EXPECT_THROW((void)People::open({.path = rows}, roles), InputError);
  roles.outcome = "word";
  EXPECT_THROW((void)People::open({.path = rows}, roles), InputError);
  roles = {.outcome = "price", .attributes = {"sex"}};  // nor where nobody said so
  EXPECT_THROW((void)People::open({.path = rows}, roles), InputError);
}

}  // namespace
}  // namespace faultline::sql
