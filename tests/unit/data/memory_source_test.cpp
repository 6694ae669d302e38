#include "faultline/data/memory_source.hpp"

#include <limits>

#include "support/message_of.hpp"
#include "support/people_text.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

MemorySource small() {
  MemorySource source;
  source.add_numbers("y", {0, 1, 1, 0, kNone});
  source.add_numbers("p", {0.1, 0.9, 0.5, 0.25, 0.5});
  source.add_text("a", {" u", "v", "u", "", "v"});
  source.add_booleans("b", {1, 0, -1, 1, 1});
  source.add_text("coded", {"z", "k", "unused"}, {0, 1, -1, 0, 0});
  return source;
}

TEST(MemorySource, HasTheRulesOfFiles) {
  MemorySource source = small();
  EXPECT_EQ(source.rows(), 5);
  const auto people = source.open({.bins = {"p=0.5"}, .missing = Missing::drop},
                                  {.outcome = "y", .attributes = {"a", "b", "coded", "p"}}, {});
  EXPECT_EQ(testing::text_of(people->facts()),
            "a: u|v|(missing)\nb: false|true|(missing)\ncoded: k|z|(missing)\np: < 0.5|>= 0.5\n"
            "scanned a,b,coded,p; covariates a,b,coded,p; numbers ; flags \n"
            "4 of 5, many false\ndropped 1 missing outcome\n"
            "a=u: 2\na=v: 1\na=(missing): 1\nb=false: 1\nb=true: 2\nb=(missing): 1\n"
            "coded=k: 1\ncoded=z: 2\ncoded=(missing): 1\np=< 0.5: 2\np=>= 0.5: 2\n");
  EXPECT_EQ(people->summary().source, "table in memory");
  testing::EntrySink all;
  people->stream(all);
  EXPECT_EQ(all.text, "0 1 1 0 y0 x1\n0 2 2 1 y1 x1\n1 0 0 1 y1 x1\n2 1 1 0 y0 x1\n");
  testing::EntrySink some;
  people->stream_subgroup(std::vector<std::uint64_t>{0b101, 0b111, 0b111, 0b01}, some);
  EXPECT_EQ(some.text, "0 1 1 0 y0 x1\n2 1 1 0 y0 x1\n");
}

TEST(MemorySource, PeopleOutliveIt) {
  std::unique_ptr<People> people;
  std::unique_ptr<RowStream> rows;
  {
    MemorySource source = small();
    people = source.open({.missing = Missing::drop},
                         {.outcome = "b=true", .attributes = {"coded"}, .numbers = {"p"}}, {});
    rows = source.rows({.missing = Missing::drop}, {.outcome = "y", .attributes = {"a"}}, "p", {});
  }
  EXPECT_EQ(testing::profiles_of(*people).people(), 4);
  std::vector<std::string> ids;
  rows->stream([&ids](const Row& row) { ids.push_back(row.id.value_or("-") + row.labels.at(0)); });
  EXPECT_THAT(ids, ElementsAre("0.1u", "0.9v", "0.5u", "0.25(missing)"));
  EXPECT_EQ(rows->left_out(), 1);
  EXPECT_EQ(rows->id_type(), "DOUBLE");
}

TEST(MemorySource, SqlAndFilesAreRefused) {
  MemorySource source = small();
  const RoleOptions roles{.outcome = "y"};
  const auto refusal = [&](const InputOptions& input) {
    return message_of<ConfigError>([&] { (void)source.open(input, roles, {}); });
  };
  EXPECT_EQ(refusal({.where = "p > 0 OR p < 1"}),
            "`where` is SQL, and people are in memory here, without an SQL engine; leave the rows "
            "out before");
  EXPECT_EQ(refusal({.derive = {"c=p"}}),
            "`derive` is SQL, and people are in memory here, without an SQL engine; add the column "
            "before");
  EXPECT_THAT(refusal({.path = "a.csv"}), HasSubstr("'a.csv' cannot be read"));
  EXPECT_THAT(message_of<ConfigError>([&] { (void)source.rows({.where = "1"}, roles, "", {}); }),
              HasSubstr("`where` is SQL"));
}

TEST(MemorySource, PlainComparisonsKeepRows) {
  MemorySource source("people");
  source.add_text("sex", {"f", "m", "f", "", "m"});
  source.add_numbers("age", {20, 30, 40, 50, kNone});
  source.add_numbers("y", {0, 1, 1, 0, 1});
  const auto kept = [&](const std::string& where) {
    return source.open({.where = where}, {.attributes = {"sex"}}, {})->summary().rows_used;
  };
  EXPECT_EQ(kept("age >= 30 AND AGE < 50"), 2);
  EXPECT_EQ(kept("sex IN ('f', 'x')"), 2);
  EXPECT_EQ(kept("sex <> 'f'"), 2);  // nobody knows of the missing one
  const auto people = source.open({.where = "age IS NOT NULL"}, {.attributes = {"sex"}}, {});
  EXPECT_EQ(people->summary().rows, 5);
  EXPECT_EQ(people->summary().rows_used, 4);
  EXPECT_EQ(people->summary().dropped.at(0).text, "not kept by `where`");
  const auto refusal = [&](const std::string& where) {
    return message_of<Error>([&] { (void)kept(where); });
  };
  EXPECT_THAT(refusal("agee > 1"), HasSubstr("there is no column 'agee'"));
  EXPECT_EQ(refusal("age > 'old'"), "`where`: the column 'age' holds numbers, and 'old' is none");
}

TEST(MemorySource, ColumnsMustFit) {
  MemorySource source = small();
  EXPECT_EQ(message_of<InputError>([&] { source.add_numbers("z", {1}); }),
            "column 'z' has 1 values, the columns before it 5");
  EXPECT_EQ(message_of<InputError>([&] { source.add_text("z", {"a"}, {0, 1, 0, 0, 0}); }),
            "column 'z' holds position 1 of a list of 1");
  EXPECT_THAT(source.column_names({}, {}), ElementsAre("y", "p", "a", "b", "coded"));
  EXPECT_EQ(message_of<InputError>([] { (void)MemorySource().open({}, {.outcome = "y"}, {}); }),
            "the table has no columns");
}

TEST(MemorySource, Stops) {
  MemorySource source = small();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW((void)source.open({.missing = Missing::drop}, {.outcome = "y"}, stop.get_token()),
               Cancelled);
}

}  // namespace
}  // namespace faultline::data
