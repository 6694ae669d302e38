// A continued run gives the scores of an uninterrupted one, and no file is taken for what it is
// not.

#include "faultline/resample/checkpoint_file.hpp"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

void draw_scores(std::uint32_t replicate, std::span<double> scores) {
  rng::Stream stream(11, rng::Purpose::null_redraw, replicate);
  scores[0] = rng::normal(stream);
  scores[1] = rng::normal(stream) / 3;
}

class CheckpointFileTest : public ::testing::Test {
 protected:
  CheckpointFileTest() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("faultline_checkpoint_{}_{}", test->name(), ::getpid());
    std::filesystem::create_directories(folder_);
    path = (folder_ / "run.txt").string();
  }
  ~CheckpointFileTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  void write(const std::string& content) const {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  }
  [[nodiscard]] FamilyResult run(std::int64_t replicates, int threads, std::int64_t& drawn) {
    CheckpointFile checkpoint(path, "data and options");
    std::atomic<std::int64_t> calls = 0;
    const auto result =
        family_test(observed,
                    checkpoint.remember("race=A",
                                        [&](std::uint32_t replicate, std::span<double> scores) {
                                          ++calls;
                                          draw_scores(replicate, scores);
                                        }),
                    {.replicates = replicates, .threads = threads, .sequential = false});
    drawn = calls;
    return result;
  }

  const std::vector<double> observed{1.5, 0.25};
  std::string path;

 private:
  std::filesystem::path folder_;
};

TEST_F(CheckpointFileTest, AContinuedRunGivesTheScoresOfAnUninterruptedOne) {
  const auto expected =
      family_test(observed, draw_scores, {.replicates = 300, .threads = 1, .sequential = false});
  std::int64_t drawn = 0;
  static_cast<void>(run(120, 3, drawn));
  EXPECT_EQ(drawn, 120 + 99) << "with the pilot";
  for (const std::int64_t first : {180, 0}) {  // the third run finds everything
    const auto continued = run(300, 2, drawn);
    EXPECT_EQ(drawn, first);
    EXPECT_EQ(continued.null_scores, expected.null_scores);
    EXPECT_EQ(continued.tests[0].p_value, expected.tests[0].p_value);
    EXPECT_EQ(continued.tests[1].interval, expected.tests[1].interval);
  }
}

TEST_F(CheckpointFileTest, ALineCutShortIsIgnoredAndWrittenAgain) {
  std::int64_t drawn = 0;
  static_cast<void>(run(3, 1, drawn));
  const std::string whole = text();
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t length = last; length < whole.size(); ++length) {
    write(whole.substr(0, length));
    const auto continued = run(3, 1, drawn);
    EXPECT_EQ(drawn, 1) << length;
    EXPECT_EQ(continued.finished, 3);
    ASSERT_EQ(text(), whole) << length;
  }
  const std::size_t header = whole.find('\n') + 1;
  for (std::size_t length = 0; length < header; ++length) {
    write(whole.substr(0, length));
    EXPECT_EQ(CheckpointFile(path, "data and options").found(), 0);
    ASSERT_EQ(text(), whole.substr(0, header)) << length;
  }
}

TEST_F(CheckpointFileTest, NamesAndScoresComeBackAsTheyWere) {
  const std::vector<std::string> families{"",          "a b=c,d;e", "tab\there\nline",  "100%",
                                          "100%25",    "\xC3\xA9",  "tab%09here\nline", "a",
                                          "a\t1\t1p+0"};
  const std::vector<double> values{0.1, -0.0, std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<double>::max(),
                                   -std::numeric_limits<double>::infinity()};
  const std::string fingerprint = "sha\tof\nall 50%";
  const auto draw = [&](std::size_t family, double shift) {
    return [&values, family, shift](std::uint32_t replicate, std::span<double> scores) {
      for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = values[i];
      scores[0] += static_cast<double>(family) + replicate + shift;
    };
  };
  for (const bool again : {false, true}) {
    CheckpointFile checkpoint(path, fingerprint);
    EXPECT_EQ(checkpoint.found(), again ? 2 * static_cast<std::int64_t>(families.size()) : 0);
    for (std::size_t f = 0; f < families.size(); ++f) {
      // Were a replicate drawn again, the shift would show.
      const Replicate known = checkpoint.remember(families[f], draw(f, again ? 1000 : 0));
      for (const std::uint32_t replicate : {7U, 4'294'967'295U}) {
        std::vector<double> scores(values.size());
        known(replicate, scores);
        std::vector<double> expected(values.size());
        draw(f, 0)(replicate, expected);
        EXPECT_EQ(scores, expected);
        EXPECT_TRUE(std::signbit(scores[1]));
      }
    }
  }
}

TEST_F(CheckpointFileTest, ARunInProgressKnowsItsOwnReplicates) {
  CheckpointFile checkpoint(path, "x");
  int calls = 0;
  const Replicate replicate =
      checkpoint.remember("a", [&calls](std::uint32_t, std::span<double> s) { s[0] = ++calls; });
  std::vector<double> scores(1);
  replicate(1, scores);
  replicate(1, scores);
  EXPECT_EQ(scores[0], 1);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(checkpoint.found(), 0);
  std::vector<double> two(2);
  EXPECT_THAT([&] { replicate(1, two); },
              ThrowsMessage<InputError>(HasSubstr("holds 1 scores of replicate 1 of 'a'")));
}

TEST_F(CheckpointFileTest, WhatIsNotANumberIsNotKept) {
  CheckpointFile checkpoint(path, "x");
  const std::string before = text();
  std::vector<double> scores(1);
  checkpoint.remember("a", [](std::uint32_t, std::span<double> s) { s[0] = std::nan(""); })(1,
                                                                                            scores);
  EXPECT_TRUE(std::isnan(scores[0]));
  EXPECT_EQ(text(), before);
}

TEST_F(CheckpointFileTest, OtherFilesAreRefusedAndLeftAlone) {
  const auto refused = [&](const std::string& content, const std::string& reason) {
    write(content);
    EXPECT_THAT([&] { CheckpointFile(path, "mine"); },
                ThrowsMessage<InputError>(
                    ::testing::AllOf(HasSubstr(reason), HasSubstr("'" + path + "'"))));
    EXPECT_EQ(text(), content);
  };
  refused("a,b,c\n1,2,3\n", "is not a checkpoint and was left as it is");
  refused("x", "is not a checkpoint");
  refused("faultline checkpoint\t1\ttheirs\n", "belongs to a run with other data or other options");
  refused("faultline checkpoint\t1\tmine too\n", "belongs to a run with other data");
  refused("faultline checkpoint\t2\tmine\n", "another version of Faultline (format 2");
  refused("faultline checkpoint\t1\tmine\na\t1\t1p+0\na\t2\tone\n", "line 3 of the checkpoint");
  refused("faultline checkpoint\t1\tmine\na\n", "is damaged; delete the file to start anew");
  refused("faultline checkpoint\t1\tmine\na\t-1\t1p+0\n", "line 2 of the checkpoint");
}

TEST_F(CheckpointFileTest, PathsThatCannotBeWrittenAreRefused) {
  EXPECT_THAT([&] { CheckpointFile(path + "/no/such", "x"); },
              ThrowsMessage<InputError>(HasSubstr("cannot write the checkpoint")));
  const std::string folder = std::filesystem::path(path).parent_path().string();
  EXPECT_THAT([&] { CheckpointFile(folder, "x"); },
              ThrowsMessage<InputError>(HasSubstr("cannot write the checkpoint '" + folder)));
}

TEST_F(CheckpointFileTest, TwoRunsAtOnceAreRefused) {
  const CheckpointFile one(path, "x");
  EXPECT_THAT([&] { CheckpointFile(path, "x"); },
              ThrowsMessage<InputError>(HasSubstr("is in use by another run")));
}

}  // namespace
}  // namespace faultline::resample
