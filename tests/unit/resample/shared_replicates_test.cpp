// Several runs that share their replicates come to the bits of one that draws them all, and what
// goes wrong is told as ever.

#include "faultline/resample/shared_replicates.hpp"

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

void draw_scores(std::uint32_t replicate, std::span<double> scores) {
  rng::Stream stream(11, rng::Purpose::null_redraw, replicate);
  for (double& score : scores) score = rng::normal(stream);
}

/// A job of two families: two hypotheses with a pilot, and one without.
std::vector<FamilyResult> job(Checkpoint* checkpoint, int threads, bool sequential = true) {
  const std::vector<std::vector<double>> observed{{2.5, 0.25}, {1.5}};
  std::vector<FamilyResult> results;
  for (std::size_t f = 0; f < observed.size(); ++f) {
    Replicate replicate = draw_scores;
    if (checkpoint != nullptr) replicate = checkpoint->remember(fmt::format("f={}", f), replicate);
    results.push_back(family_test(
        observed[f], replicate, {.replicates = 250, .threads = threads, .sequential = sequential}));
  }
  return results;
}

/// Numbers of the replicates of a family in lines.
std::vector<std::uint32_t> numbers(const std::string& lines, const std::string& family) {
  std::vector<std::uint32_t> found;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    const auto fields = fields_of(line);
    if (fields.size() > 1 && fields[0] == family)
      found.push_back(static_cast<std::uint32_t>(std::stoul(std::string(fields[1]))));
  }
  return found;
}

std::string known_until(const std::string& family, std::uint32_t last) {
  std::string lines;
  for (std::uint32_t number = 1; number <= last; ++number)
    lines += record_line(family, number, std::vector<double>{1.0});
  return lines;
}

/// What a run draws that asks for one replicate.
std::string drawn(const Share& share, std::uint32_t number, std::int64_t replicates,
                  const Replicate& replicate = draw_scores) {
  SharedReplicates shared(share, replicates);
  const Replicate asked = shared.remember("a", replicate);
  std::vector<double> scores(1);
  try {
    asked(number, scores);
  } catch (const Unfinished& unfinished) {
    return unfinished.lines();
  }
  return "it went on";
}

TEST(SharedReplicatesTest, SeveralPartsGiveTheBitsOfOne) {
  for (const bool sequential : {true, false}) {
    const std::vector<FamilyResult> expected = job(nullptr, 1, sequential);
    for (const int parts : {1, 2, 5}) {
      std::string known;
      std::vector<bool> drew(static_cast<std::size_t>(parts), false);
      std::vector<FamilyResult> results;
      for (int round = 0; results.empty(); ++round) {
        ASSERT_LT(round, 50);
        std::string lines;
        for (int part = 0; part < parts; ++part) {
          const Share share{.known = known, .part = part, .parts = parts, .patience = 0};
          SharedReplicates shared(share, 250);
          try {
            results = job(&shared, 1 + part % 3, sequential);
            EXPECT_GT(round, 8) << "not everything was shared";
            break;
          } catch (const Unfinished& unfinished) {
            lines += unfinished.lines();
            if (!unfinished.lines().empty()) drew[static_cast<std::size_t>(part)] = true;
          }
        }
        known += lines;
      }
      EXPECT_THAT(drew, ::testing::Each(true));
      for (std::size_t f = 0; f < expected.size(); ++f) {
        EXPECT_EQ(results[f].null_scores, expected[f].null_scores);
        EXPECT_EQ(results[f].finished, expected[f].finished);
        EXPECT_EQ(results[f].tests[0].p_value, expected[f].tests[0].p_value);
        EXPECT_EQ(results[f].tests[0].risk, expected[f].tests[0].risk);
      }
    }
  }
}

TEST(SharedReplicatesTest, APatientRunDrawsEverythingItself) {
  const Share share{.patience = 1e9};
  SharedReplicates shared(share, 250);
  EXPECT_EQ(job(&shared, 2)[0].null_scores, job(nullptr, 1)[0].null_scores);
}

TEST(SharedReplicatesTest, DealsOutWhatIsNotKnown) {
  const std::string known = known_until("a", 5) + record_line("a", 8, std::vector<double>{1.0});
  Share share{.known = known, .parts = 2, .patience = 1e9};
  EXPECT_THAT(numbers(drawn(share, 6, 12), "a"), ElementsAre(6, 9, 11));
  share.part = 1;
  EXPECT_THAT(numbers(drawn(share, 6, 12), "a"), ElementsAre(7, 10, 12));
}

TEST(SharedReplicatesTest, WithoutAClockARoundDoublesWhatIsKnown) {
  Share share{.known = known_until("a", 6), .parts = 2, .patience = 0};
  EXPECT_THAT(numbers(drawn(share, 7, 50), "a"), ElementsAre(7, 9, 11));
  share.part = 1;
  EXPECT_THAT(numbers(drawn(share, 7, 50), "a"), ElementsAre(8, 10, 12));
}

TEST(SharedReplicatesTest, ThePilotComesFirst) {
  const std::string known = record_line("a", kPilot + 1, std::vector<double>{1.0});
  const Share share{.known = known, .patience = 1e9};
  const std::vector<std::uint32_t> all = numbers(drawn(share, kPilot + 2, 3), "a");
  ASSERT_THAT(all, SizeIs(98 + 3));
  EXPECT_EQ(all.front(), kPilot + 2);
  EXPECT_EQ(all[97], kPilot + 99);
  EXPECT_EQ(all[98], 1);
  EXPECT_EQ(all.back(), 3);
}

TEST(SharedReplicatesTest, ANewFamilyIsBegunByPart0Alone) {
  EXPECT_THAT(numbers(drawn({.parts = 2, .patience = 0}, 1, 50), "a"), ElementsAre(1));
  EXPECT_THAT(drawn({.part = 1, .parts = 2, .patience = 0}, 1, 50), IsEmpty());
}

TEST(SharedReplicatesTest, ANewFamilyIsSharedAtOnceWhereThoseBeforeTookLong) {
  Share share{.known = known_until("b", 5), .part = 1, .parts = 2, .patience = 10, .spent = 19};
  EXPECT_THAT(drawn(share, 1, 6), IsEmpty());
  share.spent = 21;
  EXPECT_THAT(numbers(drawn(share, 1, 6), "a"), ElementsAre(2, 4, 6));
}

TEST(SharedReplicatesTest, WhatFailsIsToldWhenItCounts) {
  const Replicate fails = [](std::uint32_t number, std::span<double> scores) {
    if (number == 8) throw NumericError("the eighth fails");
    draw_scores(number, scores);
  };
  const Share share{.known = known_until("a", 5), .patience = 1e9};
  EXPECT_THAT(numbers(drawn(share, 6, 12, fails), "a"), ElementsAre(6, 7));
  EXPECT_THAT([&] { drawn(share, 8, 12, fails); },
              ThrowsMessage<NumericError>(HasSubstr("the eighth fails")));
  const Replicate odd = [](std::uint32_t number, std::span<double> scores) {
    scores[0] = number == 8 ? std::nan("") : 1;
  };
  EXPECT_THAT(numbers(drawn(share, 6, 12, odd), "a"), ElementsAre(6, 7, 9, 10, 11, 12));
  EXPECT_EQ(drawn(share, 8, 12, odd), "it went on") << "and the family test says so";
}

TEST(SharedReplicatesTest, AStopIsHeard) {
  const Share share{.known = known_until("a", 5), .patience = 1e9};
  std::stop_source stop;
  SharedReplicates shared(share, 1'000'000'000, {}, stop.get_token());
  const Replicate asked = shared.remember("a", [&](std::uint32_t number, std::span<double> scores) {
    scores[0] = number;
    if (number == 9) stop.request_stop();
  });
  std::vector<double> scores(1);
  EXPECT_THROW(asked(6, scores), Cancelled);
}

TEST(SharedReplicatesTest, MarksAndScoresComeBackAsTheyWere) {
  const std::vector<double> values{0.1, -0.0, std::numeric_limits<double>::max(),
                                   -std::numeric_limits<double>::infinity()};
  std::string lines;
  {
    const Share share{.patience = 0};
    SharedReplicates shared(share, 9);
    const Replicate first = shared.remember("a\tb", [&](std::uint32_t n, std::span<double> scores) {
      std::copy(values.begin(), values.end(), scores.begin());
      shared.mark("a\tb\nodd", n);
    });
    std::vector<double> scores(values.size());
    try {
      first(3, scores);
    } catch (const Unfinished& unfinished) {
      lines = unfinished.lines();
    }
  }
  const Share share{.known = lines};
  SharedReplicates shared(share, 9);
  EXPECT_TRUE(shared.marked("a\tb\nodd", 3));
  EXPECT_FALSE(shared.marked("a\tb\nodd", 2));
  const Replicate known =
      shared.remember("a\tb", [](std::uint32_t, std::span<double>) { FAIL() << "drawn again"; });
  std::vector<double> scores(values.size());
  known(3, scores);
  EXPECT_EQ(scores, values);
  EXPECT_TRUE(std::signbit(scores[1]));
  EXPECT_EQ(shared.found(), 0);
  std::vector<double> two(2);
  EXPECT_THAT([&] { known(3, two); },
              ThrowsMessage<InputError>(HasSubstr("is known with 4 scores where there are 2")));
}

TEST(SharedReplicatesTest, WhatIsNoShareIsRefused) {
  const auto refused = [](const std::string& known, const std::string& message) {
    const Share share{.known = known};
    EXPECT_THAT([&] { SharedReplicates(share, 9); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  refused("a\t1\t1p+0\na\t2\tone\n", "line 2 of the known replicates is damaged");
  refused("a\t1\t1p+0\na\t2\t1p", "line 2 of");
  refused("\n", "line 1 of");
  for (const int part : {-1, 2}) {
    const Share share{.part = part, .parts = 2};
    EXPECT_THAT(
        [&] { SharedReplicates(share, 9); },
        ThrowsMessage<ConfigError>(fmt::format("part {} of 2: parts are counted from 0", part)));
  }
}

}  // namespace
}  // namespace faultline::resample
