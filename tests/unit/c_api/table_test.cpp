// People in a table through the door in C: a file in pieces, or columns; what they look like, and
// the same result as from an Arrow stream.

#include <array>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/c_api/faultline.h"

namespace faultline {
namespace {

using ::testing::HasSubstr;

std::string people_csv() {
  std::string csv = "sex,p,y\n";
  for (int i = 0; i < 400; ++i) {
    const bool woman = i % 2 == 0;
    csv += fmt::format("{},0.3,{}\n", woman ? "F" : "M", i / 2 % 100 < (woman ? 70 : 30) ? 1 : 0);
  }
  return csv;
}

class Held {
 public:
  Held() : table_(faultline_table_new("people.csv")) {}
  ~Held() { faultline_table_free(table_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  faultline_table* get() { return table_; }
  int read(std::string_view bytes) {
    return faultline_table_read(table_, bytes.data(), bytes.size(), 0);
  }
  std::string error() {
    const char* text = faultline_table_error(table_);
    return text == nullptr ? "" : text;
  }

 private:
  faultline_table* table_;
};

std::string done(faultline_run* run, const char* format) {
  while (faultline_poll(run, 50, nullptr) == FAULTLINE_RUNNING) {
  }
  const char* error = faultline_error(run);
  const char* text = faultline_result(run, format, nullptr);
  std::string out = error != nullptr ? error : text != nullptr ? text : "";
  faultline_free(run);
  return out;
}

constexpr const char* kScan =
    R"({"command": "scan", "outcome": "y", "score": "p", "replicates": 99, "where": "p < 0.5"})";

TEST(CTable, AFileInPiecesAndColumnsGiveOneResult) {
  Held file;
  const std::string csv = people_csv();
  for (std::size_t at = 0; at < csv.size(); at += 100) {
    ASSERT_EQ(file.read(std::string_view(csv).substr(at, 100)), 1) << file.error();
  }
  ASSERT_EQ(faultline_table_finish(file.get()), 1) << file.error();
  EXPECT_EQ(faultline_table_rows(file.get()), 400);

  Held columns;
  std::array<std::int32_t, 400> sex{};
  std::array<double, 400> p{};
  std::array<std::int8_t, 400> y{};
  for (std::size_t i = 0; i < 400; ++i) {
    sex[i] = i % 2 == 0 ? 0 : 1;
    p[i] = 0.3;
    y[i] = i / 2 % 100 < (i % 2 == 0 ? 70U : 30U) ? 1 : 0;
  }
  const std::array<std::uint32_t, 2> ends{1, 2};
  ASSERT_EQ(faultline_table_text(columns.get(), "sex", "FM", ends.data(), 2, sex.data(), 400), 1);
  ASSERT_EQ(faultline_table_numbers(columns.get(), "p", p.data(), 400), 1);
  ASSERT_EQ(faultline_table_booleans(columns.get(), "y", y.data(), 400), 1);
  ASSERT_EQ(faultline_table_finish(columns.get()), 1);

  const auto score = [](const std::string& json) {
    const auto at = json.find("\"score\"", json.find("\"findings\""));
    return json.substr(at, json.find('\n', at) - at);
  };
  const std::string first = done(faultline_start_table(kScan, file.get()), "json");
  EXPECT_THAT(first, HasSubstr("\"source\": \"people.csv\""));
  EXPECT_THAT(first, HasSubstr("\"where\": \"p < 0.5\""));
  EXPECT_EQ(score(first), score(done(faultline_start_table(kScan, columns.get()), "json")));
}

TEST(CTable, TellsItsColumnsAndWhatARunWouldUse) {
  Held table;
  ASSERT_EQ(table.read(people_csv()), 1);
  ASSERT_EQ(faultline_table_finish(table.get()), 1);
  const char* columns = faultline_table_columns(table.get(), nullptr);
  ASSERT_NE(columns, nullptr) << table.error();
  EXPECT_THAT(columns, HasSubstr("\"kind\": \"whole\""));
  EXPECT_THAT(columns, HasSubstr("\"outcome\": \"y\""));
  EXPECT_EQ(faultline_table_columns(table.get(), R"({"command": "scan", "bins": ["sex=1"]})"),
            nullptr);
  EXPECT_THAT(table.error(), HasSubstr("sex"));
  const std::string look = done(faultline_look(kScan, table.get()), "look");
  EXPECT_THAT(look, HasSubstr("\"attributes\": [\"sex\"]"));
  EXPECT_THAT(look, HasSubstr("\"rows_used\": 400"));
  EXPECT_THAT(done(faultline_look(R"({"command": "scan"})", table.get()), "look"),
              HasSubstr("scan needs the outcome"));
}

TEST(CTable, WhatIsWrongIsSaid) {
  Held table;
  EXPECT_EQ(table.read("a,b\n1,2\n3\n"), 0);
  EXPECT_THAT(table.error(), HasSubstr("'people.csv', line 3: 1 field"));
  const double one = 1;
  EXPECT_EQ(faultline_table_numbers(table.get(), "p", &one, 1), 0);
  Held empty;
  EXPECT_EQ(faultline_table_finish(empty.get()), 0);
  EXPECT_EQ(empty.error(), "'people.csv' is empty");
}

TEST(CTable, ExamplesAreListedAndMade) {
  EXPECT_THAT(faultline_describe("examples"), HasSubstr("\"name\": \"treatment\""));
  EXPECT_EQ(std::strncmp(faultline_example("treatment"), "A1,A2,X.1", 9), 0);
  EXPECT_EQ(faultline_example("nothing"), nullptr);
  int first = 0;
  int second = 0;
  faultline_question(1, 0, &first, &second);
  EXPECT_GE(std::abs(first - second), 30);
}

}  // namespace
}  // namespace faultline
