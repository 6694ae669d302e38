// SQL of the user sees the input and nothing else: each way out is refused with a sentence, and
// what people write every day still works.

#include <filesystem>
#include <string>
#include <vector>

#include "sql/test_files.hpp"
#include "support/message_of.hpp"
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
using ::testing::Not;

constexpr const char* kTable = "a,b,y,p\nu,1,0,.2\nv,2,1,.4\nu,3,1,.6\nv,4,0,.8\n";

class ConfinedTest : public ::testing::Test {
 protected:
  testing::TestFolder folder_;
  std::string path_ = folder_.write("people.csv", kTable);
  std::string secret_ = folder_.write("secret.csv", "word\nswordfish\n");

  [[nodiscard]] std::string with_where(const std::string& sql) const {
    return faultline::testing::message_of<ConfigError>(
        [&] { (void)People::open({.path = path_, .where = sql}, {.outcome = "y", .score = "p"}); });
  }
  [[nodiscard]] std::string with_derive(const std::string& sql) const {
    return faultline::testing::message_of<ConfigError>([&] {
      (void)People::open({.path = path_, .derive = {"c=" + sql}}, {.outcome = "y", .score = "p"});
    });
  }
};

TEST_F(ConfinedTest, NothingButTheInputCanBeRead) {
  const std::string file = quote_text(secret_);
  const std::vector<std::string> attempts{
      fmt::format("(select count(*) from read_csv({})) > 0", file),
      fmt::format("(select max(content) from read_text({})) > ''", file),
      fmt::format("(select count(*) from read_blob({})) > 0", file),
      fmt::format("exists (from {})", file),
      fmt::format("exists (select * from \"{}\")", secret_),
      fmt::format("(select count(*) from glob('{}*')) > 0", folder_.path("")),
      fmt::format("(select count(*) from sniff_csv({})) > 0", file),
      fmt::format("(select count(*) from query({})) > 0", quote_text("from " + quote_text(file))),
      fmt::format("(with t as (from read_csv({})) select count(*) from t) > 0", file),
      "(select count(*) from duckdb_settings()) > 0",
      "(select count(*) from duckdb_databases()) > 0",
      "(select count(*) from (show tables)) > 0",
      "(select count(*) from (describe source)) > 0",
      "(select count(*) from information_schema.tables) > 0",
      "(select count(*) from source) > 0",
      "(select count(*) from arrow_scan(1, 2, 3)) > 0",
      "current_setting('temp_directory') <> ''",
      "\"CURRENT_SETTING\"('temp_directory') <> ''",
      "main.current_query() <> ''",
      "getenv('HOME') <> ''",
      fmt::format("json_serialize_plan({})",
                  quote_text(fmt::format("select * from read_csv({})", file)))};
  for (const std::string& sql : attempts) {
    for (const std::string& message : {with_where(sql), with_derive(sql)}) {
      EXPECT_THAT(message, HasSubstr("it can use the columns of the input and nothing else"))
          << sql;
      EXPECT_THAT(message, Not(HasSubstr("swordfish")));
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST_F(ConfinedTest, OneExpressionAndNoMore) {
  const std::string out = folder_.path("out.csv");
  const std::vector<std::string> attempts{
      "true); drop view source; select (true",
      fmt::format("true); copy (select 1) to '{}'; select (true", out),
      fmt::format("true); attach '{}' as x; select (true", folder_.path("x.db")),
      "true); set threads = 1; select (true",
      "true) union all select * from step0 where (true",
      "true) order by (a",
      "true) limit (1",
      "true) group by (a",
      "b), (b",
      "b) as c, (b",
      "b) from (select 1",
      "b) where (true"};
  for (const std::string& sql : attempts) {
    EXPECT_THAT(with_where(sql), HasSubstr("is not one SQL expression")) << sql;
    EXPECT_THAT(with_derive(sql), HasSubstr("is not one SQL expression")) << sql;
  }
  for (const std::string sql :
       {"copy people to 'x'", "true; drop view source", "b /*", "'b", "b)", "b --\n)"}) {
    EXPECT_THAT(with_where(sql), HasSubstr("is not SQL that can be used")) << sql;
  }
  EXPECT_THAT(with_where(std::string("true)\0", 6)), HasSubstr("holds a zero byte"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

// Were the sentence above ever passed by, the engine itself still refuses.
TEST_F(ConfinedTest, TheEngineIsAWallOfItsOwn) {
  Engine engine(2);
  engine.confine({path_});
  EXPECT_EQ(
      engine.query(fmt::format("SELECT count(*) FROM read_csv({})", quote_text(path_))).at(0).at(0),
      "4");
  const std::string file = quote_text(secret_);
  for (const std::string& sql :
       {"FROM read_csv(" + file + ")", "FROM read_text(" + file + ")", "FROM " + file,
        "COPY (SELECT 1) TO " + quote_text(folder_.path("out.csv")),
        "ATTACH " + quote_text(folder_.path("x.db")), std::string("INSTALL httpfs"),
        std::string("LOAD httpfs"), std::string("SET threads = 1"),
        std::string("SET enable_external_access = true"),
        std::string("SET lock_configuration = false"), "SET allowed_paths = [" + file + "]",
        "SET temp_directory = " + quote_text(folder_.path(""))}) {
    EXPECT_THROW(engine.run(sql), EngineError) << sql;
  }
}

TEST_F(ConfinedTest, OrdinarySqlWorks) {
  const std::vector<std::string> derived{"case when b < 3 then 'low' else 'high' end",
                                         "a || '-' || b",
                                         "upper(a) in ('U', 'W')",
                                         "ntile(2) over (order by b)::varchar",
                                         "b > avg(b) over ()",
                                         "(select max(v) from unnest([b, 3]) t(v))::varchar",
                                         "list_max([b, 3])::varchar",
                                         "regexp_matches(a, '^u') -- a remark",
                                         "coalesce(nullif(a, 'u'), 'none')",
                                         "b between 1 and 2 or a ilike 'V'",
                                         "'a; b)'::varchar || $$ it's $$ || a",
                                         "(b) + (1) > 2",
                                         "exists (select 1 where b > 2)",
                                         "b in (values (1), (2))"};
  for (const std::string& sql : derived) EXPECT_EQ(with_derive(sql), "no error") << sql;
  EXPECT_EQ(with_where("b >= 1 and a is not null"), "no error");
  EXPECT_EQ(with_where("(b = 1) or (b > 1)"), "no error");
}

TEST_F(ConfinedTest, EveryPassReadsTheSourceWhateverItIsCalled) {
  const std::string text = "a,y\nu,0\nv,1\nu,1\n";
  for (const char* name : {"with 'quotes'.csv", "a*b[1].csv", "ümlaut ~.csv", "a\\b.csv"}) {
    const People people =
        People::open({.path = folder_.write(name, text), .where = "y >= 0"}, {.outcome = "y"});
    data::ProfilesBuilder builder(people.attributes());
    people.stream(builder);
    EXPECT_EQ(std::move(builder).finish().people(), 3) << name;
  }
  // Spooled: Windows-1252.
  const std::string latin = folder_.write("latin.csv", "a,y\n\xe9,0\nv,1\n\xe9,1\n");
  const People people = People::open({.path = latin, .where = "y >= 0"}, {.outcome = "y"});
  EXPECT_THAT(people.attributes().at(0).labels, ElementsAre("v", "é"));
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder);
  EXPECT_EQ(std::move(builder).finish().people(), 3);
  // The folders of a path are not tidied up first.
  const std::string odd = folder_.path("") + "/.//./people.csv";
  EXPECT_EQ(People::open({.path = odd}, {.outcome = "y"}).summary().rows, 4);
}

TEST_F(ConfinedTest, DatabaseParquetAndJson) {
  const std::string database = folder_.path("people.duckdb");
  const std::string parquet = folder_.path("people.parquet");
  const std::string json = folder_.write(
      "people.jsonl", "{\"a\":\"u\",\"y\":0}\n{\"a\":\"v\",\"y\":1}\n{\"a\":\"u\",\"y\":1}\n");
  {
    Engine engine(1);
    engine.run("ATTACH " + quote_text(database) + " AS d");
    engine.run("CREATE TABLE d.people AS SELECT * FROM (VALUES ('u', 0), ('v', 1)) t(a, y)");
    engine.run("CREATE TABLE d.other AS SELECT 'swordfish' AS word");
    engine.run("COPY d.people TO " + quote_text(parquet) + " (FORMAT parquet)");
  }
  for (const data::InputOptions& input :
       {data::InputOptions{.path = database, .table = "people", .where = "y < 2"},
        data::InputOptions{.path = parquet, .where = "y < 2"},
        data::InputOptions{.path = json, .where = "y < 2"}}) {
    const People people = People::open(input, {.outcome = "y"});
    data::ProfilesBuilder builder(people.attributes());
    people.stream(builder);
    EXPECT_EQ(std::move(builder).finish().people(), people.summary().rows_used);
    EXPECT_EQ(column_names(input), (std::vector<std::string>{"a", "y"}));
    int rows = 0;
    RowStream::open(input, {.attributes = {"a"}}, "y").stream([&rows](const data::Row&) {
      ++rows;
    });
    EXPECT_EQ(rows, people.summary().rows_used);
  }
  EXPECT_THAT(faultline::testing::message_of<ConfigError>([&] {
                (void)People::open(
                    {.path = database,
                     .table = "people",
                     .where = "exists (from input_database.main.other where word > 'a')"},
                    {.outcome = "y"});
              }),
              HasSubstr("reads the table 'other'"));
}

TEST_F(ConfinedTest, MessagesStillNameTheRow) {
  std::string text = "a,p,y\n";
  for (int i = 0; i < 20000; ++i)
    text += fmt::format("u,{},{}\n", i == 12344 ? "7.5" : "0.5", i % 2);
  EXPECT_THAT(faultline::testing::message_of<InputError>([&] {
                (void)People::open({.path = folder_.write("many.csv", text), .where = "y < 2"},
                                   {.outcome = "y", .score = "p"});
              }),
              HasSubstr("row 12345 of"));
}

}  // namespace
}  // namespace faultline::sql
