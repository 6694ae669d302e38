// The door in C: whatever goes in, nothing is thrown, printed or leaked, and the run says what is
// wrong.

#include <cstring>
#include <thread>

#include "support/arrow_stream.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/c_api/faultline.h"

namespace faultline {
namespace {

using faultline::testing::ArrowLedger;
using faultline::testing::ArrowPlan;
using faultline::testing::make_arrow_stream;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A run that frees itself.
class Started {
 public:
  explicit Started(faultline_run* run) : run_(run) {}
  ~Started() { faultline_free(run_); }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  faultline_run* get() { return run_; }
  faultline_status wait() {
    while (faultline_poll(run_, 50, nullptr) == FAULTLINE_RUNNING) {
    }
    return faultline_poll(run_, 0, nullptr);
  }
  std::string error() {
    const char* text = faultline_error(run_);
    return text == nullptr ? "" : text;
  }
  std::string result(const char* format) {
    const char* text = faultline_result(run_, format, nullptr);
    return text == nullptr ? "" : text;
  }

 private:
  faultline_run* run_;
};

ArrowPlan people(int rows = 400) {
  ArrowPlan plan;
  plan.columns = {{"sex", "dictionary", {}}, {"p", "double", {}}, {"y", "int64", {}}};
  for (int i = 0; i < rows; ++i) {
    const bool woman = i % 2 == 0;
    plan.columns[0].values.emplace_back(woman ? "F" : "M");
    plan.columns[1].values.emplace_back("0.3");
    plan.columns[2].values.emplace_back(i / 2 % 100 < (woman ? 70 : 30) ? "1" : "0");
  }
  plan.batch = 64;
  return plan;
}

constexpr const char* kScan =
    R"({"command": "scan", "outcome": "y", "score": "p", "replicates": 99})";

TEST(CApi, HasTheVersionOfItsHeader) {
  EXPECT_EQ(faultline_interface_version(), FAULTLINE_INTERFACE_VERSION);
  EXPECT_THAT(faultline_version(), ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST(CApi, AStreamGoesInAndAResultComesOutInEveryFormat) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(), ledger);
  Started run(faultline_start(kScan, &stream, nullptr));
  EXPECT_EQ(stream.release, nullptr);
  ASSERT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
  EXPECT_THAT(run.result("json"), StartsWith("{\n  \"schema\": \"faultline/2\""));
  EXPECT_THAT(run.result("text"), HasSubstr("F"));
  EXPECT_THAT(run.result("html"), StartsWith("<!doctype html>"));
  EXPECT_THAT(run.result("markdown"), StartsWith("# "));
  EXPECT_THAT(run.result("spec"), HasSubstr("\"command\": \"scan\""));
  EXPECT_EQ(run.result("poem"), "");
  EXPECT_EQ(run.error(), "");
  EXPECT_EQ(faultline_gate(run.get()), 1);
  std::size_t length = 0;
  const char* text = faultline_result(run.get(), "json", &length);
  EXPECT_EQ(std::strlen(text), length);
  EXPECT_EQ(text, faultline_result(run.get(), "json", nullptr)) << "a text holds until the end";
  EXPECT_EQ(ledger.streams + ledger.schemas + ledger.arrays + ledger.released_twice, 0);
}

TEST(CApi, ASavedResultOpensAgain) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(), ledger);
  Started first(faultline_start(kScan, &stream, nullptr));
  ASSERT_EQ(first.wait(), FAULTLINE_DONE) << first.error();
  Started again(faultline_open(first.result("json").c_str()));
  EXPECT_EQ(again.wait(), FAULTLINE_DONE);
  EXPECT_EQ(again.result("text"), first.result("text"));
  EXPECT_EQ(again.result("html"), first.result("html"));
}

TEST(CApi, BadSpecsSayWhatIsWrong) {
  const auto refused = [](const char* spec, const char* message, faultline_error_kind kind) {
    Started run(faultline_start(spec, nullptr, nullptr));
    EXPECT_EQ(run.wait(), FAULTLINE_FAILED);
    EXPECT_THAT(run.error(), HasSubstr(message));
    EXPECT_EQ(faultline_error_kind_of(run.get()), kind);
    EXPECT_EQ(faultline_result(run.get(), "json", nullptr), nullptr);
    EXPECT_EQ(faultline_gate(run.get()), -1);
  };
  refused(nullptr, "not JSON", FAULTLINE_INPUT_ERROR);
  refused("", "not JSON", FAULTLINE_INPUT_ERROR);
  refused("[1, 2", "not JSON", FAULTLINE_INPUT_ERROR);
  refused("[]", "no \"command\"", FAULTLINE_INPUT_ERROR);
  refused("{\"command\": \"scan\"}", "scan needs the outcome", FAULTLINE_CONFIG_ERROR);
  refused("{\"command\": \"scan\", \"alpha\": 7}", "alpha = 7: must be", FAULTLINE_CONFIG_ERROR);
  refused("{\"command\": \"scan\", \"json\": \"/tmp/x\"}", "json", FAULTLINE_CONFIG_ERROR);
  refused(R"({"command": "scan", "input": "nothing.csv", "outcome": "y", "score": "p"})",
          "nothing.csv", FAULTLINE_INPUT_ERROR);
  Started damaged(faultline_open("{}"));
  EXPECT_EQ(damaged.wait(), FAULTLINE_FAILED);
}

TEST(CApi, SurvivesRandomText) {
  std::uint64_t state = 20240229;
  const std::string alphabet = "{}[]\":,scandomutlepy0123456789.-e \\\n\xC3\xA4\xFF";
  for (int round = 0; round < 300; ++round) {
    std::string text = round % 2 == 0 ? "{\"command\": \"scan\", " : "";
    for (int i = 0; i < round % 40; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      text += alphabet[(state >> 33) % alphabet.size()];
    }
    Started run(faultline_start(text.c_str(), nullptr, nullptr));
    EXPECT_EQ(run.wait(), FAULTLINE_FAILED);
    EXPECT_FALSE(run.error().empty());
  }
}

TEST(CApi, AProducerThatFailsInMidStreamIsQuoted) {
  ArrowLedger ledger;
  ArrowPlan plan = people();
  plan.fail_at = 3;
  plan.failure = "the well ran dry";
  ArrowArrayStream stream = make_arrow_stream(plan, ledger);
  {
    Started run(faultline_start(kScan, &stream, nullptr));
    EXPECT_EQ(run.wait(), FAULTLINE_FAILED);
    EXPECT_THAT(run.error(), HasSubstr("the well ran dry"));
    EXPECT_EQ(faultline_error_kind_of(run.get()), FAULTLINE_INPUT_ERROR);
  }
  EXPECT_EQ(ledger.streams + ledger.schemas + ledger.arrays + ledger.released_twice, 0);
}

TEST(CApi, AStreamIsReleasedWhenTheSpecIsBad) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(), ledger);
  {
    Started run(faultline_start("{", &stream, nullptr));
    EXPECT_EQ(run.wait(), FAULTLINE_FAILED);
  }
  EXPECT_EQ(ledger.streams + ledger.released_twice, 0);
}

TEST(CApi, ARunThatIsStoppedGivesAPartialResultOrNone) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(4000), ledger);
  Started run(faultline_start(
      R"({"command": "scan", "outcome": "y", "score": "p", "replicates": 100000000, "sequential": "no"})",
      &stream, nullptr));
  faultline_progress progress{};
  while (faultline_poll(run.get(), 20, &progress) == FAULTLINE_RUNNING && progress.done < 100) {
  }
  faultline_stop(run.get());
  ASSERT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
  EXPECT_THAT(run.result("json"), HasSubstr("\"partial\": true"));
}

TEST(CApi, FreeingARunThatRunsStopsIt) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(4000), ledger);
  faultline_run* run = faultline_start(
      R"({"command": "scan", "outcome": "y", "score": "p", "replicates": 100000000})", &stream,
      nullptr);
  (void)faultline_poll(run, 100, nullptr);
  faultline_free(run);
  EXPECT_EQ(ledger.streams + ledger.arrays, 0);
  faultline_free(nullptr);
}

TEST(CApi, RunsBesideEachOtherDoNotMix) {
  const auto one = [](int seed) {
    ArrowLedger ledger;
    ArrowArrayStream stream = make_arrow_stream(people(), ledger);
    Started run(faultline_start(
        fmt::format(
            R"({{"command": "scan", "outcome": "y", "score": "p", "replicates": 19, "seed": {}}})",
            seed)
            .c_str(),
        &stream, nullptr));
    EXPECT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
    EXPECT_THAT(run.result("json"), HasSubstr(fmt::format("\"seed\": {}", seed)));
  };
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; ++i) threads.emplace_back(one, i);
  for (std::thread& thread : threads) thread.join();
}

/// The mask of a finding, among these people.
std::string members(const std::string& result, std::size_t finding, const ArrowPlan& plan) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(plan, ledger);
  Started run(faultline_members(result.c_str(), finding, &stream));
  EXPECT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
  return run.result("members");
}

TEST(CApi, TellsWhoIsInASubgroup) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(), ledger);
  Started run(faultline_start(
      R"({"command": "scan", "outcome": "y", "score": "p", "direction": "higher", "replicates": 9})",
      &stream, nullptr));
  ASSERT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
  const std::string result = run.result("json");
  std::string women;
  for (int i = 0; i < 400; ++i) women += i % 2 == 0 ? '1' : '0';
  EXPECT_EQ(members(result, 0, people()), women);
  EXPECT_EQ(members(result, 0, people(6)), "101010");  // other people

  Started none(faultline_members(result.c_str(), 7, nullptr));
  EXPECT_EQ(none.wait(), FAULTLINE_FAILED);
  EXPECT_THAT(none.error(), HasSubstr("there is no number 8"));
  Started damaged(faultline_members("{}", 0, nullptr));
  EXPECT_EQ(damaged.wait(), FAULTLINE_FAILED);
  EXPECT_EQ(faultline_error_kind_of(damaged.get()), FAULTLINE_INPUT_ERROR);
}

TEST(CApi, TellsWhichColumnsASpecCanUse) {
  const char* named =
      R"({"command": "scan", "outcome": "y=yes", "score": "p", "attributes": ["sex"], "where": "Age > 3"})";
  EXPECT_EQ(faultline_wants(named, "y"), 1);
  EXPECT_EQ(faultline_wants(named, "sex"), 1);
  EXPECT_EQ(faultline_wants(named, "age"), 1);  // SQL does not tell Age from age
  EXPECT_EQ(faultline_wants(named, "income"), 0);
  // Without attributes any column may be scanned, and without covariates any may make people alike.
  EXPECT_EQ(faultline_wants(R"({"command": "scan", "outcome": "y", "score": "p"})", "income"), 1);
  EXPECT_EQ(
      faultline_wants(R"({"command": "audit", "outcome": "y", "attributes": ["sex"]})", "income"),
      1);
  EXPECT_EQ(faultline_wants("no spec", "income"), 1);
}

TEST(CApi, DescribesItself) {
  EXPECT_THAT(faultline_describe("options"), HasSubstr("\"key\": \"replicates\""));
  EXPECT_THAT(faultline_describe("schema"), HasSubstr("\"$schema\""));
  EXPECT_EQ(faultline_describe("weather"), nullptr);
  EXPECT_EQ(faultline_describe(nullptr), nullptr);
}

TEST(CApi, MitigateGivesRulesAndDecisions) {
  ArrowLedger ledger;
  ArrowArrayStream stream = make_arrow_stream(people(), ledger);
  Started run(faultline_start(
      R"({"command": "mitigate", "outcome": "y", "score": "p", "threshold": ">0.2",
          "attributes": ["sex"], "fit_probability": "logistic", "replicates": 9})",
      &stream, nullptr));
  ASSERT_EQ(run.wait(), FAULTLINE_DONE) << run.error();
  EXPECT_THAT(run.result("rules"), HasSubstr("faultline-rules/1"));
  EXPECT_THAT(run.result("decisions"),
              StartsWith("row,score,threshold,decision_before,decision_after\n1,0.3,"));
}

}  // namespace
}  // namespace faultline
