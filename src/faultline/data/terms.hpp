#pragma once
// Terms that the engine and its results share, each an enum with one table of names: scan/ and
// model/ compute with them, result/ writes them.

#include <span>

#include "faultline/base/describe.hpp"

namespace faultline::data {

using describe::name_of;  // found by the argument's namespace

/// Direction of the observed event against its expectation.
enum class Direction { higher, lower };
[[nodiscard]] std::span<const describe::Word> words(Direction);

/// How subgroups are searched.
enum class Strategy { automatic, ascent, exhaustive, bounded };
[[nodiscard]] std::span<const describe::Word> words(Strategy);

/// Where a probability comes from: one of three learners, a weighted mixture of them, or a column
/// of the data.
enum class LearnerKind { logistic, logistic_l1, ridge, tree, forest, boosted, ensemble, column };
[[nodiscard]] std::span<const describe::Word> words(LearnerKind);

/// What is predicted.
enum class OutcomeKind { binary, number };
[[nodiscard]] std::span<const describe::Word> words(OutcomeKind);

/// Of an option that is on or off.
enum class Choice { yes, no };
[[nodiscard]] std::span<const describe::Word> words(Choice);

}  // namespace faultline::data
