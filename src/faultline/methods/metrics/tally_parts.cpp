// Tallies made of tallies: decisions by another threshold, fewer attributes, a part of the people.

#include <algorithm>
#include <map>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/tally.hpp"

namespace faultline::methods {
namespace {

void drop(std::size_t attribute, Tallies& from) {
  from.attributes.erase(from.attributes.begin() + static_cast<std::ptrdiff_t>(attribute));
}

std::vector<data::Code> codes_without(const std::vector<data::Code>& codes, std::size_t attribute) {
  std::vector<data::Code> kept = codes;
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(attribute));
  return kept;
}

/// Everything but the people.
Tallies same_roles(const Tallies& tallies) {
  return {.attributes = tallies.attributes,
          .has_outcome = tallies.has_outcome,
          .has_decision = tallies.has_decision,
          .has_score = tallies.has_score,
          .has_numbers = tallies.has_numbers,
          .any_scores = tallies.any_scores,
          .has_weights = tallies.has_weights,
          .has_clusters = tallies.has_clusters};
}

}  // namespace

Tallies decided(const Tallies& tallies, const data::Threshold& threshold) {
  if (tallies.has_moments()) throw InternalError("decisions of a survey are made as it is read");
  Tallies made = same_roles(tallies);
  made.has_decision = true;
  made.intersections.reserve(tallies.intersections.size());
  for (const Tallies::Intersection& one : tallies.intersections) {
    Tally tally;  // the scores are those of the tallies given: nobody needs them twice
    for (const ScoreCell& cell : one.tally.scores) {
      const bool positive =
          threshold.strict ? cell.score > threshold.value : cell.score >= threshold.value;
      tally.people[0][positive ? 1 : 0] += cell.negatives;
      tally.people[1][positive ? 1 : 0] += cell.positives;
    }
    made.intersections.push_back({.codes = one.codes, .tally = std::move(tally)});
  }
  made.has_score = false;
  return made;
}

Tallies without(const Tallies& tallies, std::size_t attribute) {
  Tallies made = same_roles(tallies);
  drop(attribute, made);
  std::map<std::vector<data::Code>, std::vector<const Tally*>> parts;
  for (const Tallies::Intersection& one : tallies.intersections)
    parts[codes_without(one.codes, attribute)].push_back(&one.tally);
  made.intersections.reserve(parts.size());
  for (const auto& [codes, list] : parts)
    made.intersections.push_back({.codes = codes, .tally = merged(list)});
  return made;
}

Tallies part(const Tallies& tallies, std::size_t attribute, data::Code value) {
  Tallies made = same_roles(tallies);
  drop(attribute, made);
  for (const Tallies::Intersection& one : tallies.intersections) {
    if (one.codes[attribute] != value) continue;
    made.intersections.push_back(
        {.codes = codes_without(one.codes, attribute), .tally = one.tally});
  }
  return made;
}

double median_score(const Tallies& tallies) {
  std::vector<const Tally*> parts;
  parts.reserve(tallies.intersections.size());
  for (const Tallies::Intersection& one : tallies.intersections) parts.push_back(&one.tally);
  const Tally all = merged(parts);
  const std::int64_t n = all.size();
  if (all.scores.empty() || n == 0) throw InternalError("a median needs scores");
  const auto at = [&](std::int64_t rank) {
    for (const ScoreCell& cell : all.scores) {
      rank -= cell.negatives + cell.positives;
      if (rank <= 0) return cell.score;
    }
    return all.scores.back().score;
  };
  const double low = at((n + 1) / 2);
  const double high = at(n / 2 + 1);
  return low + (high - low) / 2;
}

}  // namespace faultline::methods
