#pragma once
// Described structs for the tests of what stands in a parent's place: a list of one, a column of a
// list, and what is open, nullable or never written.

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"

namespace faultline::test {

enum class Size { automatic, small, large };
inline std::span<const describe::Word> words(Size) {
  static constexpr std::array kWords{describe::word(Size::automatic, "auto"),
                                     describe::word(Size::small, "small"),
                                     describe::word(Size::large, "large")};
  return kWords;
}

struct Scores {
  double best = 0;
  std::optional<std::pair<double, double>> range{};  // an infinite end: no bound
};
inline const describe::Object& description(const Scores*) {
  using describe::member;
  static const describe::Object object{"Scores",
                                       {member<&Scores::best>("best", "The best.").finite(),
                                        member<&Scores::range>("range", "Their range.")
                                            .null_is(std::numeric_limits<double>::infinity())}};
  return object;
}

struct Player : Scores {
  std::string name{};
};
inline const describe::Object& description(const Player*) {
  static const describe::Object object{
      "A player",
      {describe::member<&Player::name>("name", "Name."), describe::base<Player, Scores>()}};
  return object;
}

struct Team {
  std::vector<Player> players{};
  Size size = Size::small;
  std::string motto{};
  std::optional<std::pair<double, double>> odds{};
  [[nodiscard]] bool has_several() const { return players.size() != 1; }
};
inline const describe::Object& description(const Team*) {
  using describe::member;
  static const describe::Object object{
      "A team",
      {describe::column<&Team::players, &Player::name>("names", "Names of the players.")
           .within("team"),
       member<&Team::size>("size", "Its size.").never(Size::automatic),
       member<&Team::motto>("motto", "Its motto.").nullable().matching("^[A-Z]"),
       member<&Team::odds>("odds", "Odds."),
       describe::only<&Team::players, Scores>().inlined("best"),
       member<&Team::players>("players", "The players.").when<&Team::has_several>()}};
  return object;
}

}  // namespace faultline::test
