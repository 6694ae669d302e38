#include "faultline/methods/mitigation/points.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// FNV-1a (Fowler, Noll, Vo), 64 bits: the same on every machine.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14'695'981'039'346'656'037ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1'099'511'628'211ULL;
  }
  return hash;
}

}  // namespace

std::vector<std::int64_t> sums_of_points(const data::Profiles& profiles, const PointsRule& rule) {
  std::vector<std::int64_t> sums(profiles.count.size(), 0);
  for (const PointsRule::Attribute& listed : rule.points) {
    const auto at = std::find_if(profiles.attributes.begin(), profiles.attributes.end(),
                                 [&](const data::Attribute& a) { return a.name == listed.name; });
    if (at == profiles.attributes.end()) {
      throw InputError(
          fmt::format("a rule needs the attribute '{}', which is not given; add it to `attributes`",
                      listed.name));
    }
    std::vector<std::int64_t> points(at->labels.size(), 0);
    for (const PointsRule::Value& value : listed.values) {
      const auto label = std::find(at->labels.begin(), at->labels.end(), value.value);
      if (label != at->labels.end()) points[label - at->labels.begin()] = value.points;
    }
    const std::vector<data::Code>& codes = profiles.codes[at - profiles.attributes.begin()];
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += points[codes[k]];
  }
  return sums;
}

std::vector<std::size_t> groups_of(const data::Profiles& profiles, const PointsRule& rule) {
  const std::vector<std::int64_t> sums = sums_of_points(profiles, rule);
  std::vector<std::size_t> groups;
  groups.reserve(sums.size());
  for (const std::int64_t sum : sums) groups.push_back(rule.group_of(sum));
  return groups;
}

std::vector<std::int64_t> decide(const data::Profiles& profiles, const PointsRule& rule) {
  const std::vector<std::size_t> groups = groups_of(profiles, rule);
  std::vector<std::int64_t> positive(profiles.count.size(), 0);
  EvenLots lots;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    const Cutoff& cutoff = rule.thresholds[groups[k]];
    const double score = profiles.prediction[k];
    if (passes(score, cutoff)) {
      positive[k] = profiles.count[k];
    } else if (on_boundary(score, cutoff)) {
      const std::size_t outcome = profiles.outcome[k] != 0 ? 1 : 0;
      positive[k] = lots.flag(profiles.count[k], *cutoff.boundary_share, 2 * groups[k] + outcome);
    }
  }
  return positive;
}

std::string points_words(const PointsRule& rule, std::size_t group) {
  if (rule.cuts.empty()) return "any number of points";
  if (group == 0) return fmt::format("up to {} points", rule.cuts.front());
  const std::int64_t from = rule.cuts[group - 1] + 1;
  if (group == rule.cuts.size()) return fmt::format("{} points or more", from);
  const std::int64_t to = rule.cuts[group];
  return from == to ? fmt::format("{} points", from) : fmt::format("{} to {} points", from, to);
}

bool lot_flags(double share, std::uint64_t seed, std::int64_t row,
               const std::optional<std::string>& id) {
  const std::uint64_t number = id ? hash_of(*id) : static_cast<std::uint64_t>(row);
  rng::Stream stream(seed, rng::Purpose::threshold, static_cast<std::uint32_t>(number),
                     static_cast<std::uint32_t>(number >> 32U));
  return rng::uniform(stream) < share;
}

}  // namespace faultline::methods
