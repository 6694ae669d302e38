// A data frame gives what a CSV file with the same values gives, bit for bit; and its stream is
// released once, whatever happens.

#include "faultline/sql/arrow_frame.hpp"

#include <thread>

#include "sql/test_files.hpp"
#include "support/arrow_stream.hpp"
#include "support/message_of.hpp"
#include "support/people_text.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/files.hpp"

namespace faultline::sql {
namespace {

using faultline::testing::ArrowLedger;
using faultline::testing::ArrowPlan;
using faultline::testing::ArrowText;
using faultline::testing::as_csv;
using faultline::testing::make_arrow_stream;
using faultline::testing::profiles_of;
using faultline::testing::text_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Texts = std::vector<std::optional<std::string>>;

/// `rows` values that go through `values` in a fixed, uneven order.
Texts cycle(const Texts& values, int rows, unsigned step) {
  Texts out;
  unsigned at = step;
  for (int i = 0; i < rows; ++i) {
    at = (at * 1103515245U + 12345U + step) & 0x7fffffffU;
    out.push_back(values[(at >> 8) % values.size()]);
  }
  return out;
}

constexpr int kRows = 5000;  // several vectors of the engine's, several batches

std::vector<ArrowText> everything() {
  const std::optional<std::string> none;
  const auto column = [](std::string name, std::string kind, const Texts& values, unsigned step) {
    return ArrowText{std::move(name), std::move(kind), cycle(values, kRows, step)};
  };
  return {column("y", "int8", {"0", "1"}, 1),
          column("p", "double", {"0.1", "0.25", "0.3333333333333333", "0.9", "1e-9"}, 2),
          column("word", "utf8", {"b", "ä", "a, \"b\"", none, "", " padded "}, 3),
          column("long", "large_utf8", {"a text of more than twelve bytes", "x", none}, 4),
          column("view", "view", {"a view of more than twelve bytes", "short", none}, 5),
          column("kind", "dictionary", {"two", "one", none, "three"}, 6),
          column("code", "dictionary_int", {"10", "9", none}, 7),
          column("flag", "bool", {"true", "false", none}, 8),
          column("i8", "int8", {"-5", "100", "127"}, 9),
          column("u8", "uint8", {"255", "0", none}, 10),
          column("i16", "int16", {"-500", "30000"}, 11),
          column("u16", "uint16", {"65535", "1"}, 12),
          column("i32", "int32", {"-50000", "2000000000", none}, 13),
          column("u32", "uint32", {"4000000000", "1"}, 14),
          column("i64", "int64", {"-5", "123456789012345"}, 15),
          column("u64", "uint64", {"3", "123456789012345"}, 16),
          column("f32", "float", {"0.5", "-2.25", none, "1000000"}, 17),
          column("f64", "double", {"0.1", "-0", "1e300", none}, 18),
          column("money", "decimal", {"1.5", "-20.25", none, "3"}, 19),
          column("day", "date32", {"2024-02-29", "1969-12-31", none}, 20),
          column("day64", "date64", {"2024-02-29", "2001-01-01"}, 21),
          column("seconds", "timestamp_s", {"2024-02-29 13:45:00", none}, 22),
          column("millis", "timestamp_ms", {"2024-02-29 13:45:00", "1970-01-01 00:00:01"}, 23),
          column("micros", "timestamp_us", {"2024-02-29 13:45:00", "2000-01-01 00:00:00"}, 24),
          column("nanos", "timestamp_ns", {"2024-02-29 13:45:00", none}, 25),
          column("nothing", "null", {none}, 26),
          column("n", "int16", {"1", "2", "0", "3"}, 27)};
}

void expect_same(const data::Profiles& a, const data::Profiles& b) {
  EXPECT_EQ(a.attributes, b.attributes);
  EXPECT_EQ(a.codes, b.codes);
  EXPECT_EQ(a.prediction, b.prediction);
  EXPECT_EQ(a.numbers, b.numbers);
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.decision, b.decision);
  EXPECT_EQ(a.count, b.count);
}

class ArrowFrameTest : public ::testing::Test {
 protected:
  ~ArrowFrameTest() override {
    EXPECT_EQ(ledger_.streams, 0);
    EXPECT_EQ(ledger_.schemas, 0);
    EXPECT_EQ(ledger_.arrays, 0);
    EXPECT_EQ(ledger_.released_twice, 0);
  }
  std::unique_ptr<ArrowFrame> frame(ArrowPlan plan, const FrameOptions& options = {}) {
    ArrowArrayStream stream = make_arrow_stream(std::move(plan), ledger_);
    return std::make_unique<ArrowFrame>(&stream, options);
  }
  std::string refusal(ArrowPlan plan, const data::InputOptions& input,
                      const data::RoleOptions& roles) {
    return faultline::testing::message_of<Error>(
        [&] { (void)frame(std::move(plan))->open(input, roles, {}); });
  }

  ArrowLedger ledger_;
  testing::TestFolder folder_;
};

struct Case {
  data::InputOptions input;
  data::RoleOptions roles;
};

std::vector<Case> cases() {
  const data::RoleOptions plain{.outcome = "y", .score = "p"};
  return {
      {{}, plain},
      {{.where = "i8 + i8 > 100 and kind is not null"}, plain},
      {{.where = "day >= date '2000-01-01' or seconds is null"}, plain},
      {{.derive = {"sum=(i32 > 0)::varchar || word", "big=i8 * 1000 > 0"}, .bins = {"f64=0,1"}},
       {.outcome = "y", .score = "p", .attributes = {"sum", "big", "f64", "kind"}}},
      {{.bins = {"i32=quantile:3", "f32=width:2"}},
       {.outcome = "y", .score = "p", .attributes = {"i32", "f32", "word", "code"}, .count = "n"}},
      {{.null_spellings = {"two", "-5", "0.1", "padded"}, .missing = data::Missing::drop},
       {.outcome = "y",
        .score = "p",
        .attributes = {"kind", "i8", "i64", "f64", "word"},
        .protected_classes = {"flag"}}},
      {{.missing = data::Missing::drop},
       {.outcome = "y",
        .decision = "flag",
        .attributes = {"f32", "money", "day", "micros", "u64", "view", "long"},
        .covariates = {"i16", "word", "f64"}}},
      {{.missing = data::Missing::drop},
       {.outcome = "y",
        .risk_score = "code",
        .threshold = "0.5",
        .attributes = {"kind", "nanos", "u8", "u16", "u32", "day64", "millis"},
        .numbers = {"money", "f32"},
        .flags = {{.option = "`treatment`", .column = "flag"}}}},
      {{}, {.outcome = "i8=127", .attributes = {"word"}}},
      {{}, {.outcome = "kind", .attributes = {"word"}}},
      {{}, {.outcome = "y", .score = "i8", .attributes = {"word"}}},
      {{}, {.outcome = "y", .attributes = {"nobody"}}},
      {{.where = "y > 5"}, plain},
  };
}

TEST_F(ArrowFrameTest, GivesWhatACsvFileGives) {
  const std::vector<ArrowText> columns = everything();
  const std::string path = folder_.write("people.csv", as_csv(columns));
  std::vector<std::unique_ptr<ArrowFrame>> frames;
  const std::vector<std::pair<std::int64_t, std::int64_t>> offsets{
      {0, 0}, {3, 0}, {11, 11}, {9, 4}};
  for (const auto& [padding, parent] : offsets) {
    frames.push_back(
        frame({.columns = columns, .batch = 1700, .padding = padding, .parent_offset = parent}));
  }
  for (const Case& one : cases()) {
    data::InputOptions file = one.input;
    file.path = path;
    std::unique_ptr<data::People> people;
    std::string refused =
        faultline::testing::message_of<Error>([&] { people = Files().open(file, one.roles, {}); });
    const std::string name = "'" + path + "'";
    for (auto at = refused.find(name); at != std::string::npos; at = refused.find(name))
      refused.replace(at, name.size(), "the data frame");
    const data::Profiles expected = people ? profiles_of(*people) : data::Profiles{};
    for (const auto& source : frames) {
      std::unique_ptr<data::People> ours;
      EXPECT_EQ(faultline::testing::message_of<Error>(
                    [&] { ours = source->open(one.input, one.roles, {}); }),
                refused);
      if (!ours || !people) continue;
      EXPECT_EQ(text_of(ours->facts()), text_of(people->facts()));
      EXPECT_EQ(ours->summary().source, "data frame");
      EXPECT_EQ(ours->summary().sha256, "");
      for (int pass = 0; pass < 2; ++pass) expect_same(profiles_of(*ours), expected);
    }
  }
}

TEST_F(ArrowFrameTest, RowsComeInOrderWithTheirNumbers) {
  const std::vector<ArrowText> columns = everything();
  const std::string path = folder_.write("people.csv", as_csv(columns));
  const auto source = frame({.columns = columns, .batch = 999, .padding = 2});
  const data::InputOptions input{.where = "kind = 'one'", .missing = data::Missing::drop};
  data::InputOptions file = input;
  file.path = path;
  const data::RoleOptions roles{
      .outcome = "y", .score = "p", .attributes = {"word", "f64", "money"}, .numbers = {"f32"}};
  const auto read = [&](const std::unique_ptr<data::RowStream>& rows) {
    std::string out = fmt::format("{} {}\n", rows->id_type(), rows->left_out());
    rows->stream([&out](const data::Row& row) {
      out += fmt::format("{} {} {} {} {} {}\n", row.number, row.id.value_or("-"),
                         fmt::join(row.labels, "|"), row.score, row.outcome, row.numbers.at(0));
    });
    return out;
  };
  const auto people =
      source->open({}, {.outcome = "y", .attributes = {"kind"}}, {});  // both at once, on one table
  const std::string ours = read(source->rows(input, roles, "code", {}));
  EXPECT_EQ(ours, read(Files().rows(file, roles, "code", {})));
  EXPECT_EQ(profiles_of(*people).people(), kRows);
  EXPECT_EQ(source->column_names({.derive = {"z=1"}}, {}),
            Files().column_names({.path = path, .derive = {"z=1"}}, {}));
}

TEST_F(ArrowFrameTest, ManyRowsKeepTheirOrder) {
  Texts numbers;
  for (int i = 1; i <= 600'000; ++i) numbers.emplace_back(std::to_string(i));
  const auto source =
      frame({.columns = {{"i", "int32", numbers}}, .batch = 70'001}, {.threads = 4});
  std::int64_t wrong = 0;
  source->rows({}, {.attributes = {"i"}}, "", {})->stream([&wrong](const data::Row& row) {
    if (row.labels.at(0) != std::to_string(row.number)) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST_F(ArrowFrameTest, SeveralThreadsMayOpenIt) {
  const auto source = frame({.columns = everything()});
  std::vector<std::int64_t> people(3);
  std::vector<std::thread> threads;
  for (std::int64_t& one : people) {
    threads.emplace_back([&source, &one] {
      one = profiles_of(*source->open({}, {.outcome = "y", .attributes = {"kind"}}, {})).people();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(people, ElementsAre(kRows, kRows, kRows));
}

TEST_F(ArrowFrameTest, AFileBesideIt) {
  const std::string path = folder_.write("other.csv", "a,y\nu,0\nv,1\n");
  const auto source = frame({.columns = everything()});
  EXPECT_EQ(source->open({.path = path}, {.outcome = "y"}, {})->summary().rows, 2);
  EXPECT_EQ(source->column_names({.path = path}, {}), (std::vector<std::string>{"a", "y"}));
}

TEST_F(ArrowFrameTest, OnlyWantedColumnsAreLoaded) {
  const data::InputOptions input{.where = "i8 > 0"};
  const data::RoleOptions roles{.outcome = "y", .attributes = {"kind"}};
  const auto source = frame({.columns = everything()}, {.wanted = [&](const std::string& column) {
                              return data::mentions(input, roles, column);
                            }});
  const std::vector<std::string> names = source->column_names({}, {});
  EXPECT_THAT(names, ::testing::IsSupersetOf({"y", "i8", "kind"}));
  EXPECT_LT(names.size(), everything().size() / 2);
  EXPECT_GT(profiles_of(*source->open(input, roles, {})).people(), 0);
}

TEST_F(ArrowFrameTest, EmptyStreamsAreTables) {
  std::vector<ArrowText> columns = everything();
  for (ArrowText& column : columns) column.values.clear();
  EXPECT_EQ(refusal({.columns = columns}, {}, {.outcome = "y"}), "the data frame has no rows");
  EXPECT_EQ(frame({.columns = columns})->column_names({}, {}).size(), columns.size());
  EXPECT_THAT(refusal({}, {}, {.outcome = "y"}), HasSubstr("no column that can be used"));
}

TEST_F(ArrowFrameTest, NamesAreMadeUsableAsInACsvFile) {
  std::vector<ArrowText> columns{{"y", "int64", {"0", "1", "1"}},
                                 {" A ", "utf8", {"u", "v", "u"}},
                                 {"a", "utf8", {"s", "s", "t"}},
                                 {"", "utf8", {"k", "l", "k"}},
                                 {"q\"q'; select", "utf8", {"m", "m", "n"}}};
  const auto source = frame({.columns = columns});
  const auto people = source->open({}, {.outcome = "y"}, {});
  EXPECT_EQ(people->scanned(), (std::vector<std::string>{"A", "a_1", "column4", "q\"q'; select"}));
  const auto file =
      Files().open({.path = folder_.write("names.csv", as_csv(columns))}, {.outcome = "y"}, {});
  EXPECT_EQ(text_of(people->facts()), text_of(file->facts()));
}

TEST_F(ArrowFrameTest, ColumnsThatCannotBeReadMatterOnlyToThoseWhoUseThem) {
  std::vector<ArrowText> columns{{"y", "int64", {"0", "1", "1"}},
                                 {"a", "utf8", {"u", "v", "u"}},
                                 {"half", "half", {"0.5", "0.5", "0.5"}},
                                 {"items", "list", {"", "", ""}}};
  const auto people = frame({.columns = columns})->open({}, {.outcome = "y"}, {});
  EXPECT_THAT(people->scanned(), ElementsAre("a"));
  ASSERT_EQ(people->notices().size(), 2);
  EXPECT_EQ(people->notices()[1].text, "items: lists, structures or maps, which cannot be read");
  EXPECT_EQ(refusal({.columns = columns}, {}, {.outcome = "y", .score = "half"}),
            "column 'half' of the data frame holds numbers of half precision (float16; make it "
            "float32), which cannot be read");
  EXPECT_THAT(refusal({.columns = columns}, {}, {.outcome = "y", .attributes = {"items"}}),
              HasSubstr("holds lists"));
}

TEST_F(ArrowFrameTest, FailingProducers) {
  const std::vector<ArrowText> columns = everything();
  EXPECT_EQ(refusal({.columns = columns, .fail_at = 2, .failure = "the well is dry.\nTraceback"},
                    {}, {.outcome = "y"}),
            "the data frame cannot be read to its end: the well is dry");
  EXPECT_EQ(refusal({.columns = columns, .fail_at = 0}, {}, {.outcome = "y"}),
            "the data frame cannot be read to its end: Input/output error");
  EXPECT_THAT(refusal({.columns = columns, .failure = "no schema", .fail_schema = true}, {},
                      {.outcome = "y"}),
              HasSubstr("no schema"));
  ArrowArrayStream stream = make_arrow_stream({.columns = columns}, ledger_);
  const ArrowFrame once(&stream);
  EXPECT_EQ(stream.release, nullptr);
  EXPECT_EQ(faultline::testing::message_of<InputError>([&] { const ArrowFrame twice(&stream); }),
            "the data frame was read before; its stream can be read once");
  std::stop_source stop;
  stop.request_stop();
  ArrowArrayStream other = make_arrow_stream({.columns = columns}, ledger_);
  EXPECT_THROW(ArrowFrame(&other, {}, stop.get_token()), Cancelled);
}

TEST_F(ArrowFrameTest, OptionsOfFilesDoNotFit) {
  const std::vector<ArrowText> columns = everything();
  EXPECT_THAT(refusal({.columns = columns}, {.input_format = data::Format::csv}, {.outcome = "y"}),
              HasSubstr("`input_format` is for a file only"));
  EXPECT_THAT(refusal({.columns = columns}, {.delimiter = ";"}, {.outcome = "y"}),
              HasSubstr("`delimiter` is for CSV"));
  EXPECT_THAT(refusal({.columns = columns}, {.table = "t"}, {.outcome = "y"}),
              HasSubstr("`table` is for a DuckDB database only"));
  EXPECT_THAT(refusal({.columns = columns}, {.where = "exists (from frame)"}, {.outcome = "y"}),
              HasSubstr("reads the table 'frame'"));
  EXPECT_THAT(faultline::testing::message_of<ConfigError>(
                  [] { (void)Files().open({}, {.outcome = "y"}, {}); }),
              HasSubstr("no input is named"));
}

}  // namespace
}  // namespace faultline::sql
