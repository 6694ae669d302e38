#pragma once
// Jumps: columns of 0 and 1 that are 1 from a place on some scale on (a step), or where several
// such steps meet (a corner). A scale is a number as it is, a dummy, or two numbers together: in a
// direction between them, or by how far they are from the middle. A ladder is the jumps that share
// a scale, one for each of its places.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace faultline::model {

struct JumpScale {
  enum class Kind : std::uint8_t { number, dummy, slope, ring };
  Kind kind = Kind::number;
  std::size_t column = 0;  // of a number or dummy; of slopes and rings, the first number
  std::size_t other = 0;   // the second
  double degrees = 0;      // of a slope: 0 along the first number, 90 along the second
};

struct JumpStep {
  JumpScale scale{};
  double from = 0;
};

/// 1 where all of its steps are.
using Jump = std::vector<JumpStep>;

struct JumpLadder {
  JumpScale scale{};
  std::vector<double> from{};  // ascending
  Jump beside{};               // where all of them stand; empty is everywhere
  [[nodiscard]] Jump jump(std::size_t place) const;
  /// Whether one variable is concerned.
  [[nodiscard]] bool is_of_one() const {
    return beside.empty() && scale.kind == JumpScale::Kind::number;
  }
};

}  // namespace faultline::model
