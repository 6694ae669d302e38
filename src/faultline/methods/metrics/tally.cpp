#include "faultline/methods/metrics/tally.hpp"

#include <algorithm>
#include <utility>

namespace faultline::methods {
namespace {

bool scores_less(const ScoreCell& a, const ScoreCell& b) { return a.score < b.score; }

/// Neighbours with one score become one.
void fold_equal(std::vector<ScoreCell>& cells) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (kept > 0 && cells[kept - 1].score == cells[i].score) {
      cells[kept - 1].negatives += cells[i].negatives;
      cells[kept - 1].positives += cells[i].positives;
    } else {
      cells[kept++] = cells[i];
    }
  }
  cells.resize(kept);
}

}  // namespace

std::int64_t Tallies::people() const {
  std::int64_t sum = 0;
  for (const Intersection& one : intersections) sum += one.tally.size();
  return sum;
}

TalliesBuilder::TalliesBuilder(std::vector<data::Attribute> attributes) {
  collected_.attributes = std::move(attributes);
}

Tally& TalliesBuilder::tally_of(const data::ProfileBatch& batch, std::size_t entry) {
  // People come in the order of their codes, so that who is next is mostly where the last one was.
  auto& all = collected_.intersections;
  const std::size_t columns = batch.codes.size();
  if (!all.empty()) {
    const std::vector<data::Code>& last = all.back().codes;
    bool same = true;
    for (std::size_t c = 0; c < columns && same; ++c) same = last[c] == batch.codes[c][entry];
    if (same) return all.back().tally;
  }
  std::vector<data::Code> codes(columns);
  for (std::size_t c = 0; c < columns; ++c) codes[c] = batch.codes[c][entry];
  return all.emplace_back(Tallies::Intersection{.codes = std::move(codes)}).tally;
}

void TalliesBuilder::add(const data::ProfileBatch& batch) {
  collected_.has_outcome = !batch.outcome.empty();
  collected_.has_decision = !batch.decision.empty();
  collected_.has_score = !batch.prediction.empty();
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
    Tally& tally = tally_of(batch, i);
    const std::int64_t count = batch.count[i];
    const bool outcome = collected_.has_outcome && batch.outcome[i] != 0;
    const bool decision = collected_.has_decision && batch.decision[i] != 0;
    tally.people[outcome ? 1 : 0][decision ? 1 : 0] += count;
    if (!collected_.has_score) continue;
    const double score = batch.prediction[i];
    if (tally.scores.empty() || tally.scores.back().score != score)
      tally.scores.push_back({.score = score});
    (outcome ? tally.scores.back().positives : tally.scores.back().negatives) += count;
  }
}

Tallies TalliesBuilder::finish() && {
  auto& all = collected_.intersections;
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.codes < b.codes; });
  std::vector<Tallies::Intersection> distinct;
  distinct.reserve(all.size());
  for (Tallies::Intersection& one : all) {
    if (!std::is_sorted(one.tally.scores.begin(), one.tally.scores.end(), scores_less))
      std::sort(one.tally.scores.begin(), one.tally.scores.end(), scores_less);
    fold_equal(one.tally.scores);
    if (!distinct.empty() && distinct.back().codes == one.codes) {
      const std::array<const Tally*, 2> both{&distinct.back().tally, &one.tally};
      distinct.back().tally = merged(both);
    } else {
      distinct.push_back(std::move(one));
    }
  }
  all = std::move(distinct);
  return std::move(collected_);
}

Tally merged(std::span<const Tally* const> parts) {
  Tally sum;
  std::size_t cells = 0;
  for (const Tally* part : parts) cells += part->scores.size();
  sum.scores.reserve(cells);
  std::vector<std::size_t> ends{0};
  for (const Tally* part : parts) {
    for (std::size_t y = 0; y < 2; ++y) {
      for (std::size_t d = 0; d < 2; ++d) sum.people[y][d] += part->people[y][d];
    }
    sum.scores.insert(sum.scores.end(), part->scores.begin(), part->scores.end());
    ends.push_back(sum.scores.size());
  }
  // Sorted pieces, pair by pair.
  const auto at = [&](std::size_t i) {
    return sum.scores.begin() + static_cast<std::ptrdiff_t>(ends[i]);
  };
  const std::size_t pieces = parts.size();
  for (std::size_t width = 1; width < pieces; width *= 2) {
    for (std::size_t i = 0; i + width < pieces; i += 2 * width) {
      std::inplace_merge(at(i), at(i + width), at(std::min(i + 2 * width, pieces)), scores_less);
    }
  }
  fold_equal(sum.scores);
  return sum;
}

}  // namespace faultline::methods
