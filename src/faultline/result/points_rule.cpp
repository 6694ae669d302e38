#include "faultline/result/points_rule.hpp"

#include <algorithm>

namespace faultline::result {

using describe::member;
using describe::Object;

namespace {
// Far beyond any log-odds, and sums of them stay whole numbers.
constexpr double kMostPoints = 1e9;
}  // namespace

const Object& description(const Cutoff*) {
  static const Object object{
      "A threshold on the score",
      {member<&Cutoff::comparator>("comparator", "Which scores are decided positively."),
       member<&Cutoff::threshold>("threshold", "The threshold."),
       member<&Cutoff::boundary_share>(
           "boundary_share",
           "Share of people exactly at the threshold who are decided positively, drawn by lot.")
           .from(0)
           .to(1)}};
  return object;
}

const Object& description(const PointsRule::Value*) {
  using Value = PointsRule::Value;
  static const Object object{
      "Points of a value",
      {member<&Value::value>("value", "The value."),
       member<&Value::points>("points", "Its points.").from(-kMostPoints).to(kMostPoints)}};
  return object;
}

const Object& description(const PointsRule::Attribute*) {
  using Attribute = PointsRule::Attribute;
  static const Object object{
      "Points of an attribute's values",
      {member<&Attribute::name>("name", "Name of the attribute."),
       member<&Attribute::values>("values", "Its values; one that is not listed has 0 points.")}};
  return object;
}

const Object& description(const PointsRule*) {
  static const Object object{
      "A threshold by the sum of a person's points",
      {member<&PointsRule::points>("points", "Points by attribute."),
       member<&PointsRule::cuts>(
           "cuts", "Highest sum of points of each group but the last, in ascending order.")
           .from(-1e15)
           .to(1e15),
       member<&PointsRule::thresholds>("thresholds", "The threshold of each group.")}};
  return object;
}

std::size_t PointsRule::group_of(std::int64_t sum) const {
  return static_cast<std::size_t>(std::lower_bound(cuts.begin(), cuts.end(), sum) - cuts.begin());
}

}  // namespace faultline::result
