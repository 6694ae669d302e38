// An audit shared by several runs through the door in C: the result is that of one run, and what
// is wrong is said.

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/c_api/faultline.h"

namespace faultline {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kAudit = R"({"command": "audit", "outcome": "y", "score": "p",
  "protected": ["sex"], "attributes": ["ward", "sex"], "replicates": 999, "sequential": "no"})";

class Table {
 public:
  Table() : table_(faultline_table_new("people.csv")) {
    std::string csv = "sex,ward,p,y\n";
    for (int i = 0; i < 400; ++i) {
      csv += fmt::format("{},{},{},{}\n", i % 2 == 0 ? "F" : "M", i / 2 % 3, i % 5 == 0 ? 0.6 : 0.3,
                         i * 7 % 10 < (i % 2 == 0 ? 6 : 3) ? 1 : 0);
    }
    faultline_table_read(table_, csv.data(), csv.size(), 0);
    faultline_table_finish(table_);
  }
  ~Table() { faultline_table_free(table_); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  faultline_table* get() { return table_; }

 private:
  faultline_table* table_;
};

struct Ended {
  faultline_status status = FAULTLINE_FAILED;
  std::string text{};  // the error, or the result, or the replicates
};

Ended ended(faultline_run* run) {
  faultline_status status = FAULTLINE_RUNNING;
  while (status == FAULTLINE_RUNNING) status = faultline_poll(run, 50, nullptr);
  const char* error = faultline_error(run);
  const bool shared = status == FAULTLINE_SHARED;
  if (shared) {
    EXPECT_EQ(faultline_result(run, "json", nullptr), nullptr);
  }
  const char* text = faultline_result(run, shared ? "replicates" : "json", nullptr);
  Ended result{status, error != nullptr ? error : text != nullptr ? text : ""};
  faultline_free(run);
  return result;
}

/// Timing and threads of a run are its own.
std::string without_timing(const std::string& json) {
  const auto from = json.find("\"timing\": {");
  const auto threads = json.find("\"threads\": ", from);
  return json.substr(0, from) + json.substr(json.find_first_of(",}", threads));
}

TEST(CPart, SeveralPartsComeToTheResultOfOneRun) {
  Table alone;
  const Ended whole = ended(faultline_start_table(kAudit, alone.get()));
  ASSERT_EQ(whole.status, FAULTLINE_DONE) << whole.text;
  std::string known;
  for (int round = 0;; ++round) {
    ASSERT_LT(round, 1000);
    const int parts = round == 0 ? 1 : 3;
    std::string drawn;
    for (int part = 0; part < parts; ++part) {
      Table own;
      const Ended one =
          ended(faultline_start_part(kAudit, own.get(), known.c_str(), part, parts, 0, 12.5));
      if (one.status == FAULTLINE_DONE && part == 0) {
        EXPECT_EQ(without_timing(one.text), without_timing(whole.text));
        EXPECT_THAT(one.text, HasSubstr("\"threads\": 3"));
        EXPECT_THAT(one.text, HasSubstr("\"shared replicates\": 12.5"));
        EXPECT_GT(round, 0) << "nothing was shared";
        return;
      }
      ASSERT_EQ(one.status, FAULTLINE_SHARED) << one.text;
      drawn += one.text;
    }
    ASSERT_FALSE(drawn.empty());
    known += drawn;
  }
}

TEST(CPart, AShareThatNobodyNeededIsARunLikeAnyOther) {
  Table alone;
  const Ended whole = ended(faultline_start_table(kAudit, alone.get()));
  const Ended part = ended(faultline_start_part(kAudit, alone.get(), nullptr, 0, 1, 1e9, 0));
  EXPECT_EQ(part.status, FAULTLINE_DONE);
  EXPECT_EQ(without_timing(part.text), without_timing(whole.text));
  EXPECT_EQ(part.text.find("shared replicates"), std::string::npos);
}

TEST(CPart, WhatIsWrongIsSaid) {
  Table table;
  const Ended damaged = ended(faultline_start_part(kAudit, table.get(), "poem\n", 0, 1, 0, 0));
  EXPECT_EQ(damaged.status, FAULTLINE_FAILED);
  EXPECT_EQ(damaged.text, "line 1 of the known replicates is damaged");
  const Ended third = ended(faultline_start_part(kAudit, table.get(), "", 2, 2, 0, 0));
  EXPECT_EQ(third.status, FAULTLINE_FAILED);
  EXPECT_THAT(third.text, StartsWith("part 2 of 2"));
}

}  // namespace
}  // namespace faultline
