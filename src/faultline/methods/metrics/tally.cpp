#include "faultline/methods/metrics/tally.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

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

bool survey_less(const SurveyScore& a, const SurveyScore& b) {
  return std::tie(a.score, a.positive, a.cluster, a.weight) <
         std::tie(b.score, b.positive, b.cluster, b.weight);
}

/// Sorts, and makes one of entries that differ in nothing but their number.
void fold_survey(std::vector<SurveyScore>& scores) {
  std::sort(scores.begin(), scores.end(), survey_less);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (kept > 0 && !survey_less(scores[kept - 1], scores[i])) {
      scores[kept - 1].count += scores[i].count;
    } else {
      scores[kept++] = scores[i];
    }
  }
  scores.resize(kept);
}

/// The clusters of all, pair by pair.
std::vector<Unit> units_of(std::span<const Tally* const> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1) return parts.front()->units;
  const std::size_t half = parts.size() / 2;
  return merged_units(units_of(parts.first(half)), units_of(parts.subspan(half)));
}

}  // namespace

std::int64_t Tallies::people() const {
  std::int64_t sum = 0;
  for (const Intersection& one : intersections) sum += one.tally.size();
  return sum;
}

TalliesBuilder::TalliesBuilder(std::vector<data::Attribute> attributes, TallyColumns columns)
    : columns_(columns) {
  collected_.attributes = std::move(attributes);
  collected_.has_numbers = columns.outcome.has_value();
  collected_.any_scores = columns.score.has_value();
  collected_.has_weights = columns.weight.has_value();
  collected_.has_clusters = columns.cluster.has_value();
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

void TalliesBuilder::flush() {
  if (!pending_) return;
  Tally& tally = collected_.intersections[pending_->intersection].tally;
  Unit unit = pending_->unit;
  const std::int64_t count = pending_->count;
  pending_.reset();
  if (!columns_.cluster) return tally.moments.add(unit, count);
  for (double& total : unit.totals) total *= static_cast<double>(count);
  for (double& square : unit.row_squares) square *= static_cast<double>(count);
  if (!tally.units.empty() && tally.units.back().cluster == unit.cluster) {
    add_to(tally.units.back(), unit);
  } else {
    tally.units.push_back(unit);
  }
}

void TalliesBuilder::add_moments(const data::ProfileBatch& batch, std::size_t entry, Tally& tally) {
  const auto number = [&](const std::optional<std::size_t>& place, double otherwise) {
    return place ? batch.numbers[*place][entry] : otherwise;
  };
  const double w = number(columns_.weight, 1);
  if (!(w > 0)) {
    throw InputError(fmt::format(
        "`weight`: {} is not a weight; weights are above 0, so leave out people who count for "
        "nothing with `where`",
        shortest(w)));
  }
  const double score =
      number(columns_.score, batch.prediction.empty() ? 0 : batch.prediction[entry]);
  Unit unit{.cluster = number(columns_.cluster, 0)};
  if (columns_.outcome) {
    const double outcome = batch.numbers[*columns_.outcome][entry];
    const double error = score - outcome;
    unit.occupied = 1;
    unit.row_squares[0] = w * w;
    unit.totals = {w, w * outcome, w * score, w * error, w * std::abs(error), w * error * error, 0};
  } else {
    const bool y = collected_.has_outcome && batch.outcome[entry] != 0;
    const bool d = collected_.has_decision && batch.decision[entry] != 0;
    const std::size_t place = (y ? 2U : 0U) + (d ? 1U : 0U);
    unit.occupied = 1U << place;
    unit.row_squares[place] = w * w;
    unit.totals[place] = w;
    if (collected_.has_score) {
      const double error = y ? 1 - score : score;
      unit.totals[kScoreTotal] = w * score;
      unit.totals[kBrierTotal] = w * error * error;
      const double loss = y ? -std::log(score) : -std::log1p(-score);
      if (std::isfinite(loss)) {
        unit.totals[kLossTotal] = w * loss;
      } else {
        tally.infinite_loss = true;
      }
    }
  }
  const std::size_t here = collected_.intersections.size() - 1;  // people arrive in the last one
  if (pending_ && pending_->intersection == here && pending_->unit.cluster == unit.cluster &&
      pending_->unit.occupied == unit.occupied && pending_->unit.totals == unit.totals) {
    pending_->count += batch.count[entry];
    return;
  }
  flush();
  pending_ = Pending{.intersection = here, .unit = unit, .count = batch.count[entry]};
}

void TalliesBuilder::add(const data::ProfileBatch& batch) {
  collected_.has_outcome = !batch.outcome.empty() || columns_.outcome;
  collected_.has_decision = !batch.decision.empty();
  collected_.has_score = !batch.prediction.empty() || columns_.score;
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
    Tally& tally = tally_of(batch, i);
    const std::int64_t count = batch.count[i];
    if (collected_.has_moments()) add_moments(batch, i, tally);
    const bool outcome = !batch.outcome.empty() && batch.outcome[i] != 0;
    const bool decision = collected_.has_decision && batch.decision[i] != 0;
    tally.people[outcome ? 1 : 0][decision ? 1 : 0] += count;
    if (!collected_.has_score || columns_.outcome) continue;
    const double score = columns_.score ? batch.numbers[*columns_.score][i] : batch.prediction[i];
    if (tally.scores.empty() || tally.scores.back().score != score)
      tally.scores.push_back({.score = score});
    (outcome ? tally.scores.back().positives : tally.scores.back().negatives) += count;
    if (!collected_.is_survey()) continue;
    tally.survey.push_back({.score = score,
                            .cluster = columns_.cluster ? batch.numbers[*columns_.cluster][i] : 0,
                            .weight = columns_.weight ? batch.numbers[*columns_.weight][i] : 1,
                            .positive = outcome,
                            .count = count});
  }
}

Tallies TalliesBuilder::finish() && {
  flush();
  auto& all = collected_.intersections;
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.codes < b.codes; });
  std::vector<Tallies::Intersection> distinct;
  distinct.reserve(all.size());
  for (Tallies::Intersection& one : all) {
    if (!std::is_sorted(one.tally.scores.begin(), one.tally.scores.end(), scores_less))
      std::sort(one.tally.scores.begin(), one.tally.scores.end(), scores_less);
    fold_equal(one.tally.scores);
    fold_units(one.tally.units);
    fold_survey(one.tally.survey);
    if (!distinct.empty() && distinct.back().codes == one.codes) {
      const std::array<const Tally*, 2> both{&distinct.back().tally, &one.tally};
      distinct.back().tally = merged(both);
    } else {
      distinct.push_back(std::move(one));
    }
  }
  all = std::move(distinct);
  for (Tallies::Intersection& one : all) {
    if (collected_.has_clusters) one.tally.moments = moments_of(one.tally.units);
  }
  return std::move(collected_);
}

Tally merged(std::span<const Tally* const> parts) {
  Tally sum;
  std::size_t cells = 0;
  for (const Tally* part : parts) cells += part->scores.size();
  sum.scores.reserve(cells);
  std::vector<std::size_t> ends{0};
  bool clustered = false;
  for (const Tally* part : parts) {
    for (std::size_t y = 0; y < 2; ++y) {
      for (std::size_t d = 0; d < 2; ++d) sum.people[y][d] += part->people[y][d];
    }
    sum.scores.insert(sum.scores.end(), part->scores.begin(), part->scores.end());
    ends.push_back(sum.scores.size());
    sum.survey.insert(sum.survey.end(), part->survey.begin(), part->survey.end());
    sum.infinite_loss = sum.infinite_loss || part->infinite_loss;
    if (!part->units.empty()) {
      clustered = true;
    } else {
      sum.moments.add(part->moments);
    }
  }
  if (clustered) {
    sum.units = units_of(parts);
    sum.moments = moments_of(sum.units);
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
  fold_survey(sum.survey);
  return sum;
}

}  // namespace faultline::methods
