#include "faultline/methods/compare/compared_people.hpp"

#include <algorithm>

namespace faultline::methods {

Tallies ComparedPeople::roles() const {
  Tallies roles{.attributes = attributes,
                .has_outcome = true,
                .has_decision = has_decision,
                .has_score = has_score};
  return roles;
}

Tally tally_of(const std::vector<SideEntry>& entries, bool has_score) {
  Tally tally;
  for (const SideEntry& entry : entries)
    tally.people[entry.outcome ? 1 : 0][entry.decision ? 1 : 0] += entry.count;
  if (!has_score) return tally;
  std::vector<ScoreCell> cells;
  cells.reserve(entries.size());
  for (const SideEntry& entry : entries) {
    cells.push_back({.score = entry.score,
                     .negatives = entry.outcome ? 0 : entry.count,
                     .positives = entry.outcome ? entry.count : 0});
  }
  std::ranges::sort(cells, {}, &ScoreCell::score);
  for (const ScoreCell& cell : cells) {
    if (tally.scores.empty() || tally.scores.back().score != cell.score) {
      tally.scores.push_back(cell);
    } else {
      tally.scores.back().negatives += cell.negatives;
      tally.scores.back().positives += cell.positives;
    }
  }
  return tally;
}

}  // namespace faultline::methods
