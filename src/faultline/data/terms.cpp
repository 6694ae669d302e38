#include "faultline/data/terms.hpp"

#include <array>

namespace faultline::data {

using describe::word;

std::span<const describe::Word> words(Direction) {
  static constexpr std::array kWords{word(Direction::higher, "higher", "More often than expected"),
                                     word(Direction::lower, "lower", "Less often than expected")};
  return kWords;
}

std::span<const describe::Word> words(Strategy) {
  static constexpr std::array kWords{
      word(Strategy::automatic, "auto",
           "Exhaustive where that is quick, else ascent, which is then proven"),
      word(Strategy::ascent, "ascent", "Improve one attribute at a time, from many starts"),
      word(Strategy::exhaustive, "exhaustive", "Score every subgroup"),
      word(Strategy::bounded, "bounded", "Branch and bound, which proves its answer")};
  return kWords;
}

std::span<const describe::Word> words(LearnerKind) {
  static constexpr std::array kWords{
      word(LearnerKind::logistic, "logistic", "Logistic regression"),
      word(LearnerKind::logistic_l1, "logistic-l1", "Logistic regression with an L1 penalty"),
      word(LearnerKind::ridge, "ridge", "Least squares with a ridge"),
      word(LearnerKind::tree, "tree", "A tree of limited depth"),
      word(LearnerKind::forest, "forest", "Random forest"),
      word(LearnerKind::boosted, "boosted", "Boosted trees"),
      word(LearnerKind::ensemble, "ensemble", "A cross-validated mixture of several learners"),
      word(LearnerKind::column, "column", "A column of the data")};
  return kWords;
}

std::span<const describe::Word> words(OutcomeKind) {
  static constexpr std::array kWords{word(OutcomeKind::binary, "binary", "Happened or not"),
                                     word(OutcomeKind::number, "number", "A number")};
  return kWords;
}

std::span<const describe::Word> words(Choice) {
  static constexpr std::array kWords{describe::word(Choice::yes, "yes"),
                                     describe::word(Choice::no, "no")};
  return kWords;
}

}  // namespace faultline::data
