// Random and mutated CSV text with random options: it is read or refused with a sentence, nothing
// else. The fuzz target `people` keeps the same promises for longer.

#include <array>
#include <string>

#include "fuzz/read_people.hpp"
#include "sql/test_files.hpp"
#include <gtest/gtest.h>

namespace faultline::sql {
namespace {

using testing::TestFolder;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state_ >> 33) % n;
  }
  bool once_in(std::size_t n) { return below(n) == 0; }
  template <std::size_t N>
  const char* of(const std::array<const char*, N>& choices) {
    return choices[below(N)];
  }

 private:
  std::uint64_t state_;
};

constexpr std::array kValues{"u", "v",    "w",        "0.5",   "0.25", "1",       "0",
                             "",  "true", "-3",       "1e9",   "nan",  "\"q,q\"", "2024-02-30",
                             "é", " x ",  "\"a\nb\"", "1_000", "'",    "1e400",   "(missing)"};
constexpr std::array kNames{"a", "b", "y", "p", "n", "A", "", "x y", "\"q\"\"q\"", "select"};
constexpr std::array kNoise{"\"",   ",",  "\n", "\r",   ";",           "\xff",
                            "\x01", "\t", "\\", "NULL", "\xef\xbb\xbf"};

std::string random_csv(Dice& dice) {
  std::string text = dice.once_in(3) ? std::string(dice.of(kNames)) : "a";
  text += ",b,y,p,n\n";
  for (std::size_t rows = dice.below(12); rows > 0; --rows) {
    text += std::string(dice.of(kValues)) + "," + (dice.once_in(2) ? "s" : "t") + "," +
            (dice.once_in(2) ? "1" : "0") + "," + (dice.once_in(20) ? dice.of(kValues) : "0.5") +
            "," + (dice.once_in(20) ? dice.of(kValues) : "3") + "\n";
  }
  for (std::size_t changes = dice.once_in(2) ? dice.below(4) : 0; changes > 0 && !text.empty();
       --changes) {
    const std::size_t at = dice.below(text.size());
    if (dice.once_in(2)) {
      text.insert(at, dice.of(kNoise));
    } else {
      text.erase(at, 1 + dice.below(3));
    }
  }
  return text;
}

TEST(FuzzPeople, AreReadOrRefused) {
  constexpr int kRounds = 200;
  const TestFolder folder;
  Dice dice(1);
  int worked = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random_csv(dice);
    SCOPED_TRACE(text);
    data::InputOptions input{.path = folder.write("fuzz.csv", text), .threads = 1};
    data::RoleOptions roles{.outcome = "y"};
    if (dice.once_in(2)) roles.score = "p";
    if (roles.score.empty() && dice.once_in(3)) roles.risk_score = "p";
    if (dice.once_in(3)) roles.attributes = {"a", "b"};
    if (dice.once_in(3)) roles.count = "n";
    if (dice.once_in(4)) input.bins = {dice.once_in(2) ? "n=quantile:3" : "n=width:4"};
    if (dice.once_in(4)) input.null_spellings = {"u", "1"};
    if (dice.once_in(4)) input.missing = data::Missing::drop;
    if (dice.once_in(5)) input.where = "b = 's' or n > 1";
    if (dice.once_in(5)) input.derive = {"c=concat(a, b)"};
    if (dice.once_in(12)) input.columns = {"a", "b", "y", "p", "n"};
    if (dice.once_in(12)) input.delimiter = ";";
    EXPECT_NO_THROW(worked += fuzz::read_people(input, roles) ? 1 : 0);
  }
  // Both ways were taken.
  EXPECT_GT(worked, 20);
  EXPECT_LT(worked, 180);
}

}  // namespace
}  // namespace faultline::sql
