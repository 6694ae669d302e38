#pragma once
// A described struct with one member of every kind, for the tests of descriptions and JSON.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"

namespace faultline::test {

enum class Colour { red, green };
inline std::span<const describe::Word> words(Colour) {
  static constexpr std::array<describe::Word, 2> kWords{
      {{static_cast<int>(Colour::red), "red"}, {static_cast<int>(Colour::green), "green"}}};
  return kWords;
}

struct Place {
  std::string town{};
  double share = 0.5;
};
inline const describe::Object& description(const Place*) {
  static const describe::Object object{
      "A place",
      {describe::member<&Place::town>("town", "Its name"),
       describe::member<&Place::share>("share", "Of people").from(0).to(1)}};
  return object;
}

struct Extra {
  double lambda = 0;
  std::vector<int> steps{};
};
inline const describe::Object& description(const Extra*) {
  static const describe::Object object{"What some have",
                                       {describe::member<&Extra::lambda>("lambda", "A slope"),
                                        describe::member<&Extra::steps>("steps", "Steps")}};
  return object;
}

struct Person {
  bool adult = false;
  int rank = 1;
  std::int64_t n = 0;
  std::uint64_t seed = 1;
  double score = 0;
  double count = 0;
  double bound = 0;
  std::string name{};
  Colour colour = Colour::red;
  std::optional<double> theta{};
  std::optional<std::string> note{};
  std::pair<double, double> interval{0, 1};
  std::vector<Place> places{};
  std::vector<std::pair<std::string, std::vector<std::string>>> sets{};
  std::vector<std::pair<double, double>> quantiles{};
  std::optional<Extra> extra{};
  std::int64_t clipped = 0;
  std::string why{};
  [[nodiscard]] bool has_why() const { return !why.empty(); }
};
inline const describe::Object& description(const Person*) {
  using describe::member;
  static const describe::Object object{
      "A person",
      {member<&Person::adult>("adult", "Of age"),
       member<&Person::rank>("rank", "Place").from(1).lenient(),
       member<&Person::n>("n", "People").from(0),
       member<&Person::seed>("seed", "Of random numbers"), member<&Person::score>("score", "Score"),
       member<&Person::count>("count", "Count").whole(),
       member<&Person::bound>("bound", "Bound").null_is(std::numeric_limits<double>::infinity()),
       member<&Person::name>("name", "Name"), member<&Person::colour>("colour", "Colour"),
       member<&Person::theta>("theta", "Effect").above(0),
       member<&Person::note>("note", "Note").sparse(),
       member<&Person::interval>("interval", "Interval"),
       member<&Person::places>("places", "Places"), member<&Person::sets>("sets", "Sets"),
       member<&Person::quantiles>("quantiles", "Quantiles"),
       member<&Person::extra>("extra", "Extra").inlined("lambda"),
       member<&Person::clipped>("clipped", "Clipped").within("positivity"),
       member<&Person::why>("why", "Why").when<&Person::has_why>()}};
  return object;
}

}  // namespace faultline::test
