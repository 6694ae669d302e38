#include "faultline/methods/sources/outlook.hpp"

#include <limits>
#include <utility>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/optimum.hpp"

namespace faultline::methods {
namespace {

constexpr std::size_t kFewestSizes = 3;
// Laws are fitted to means: of fewer people than this they are mostly chance.
constexpr std::int64_t kFewestForLaw = 20;
constexpr double kTwice = 2;
constexpr double kTenTimes = 10;
// Laws are numbered from here on, apart from those of optima.
constexpr std::uint32_t kOutlookLaws = 0x10000;
// Stands where a growth does in the number of a law.
constexpr std::uint32_t kInsideCluster = 3;

std::uint32_t law_number(std::size_t contrast, CostMetric metric, std::uint32_t growth, int grows,
                         int side) {
  return kOutlookLaws + static_cast<std::uint32_t>(contrast) * 256 +
         static_cast<std::uint32_t>(metric) * 16 + growth * 4 +
         static_cast<std::uint32_t>(grows) * 2 + static_cast<std::uint32_t>(side);
}

}  // namespace

Outlooks::Outlooks(WhatIf& what_if)
    : what_if_(what_if), contrasts_(contrasts_of(what_if.input().groups)) {}

std::vector<bool> Outlooks::members(std::size_t contrast, int side) const {
  std::vector<bool> counts;
  for (const std::int32_t group : what_if_.plan().group)
    counts.push_back(contrasts_[contrast].side_of[static_cast<std::size_t>(group)] == side);
  return counts;
}

std::size_t Outlooks::best_of(std::size_t contrast, int side) const {
  return best_candidate(what_if_.tried_losses(), what_if_.tried_proper(), members(contrast, side));
}

const SideOutlook& Outlooks::of(std::size_t contrast, int side, CostMetric metric, Growth growth,
                                int grows) {
  const Key key{.contrast = contrast,
                .side = side,
                .metric = metric,
                .growth = growth,
                .grows = growth == Growth::worse_side ? grows : 0};
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_[key] = make(key);
}

bool Outlooks::may_grow(std::size_t contrast, int grows) {
  const std::pair asked{contrast, grows};
  if (grown_.contains(asked)) return true;
  if (grown_.size() == kMostGrown) return false;
  grown_.insert(asked);
  return true;
}

SideOutlook Outlooks::make(const Key& key) {
  SideOutlook result;
  if (key.growth == Growth::best_model) result.candidate = best_of(key.contrast, key.side);
  const auto curve_of = [&]() -> const ScoreCurve& {
    if (key.growth != Growth::worse_side) return what_if_.curve(result.candidate);
    std::vector<std::int32_t> side = contrasts_[key.contrast].side_of;
    for (std::int32_t& one : side) one = one == key.grows ? 0 : 1;
    return what_if_.mix_curve(side);
  };
  const ScoreCurve& curve = curve_of();
  result.trained = curve.trained;
  result.moments = what_if_.moments(curve, key.metric, members(key.contrast, key.side));
  extend(law_number(key.contrast, key.metric, static_cast<std::uint32_t>(key.growth), key.grows,
                    key.side),
         key.growth == Growth::everybody, result);
  return result;
}

SideOutlook Outlooks::inside(std::size_t contrast, int side, CostMetric metric,
                             std::span<const double> membership) {
  std::vector<double> weight;
  for (const std::int64_t person : what_if_.plan().person)
    weight.push_back(membership[static_cast<std::size_t>(person)]);
  SideOutlook result;
  const ScoreCurve& curve = what_if_.curve(result.candidate);
  result.trained = curve.trained;
  result.moments = what_if_.moments(curve, metric, members(contrast, side), weight);
  extend(law_number(contrast, metric, kInsideCluster, 0, side), true, result);
  return result;
}

void Outlooks::extend(std::uint32_t number, bool back_test, SideOutlook& outlook) const {
  if (outlook.moments.share.size() < kFewestSizes || outlook.moments.n < kFewestForLaw) {
    outlook.why = "too few people for a learning curve";
    return;
  }
  const LawOptions options = what_if_.law(outlook.candidate, number);
  const ScalingLaw law(outlook.moments, options);
  outlook.today = law.at(1);
  outlook.twice = law.at(kTwice);
  outlook.ten = law.at(kTenTimes);
  outlook.limit = law.at(std::numeric_limits<double>::infinity());
  if (back_test) outlook.back_test_miss = back_test_miss(outlook.moments, options);
}

}  // namespace faultline::methods
