#include "sql/fuzz.hpp"

#include <array>
#include <string>

#include "sql/test_files.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::sql::testing {
namespace {

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

}  // namespace

int fuzz_people(std::uint64_t seed, int rounds) {
  const TestFolder folder;
  Dice dice(seed);
  int worked = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string text = random_csv(dice);
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
    try {
      const People people = People::open(input, roles);
      data::ProfilesBuilder builder(people.attributes());
      people.stream(builder);
      const data::Profiles profiles = std::move(builder).finish();
      EXPECT_EQ(profiles.people(), people.summary().rows_used) << text;
      ++worked;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    } catch (const ConfigError&) {
    } catch (const std::exception& error) {
      ADD_FAILURE() << "round " << round << ": " << error.what() << "\n" << text;
    }
  }
  return worked;
}

}  // namespace faultline::sql::testing
