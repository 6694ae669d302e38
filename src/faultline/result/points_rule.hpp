#pragma once
// A rule that people can apply by hand: every value of an attribute has points, a person's points
// are added up, cut-offs put the sum into a group, and each group has its threshold on the score.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/result/terms.hpp"

namespace faultline::result {

/// Whom a threshold flags: scores above it (or at least it), and of people exactly at it a share,
/// drawn by lot, where it has one.
struct Cutoff {
  Comparator comparator = Comparator::above;
  double threshold = 0.5;
  std::optional<double> boundary_share{};
  friend bool operator==(const Cutoff&, const Cutoff&) = default;
};
[[nodiscard]] const describe::Object& description(const Cutoff*);

struct PointsRule {
  struct Value {
    std::string value{};
    std::int64_t points = 0;
    friend bool operator==(const Value&, const Value&) = default;
  };
  struct Attribute {
    std::string name{};
    std::vector<Value> values{};
    friend bool operator==(const Attribute&, const Attribute&) = default;
  };
  std::vector<Attribute> points{};
  std::vector<std::int64_t> cuts{};  // ascending; group g has sums above cuts[g - 1], up to cuts[g]
  std::vector<Cutoff> thresholds{};  // one more than cuts

  /// The group of this sum.
  [[nodiscard]] std::size_t group_of(std::int64_t sum) const;
  friend bool operator==(const PointsRule&, const PointsRule&) = default;
};
[[nodiscard]] const describe::Object& description(const PointsRule::Value*);
[[nodiscard]] const describe::Object& description(const PointsRule::Attribute*);
[[nodiscard]] const describe::Object& description(const PointsRule*);

}  // namespace faultline::result
