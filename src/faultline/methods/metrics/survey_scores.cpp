#include "faultline/methods/metrics/survey_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/methods/metrics/reasons.hpp"
#include "faultline/methods/metrics/recalibration.hpp"

namespace faultline::methods {
namespace {

/// Adds up what people add to an estimate, by unit; those without the outcome apart from those with
/// it where units are people, whose numbers then are known beforehand, as DeLong has it.
class Influences {
 public:
  explicit Influences(bool clustered) : clustered_(clustered) {}

  void add(const SurveyScore& people, double value) {
    const std::size_t outcome = people.positive ? 1 : 0;
    const auto count = static_cast<double>(people.count);
    if (clustered_) {
      by_cluster_.push_back({people.cluster, count * value});
      seen_[outcome].push_back(people.cluster);
    } else {
      squares_[outcome] += count * value * value;
      fourth_ += count * value * value * value * value;
      units_[outcome] += people.count;
    }
  }

  /// Standard error, degrees of freedom and influences; a reason where units are too few.
  void finish(Measure& measure) {
    double variance = 0;
    if (clustered_) {
      variance = fold_clusters();
    } else {
      for (std::size_t outcome = 0; outcome < 2; ++outcome)
        variance += squares_[outcome] * inflation(units_[outcome]);
    }
    measure.se = std::sqrt(variance);
    measure.freedom = std::min(static_cast<double>(std::min(units_[0], units_[1]) - 1),
                               known_as_well_as(squares_[0] + squares_[1]));
    measure.influence = std::move(by_cluster_);
    if (std::min(units_[0], units_[1]) < kFewestForRanks) {
      measure.why =
          fmt::format("an interval needs {} people or clusters with the outcome and {} without",
                      kFewestForRanks, kFewestForRanks);
    } else if (!(measure.se > 0)) {
      measure.why = "the predictions rank everybody rightly, which leaves no spread to go by";
    }
  }

 private:
  static double inflation(std::int64_t units) {
    return units > 1 ? static_cast<double>(units) / static_cast<double>(units - 1) : 0;
  }

  /// Degrees of freedom of the variance itself, whose parts have these sums of squares and fourth
  /// powers (Satterthwaite): few units that matter much are known no better.
  [[nodiscard]] double known_as_well_as(double squares) const {
    const std::int64_t units = clustered_ ? std::ssize(by_cluster_) : units_[0] + units_[1];
    const double spread = fourth_ - squares * squares / static_cast<double>(units);
    return spread > 0 ? std::max(1.0, 2 * squares * squares / spread) : static_cast<double>(units);
  }

  double fold_clusters() {
    std::stable_sort(by_cluster_.begin(), by_cluster_.end(),
                     [](const Influence& a, const Influence& b) { return a.cluster < b.cluster; });
    std::vector<Influence> sums;
    for (const Influence& one : by_cluster_) {
      if (sums.empty() || sums.back().cluster != one.cluster) sums.push_back({one.cluster, 0});
      sums.back().value += one.value;
    }
    by_cluster_ = std::move(sums);
    for (std::size_t outcome = 0; outcome < 2; ++outcome) {
      std::vector<double>& clusters = seen_[outcome];
      std::sort(clusters.begin(), clusters.end());
      units_[outcome] = std::unique(clusters.begin(), clusters.end()) - clusters.begin();
    }
    for (const Influence& one : by_cluster_) {
      const double square = one.value * one.value;
      squares_[0] += square;
      fourth_ += square * square;
    }
    return squares_[0] * inflation(std::ssize(by_cluster_));
  }

  bool clustered_;
  std::vector<Influence> by_cluster_{};
  std::array<std::vector<double>, 2> seen_{};
  std::array<double, 2> squares_{};  // by outcome; of clusters all in the first
  double fourth_ = 0;
  std::array<std::int64_t, 2> units_{};
};

struct Sums {
  std::array<double, 2> weight{};
  std::array<std::int64_t, 2> people{};
};

Sums sums_of(const std::vector<SurveyScore>& scores) {
  Sums sums;
  for (const SurveyScore& one : scores) {
    sums.weight[one.positive ? 1 : 0] += one.weight * static_cast<double>(one.count);
    sums.people[one.positive ? 1 : 0] += one.count;
  }
  return sums;
}

/// Calls `visit` with the people of each score: first, last, and the weight by outcome.
template <typename Visit>
void by_score(const std::vector<SurveyScore>& scores, const Visit& visit) {
  for (std::size_t first = 0; first < scores.size();) {
    std::size_t last = first;
    std::array<double, 2> weight{};
    for (; last < scores.size() && scores[last].score == scores[first].score; ++last) {
      weight[scores[last].positive ? 1 : 0] +=
          scores[last].weight * static_cast<double>(scores[last].count);
    }
    visit(first, last, weight);
    first = last;
  }
}

}  // namespace

Measure survey_ranking(const Tally& tally, bool clustered) {
  const std::vector<SurveyScore>& scores = tally.survey;
  const Sums all = sums_of(scores);
  if (all.people[1] == 0) return undefined_measure(kNoPositives);
  if (all.people[0] == 0) return undefined_measure(kNoNegatives);
  Measure made{.kind = Measure::Kind::ranking, .n = all.people[1], .other_n = all.people[0]};
  // For everybody, the share of those with the other outcome that is ranked rightly against them.
  std::vector<double> right(scores.size());
  std::array<double, 2> below{};
  double sum = 0;
  by_score(scores, [&](std::size_t first, std::size_t last, const std::array<double, 2>& weight) {
    const double beaten = (below[0] + weight[0] / 2) / all.weight[0];
    const double beating = 1 - (below[1] + weight[1] / 2) / all.weight[1];
    for (std::size_t i = first; i < last; ++i) right[i] = scores[i].positive ? beaten : beating;
    sum += weight[1] * beaten;
    below[0] += weight[0];
    below[1] += weight[1];
  });
  made.estimate = std::clamp(sum / all.weight[1], 0.0, 1.0);
  if (tally.scores.size() < 2) {
    made.why = "everybody in the group has the same prediction, which ranks nobody";
    return made;
  }
  Influences influences(clustered);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    influences.add(scores[i], scores[i].weight * (right[i] - made.estimate) /
                                  all.weight[scores[i].positive ? 1 : 0]);
  }
  influences.finish(made);
  return made;
}

Measure survey_slope(const Tally& tally, bool clustered) {
  if (std::string why = why_no_slope(tally.scores); !why.empty())
    return undefined_measure(std::move(why));
  std::vector<RecalibrationRow> rows;
  rows.reserve(tally.scores.size());
  by_score(tally.survey, [&](std::size_t first, std::size_t, const std::array<double, 2>& weight) {
    rows.push_back(
        {.x = log_odds_of(tally.survey[first].score), .n = weight[0] + weight[1], .y = weight[1]});
  });
  const Recalibration fit = recalibrate(rows);
  if (!fit.converged) return undefined_measure(kNoConvergence);
  Measure made{.kind = Measure::Kind::slope, .estimate = fit.b, .n = tally.size()};
  Influences influences(clustered);
  for (const SurveyScore& one : tally.survey) {
    const double x = log_odds_of(one.score);
    const double p = 1 / (1 + std::exp(-(fit.a + fit.b * x)));
    const double residual = one.weight * ((one.positive ? 1 : 0) - p);
    influences.add(one, residual * (fit.per_a + fit.per_b * x));
  }
  influences.finish(made);
  return made;
}

}  // namespace faultline::methods
