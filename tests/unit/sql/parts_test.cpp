// Several files as one: folders, patterns, keys in the names of folders, gzip.

#include "faultline/data/parts.hpp"

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include "sql/test_files.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TestFolder;
using ::testing::ThrowsMessage;

const std::string kHeader = "sex,y,p\n";

std::string rows(int begin, int end) {
  std::string text;
  for (int i = begin; i < end; ++i)
    text += fmt::format("{},{},0.{}\n", i % 3 == 0 ? "f" : "m", i % 2, 1 + i % 7);
  return text;
}

data::RoleOptions roles(std::vector<std::string> attributes = {"sex"}) {
  return {.outcome = "y", .score = "p", .attributes = std::move(attributes)};
}

data::Profiles read(const std::string& path, const data::RoleOptions& wanted = roles()) {
  data::InputOptions input;
  input.path = path;
  const People people = People::open(input, wanted);
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder);
  return std::move(builder).finish();
}

void expect_same(const data::Profiles& a, const data::Profiles& b) {
  EXPECT_EQ(a.attributes, b.attributes);
  EXPECT_EQ(a.codes, b.codes);
  EXPECT_EQ(a.prediction, b.prediction);
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.count, b.count);
}

void gzip(const std::string& path, const std::string& content) {
  const gzFile out = gzopen(path.c_str(), "wb");
  gzwrite(out, content.data(), static_cast<unsigned>(content.size()));
  gzclose(out);
}

void to_parquet(const std::string& csv, const std::string& path) {
  Engine engine(1);
  engine.run(fmt::format("COPY (SELECT * FROM read_csv({})) TO {} (FORMAT parquet)",
                         quote_text(csv), quote_text(path)));
}

class Parts : public ::testing::Test {
 protected:
  TestFolder folder_;
  std::string whole_ = folder_.write("whole.csv", kHeader + rows(0, 90));
};

TEST_F(Parts, AFolderIsItsFilesTogether) {
  folder_.write("d/b.csv", kHeader + rows(0, 40));
  folder_.write("d/more/a.csv", kHeader + rows(40, 90));
  folder_.write("d/_SUCCESS", "");
  folder_.write("d/.part.csv.crc", "x");
  folder_.write("d/README.md", "people");
  expect_same(read(folder_.path("d")), read(whole_));
}

TEST_F(Parts, APatternIsTheFilesThatItMatches) {
  folder_.write("p/a1.csv", kHeader + rows(0, 40));
  folder_.write("p/a2.csv", kHeader + rows(40, 90));
  folder_.write("p/b.csv", kHeader + rows(0, 5));
  folder_.write("p/deep/er/a3.csv", kHeader + rows(0, 5));
  expect_same(read(folder_.path("p/a*.csv")), read(whole_));
  expect_same(read(folder_.path("p/a[12].csv")), read(whole_));
  EXPECT_EQ(read(folder_.path("p/**/a?.csv")).people(), 95);
}

TEST_F(Parts, ParquetFilesAreReadTogether) {
  for (int i = 0; i < 3; ++i) {
    const std::string csv =
        folder_.write(fmt::format("{}.csv", i), kHeader + rows(30 * i, 30 * i + 30));
    folder_.write(fmt::format("q/{}.parquet", i), "");
    to_parquet(csv, folder_.path(fmt::format("q/{}.parquet", i)));
  }
  expect_same(read(folder_.path("q")), read(whole_));
}

TEST_F(Parts, GzippedTextIsUnpacked) {
  gzip(folder_.path("whole.csv.gz"), kHeader + rows(0, 90));
  expect_same(read(folder_.path("whole.csv.gz")), read(whole_));
  folder_.write("g/a.csv", kHeader + rows(0, 40));
  gzip(folder_.path("g/b.csv.gz"), kHeader + rows(40, 90));
  expect_same(read(folder_.path("g")), read(whole_));
}

TEST_F(Parts, KeysOfFoldersAreColumns) {
  folder_.write("h/year=2020/city=K%C3%B6ln/a.csv", kHeader + rows(0, 40));
  folder_.write("h/year=2021/city=__HIVE_DEFAULT_PARTITION__/a.csv", kHeader + rows(40, 90));
  const data::Profiles people = read(folder_.path("h"), roles({"year", "city"}));
  ASSERT_EQ(people.attributes.size(), 2U);
  EXPECT_THAT(people.attributes[0].labels, ElementsAre("2020", "2021"));
  EXPECT_THAT(people.attributes[1].labels, ElementsAre("Köln", data::kMissingLabel));
  EXPECT_EQ(people.people(), 90);
}

TEST_F(Parts, KeysOfParquetFilesAreColumns) {
  for (int i = 0; i < 2; ++i) {
    const std::string csv =
        folder_.write(fmt::format("k{}.csv", i), kHeader + rows(45 * i, 45 * i + 45));
    const std::string name = fmt::format("k/month={}/part.parquet", 9 + i);
    folder_.write(name, "");
    to_parquet(csv, folder_.path(name));
  }
  const data::Profiles people = read(folder_.path("k"), roles({"month"}));
  // As numbers, 9 comes before 10.
  EXPECT_THAT(people.attributes[0].labels, ElementsAre("9", "10"));
  EXPECT_EQ(people.people(), 90);
}

TEST_F(Parts, TheResultDoesNotDependOnHowPeopleAreDealtOut) {
  folder_.write("one/a.csv", kHeader + rows(0, 10));
  folder_.write("one/b.csv", kHeader + rows(10, 90));
  folder_.write("two/a.csv", kHeader + rows(60, 90));
  folder_.write("two/b.csv", kHeader + rows(0, 60));
  expect_same(read(folder_.path("one")), read(folder_.path("two")));
}

TEST_F(Parts, ANameWithBracketsIsAFileWhereThereIsOne) {
  folder_.write("a[1].csv", kHeader + rows(0, 90));
  expect_same(read(folder_.path("a[1].csv")), read(whole_));
}

TEST_F(Parts, TheDigestIsThatOfTheListOfFiles) {
  folder_.write("s/a.csv", kHeader + rows(0, 40));
  const auto digest = [&] {
    data::InputOptions input;
    input.path = folder_.path("s");
    return People::open(input, roles()).summary().sha256;
  };
  const std::string before = digest();
  EXPECT_EQ(before.size(), 64U);
  EXPECT_EQ(digest(), before);
  folder_.write("s/b.csv", kHeader + rows(40, 50));
  EXPECT_NE(digest(), before);
}

TEST_F(Parts, DataInOtherFormatsIsNotLeftOutSilently) {
  folder_.write("f/a.csv", kHeader + rows(0, 40));
  folder_.write("f/b.jsonl", "{}");
  data::InputOptions input;
  input.path = folder_.path("f");
  const People people = People::open(input, roles());
  const auto& notices = people.notices();
  EXPECT_TRUE(std::any_of(notices.begin(), notices.end(), [](const data::Notice& notice) {
    return notice.text == "1 file of another format was not read: b.jsonl";
  }));
}

TEST_F(Parts, ParquetFilesWithOtherColumnsAreRefused) {
  to_parquet(folder_.write("one.csv", kHeader + rows(0, 40)), folder_.path("one.parquet"));
  to_parquet(folder_.write("two.csv", "sex,y,p,race\nf,1,0.5,a\nm,0,0.5,b\n"),
             folder_.path("two.parquet"));
  EXPECT_THAT([&] { (void)read(folder_.path("*.parquet")); },
              ThrowsMessage<Error>(HasSubstr("two.parquet' has other columns than")));
}

TEST_F(Parts, WhatCannotBeReadTogetherIsNamed) {
  const auto expect = [&](const std::string& path, const std::string& words) {
    EXPECT_THAT([&] { (void)read(folder_.path(path)); }, ThrowsMessage<Error>(HasSubstr(words)))
        << path;
  };
  folder_.write("empty/README.md", "nothing");
  expect("empty", "holds no CSV or Parquet file");
  expect("none*.csv", "no CSV or Parquet file is named like");
  folder_.write("mixed/a.csv", kHeader + rows(0, 3));
  folder_.write("mixed/a.parquet", "x");
  expect("mixed", "has CSV and Parquet files; name those of one kind");
  folder_.write("other/a.csv", kHeader + rows(0, 3));
  folder_.write("other/b.csv", "sex,p,y\n" + rows(0, 3));
  expect("other", "b.csv' does not begin as");
  folder_.write("keys/year=1/a.csv", kHeader + rows(0, 3));
  folder_.write("keys/month=1/a.csv", kHeader + rows(0, 3));
  expect("keys", "lie in folders with different keys");
  folder_.write("twice/sex=f/a.csv", kHeader + rows(0, 3));
  expect("twice", "'sex' is a column of the files and a key");
  folder_.write("hole/a.csv", kHeader + rows(0, 3));
  folder_.write("hole/b.csv", "");
  expect("hole", "b.csv' is empty");
  gzip(folder_.path("cut.csv.gz"), kHeader + rows(0, 5000));
  std::filesystem::resize_file(folder_.path("cut.csv.gz"), 60);
  expect("cut.csv.gz", "cannot be unpacked to its end");
  expect("people.json.gz", "is compressed; unpack it first");
}

TEST_F(Parts, ReadingEndsWhenItIsStopped) {
  gzip(folder_.path("z.csv.gz"), kHeader + rows(0, 90));
  folder_.write("t/a.csv", kHeader + rows(0, 40));
  std::stop_source stop;
  stop.request_stop();
  for (const char* name : {"whole.csv", "z.csv.gz", "t"}) {
    data::InputOptions input;
    input.path = folder_.path(name);
    EXPECT_THROW((void)People::open(input, roles(), stop.get_token()), Cancelled) << name;
  }
}

}  // namespace
}  // namespace faultline::sql
