#include "faultline/methods/sources/regret.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "faultline/math/isotonic.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/flips.hpp"
#include "faultline/methods/sources/optimum.hpp"
#include "faultline/methods/sources/paired.hpp"

namespace faultline::methods {
namespace {

// A probability of 0 or 1 from a few people is not to be believed.
constexpr double kLeastProbability = 0.01;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
  double value = 0;
  std::pair<double, double> interval{};
};

/// First minus second, whose errors are independent: the two half-widths on the side in question
/// are added as standard errors are.
Estimate minus(const Estimate& first, const Estimate& second) {
  const double value = first.value - second.value;
  return {.value = value,
          .interval = {value - std::hypot(first.value - first.interval.first,
                                          second.interval.second - second.value),
                       value + std::hypot(first.interval.second - first.value,
                                          second.value - second.interval.first)}};
}

/// With an interval inside of what is possible.
Estimate within(double least, Estimate estimate, double most) {
  estimate.interval.first = std::max(least, estimate.interval.first);
  estimate.interval.second = std::min(most, estimate.interval.second);
  return estimate;
}

class RegretFinder {
 public:
  RegretFinder(const WhatIf& what_if, const TrainingDrawsResult& draws, SourcesReport& report)
      : what_if_(what_if),
        draws_(draws),
        report_(report),
        plan_(what_if.plan()),
        number_(what_if.input().outcome_kind == model::OutcomeKind::number),
        most_(number_ ? std::numeric_limits<double>::infinity() : 1),
        half_width_(math::normal_quantile(1 - what_if.options().alpha / 2)),
        chosen_(chosen_scores(what_if)),
        loss_(what_if.losses(what_if.metrics().front(), what_if.scores(0))) {}

  void add_all() {
    const auto& groups = what_if_.input().groups;
    std::vector<std::optional<Parts>> parts(groups.size());
    for (const SourcesReport::Optimum& optimum : report_.optimum) {
      const auto g =
          static_cast<std::size_t>(std::ranges::find(groups, optimum.group) - groups.begin());
      parts[g] = add_group(optimum, g);
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t h = g + 1; h < groups.size(); ++h) {
        if (parts[g] && parts[h]) add_gap({groups[g], groups[h]}, *parts[g], *parts[h]);
      }
    }
  }

 private:
  struct Parts {
    Estimate cost{}, least{}, bias{}, variance{};
  };

  std::optional<Parts> add_group(const SourcesReport::Optimum& optimum, std::size_t g) {
    const std::vector<bool> counts = plan_.of_group(g);
    std::vector<double> of_group = loss_;
    for (std::size_t i = 0; i < of_group.size(); ++i) {
      if (!counts[i]) of_group[i] = kNone;
    }
    const std::vector<double> all{1};
    const CurveMoments moments = curve_moments(all, {of_group}, plan_.fold);
    SourcesReport::Regret entry{.group = optimum.group,
                                .metric = optimum.metric,
                                .n = optimum.n,
                                .cost = optimum.cost,
                                .why = optimum.why};
    const double half = moments.n > 1 ? half_width_ * moments.se(0) : 0;
    Parts parts{.cost = {.value = optimum.cost,
                         .interval = {std::max(0.0, optimum.cost - half),
                                      std::min(most_, optimum.cost + half)}}};
    entry.cost_interval = parts.cost.interval;
    if (!optimum.estimate || !optimum.regret) {
      report_.regrets.push_back(std::move(entry));
      return {};
    }
    parts.least = {.value = *optimum.estimate, .interval = *optimum.interval};
    parts.bias = number_ ? bias_of_numbers(counts, *optimum.regret) : bias_of_decisions(counts);
    // What the least cost may be too high or too low by, bias may be too low or too high by.
    parts.bias.interval.first -= parts.least.interval.second - parts.least.value;
    parts.bias.interval.second += parts.least.value - parts.least.interval.first;
    parts.bias = within(0, parts.bias, most_);
    parts.variance = within(
        -most_, minus({.value = *optimum.regret, .interval = *optimum.regret_interval}, parts.bias),
        most_);
    if (number_) {  // a variance of numbers is not negative, and bias no more than regret
      parts.variance.value = std::max(0.0, parts.variance.value);
      parts.variance.interval.first = std::max(0.0, parts.variance.interval.first);
      parts.variance.interval.second =
          std::max(parts.variance.value, parts.variance.interval.second);
    }
    entry.least = parts.least.value;
    entry.least_interval = parts.least.interval;
    entry.bias = parts.bias.value;
    entry.bias_interval = parts.bias.interval;
    entry.variance = parts.variance.value;
    entry.variance_interval = parts.variance.interval;
    report_.regrets.push_back(std::move(entry));
    return parts;
  }

  void add_gap(SourcesReport::Groups groups, const Parts& a, const Parts& b) {
    const Estimate cost = within(-most_, minus(a.cost, b.cost), most_);
    const Estimate least = within(-most_, minus(a.least, b.least), most_);
    const Estimate bias = within(-most_, minus(a.bias, b.bias), most_);
    const Estimate variance = within(-most_, minus(a.variance, b.variance), most_);
    report_.regret_gaps.push_back({.groups = std::move(groups),
                                   .metric = what_if_.metrics().front(),
                                   .cost = cost.value,
                                   .cost_interval = cost.interval,
                                   .least = least.value,
                                   .least_interval = least.interval,
                                   .bias = bias.value,
                                   .bias_interval = bias.interval,
                                   .variance = variance.value,
                                   .variance_interval = variance.interval});
  }

  [[nodiscard]] std::size_t person(std::size_t i) const {
    return static_cast<std::size_t>(plan_.person[i]);
  }

  /// P(Y = 1 | x) of the people of a group: outcomes against the chosen candidate's scores among
  /// the group's people of the other folds.
  [[nodiscard]] std::vector<double> probabilities(const std::vector<bool>& counts) const {
    std::vector<double> result(plan_.size(), kNone);
    for (int fold = 0; fold < kPlanFolds; ++fold) {
      std::vector<double> x, y;
      for (std::size_t i = 0; i < plan_.size(); ++i) {
        if (!counts[i] || plan_.fold[i] == fold || std::isnan(chosen_[person(i)])) continue;
        x.push_back(chosen_[person(i)]);
        y.push_back(what_if_.input().outcome[person(i)]);
      }
      if (x.empty()) continue;
      const math::Isotonic curve(x, y);
      for (std::size_t i = 0; i < plan_.size(); ++i) {
        if (!counts[i] || plan_.fold[i] != fold || std::isnan(chosen_[person(i)])) continue;
        result[i] = std::clamp(curve(chosen_[person(i)]), kLeastProbability, 1 - kLeastProbability);
      }
    }
    return result;
  }

  [[nodiscard]] Estimate bias_of_decisions(const std::vector<bool>& counts) const {
    const std::vector<double> eta = probabilities(counts);
    const auto wrong_of = [&](std::size_t i) {
      const std::int64_t flagged = draws_.moments.front().flagged[person(i)];
      const bool positive = what_if_.options().rule(chosen_[person(i)]);
      return positive ? draws_.predictions[person(i)] - flagged : flagged;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, double> weights;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (std::isnan(eta[i]) || draws_.predictions[person(i)] == 0) continue;
      weights[{draws_.predictions[person(i)], wrong_of(i)}] += std::abs(2 * eta[i] - 1);
    }
    std::vector<FlipCount> cells;
    for (const auto& [count, weight] : weights)
      cells.push_back({.predictions = count.first, .wrong = count.second, .weight = weight});
    const FlipMixture mixture(cells);
    std::vector<double> mainly(plan_.size(), kNone), majority(plan_.size(), kNone);
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const std::int64_t m = draws_.predictions[person(i)];
      if (std::isnan(eta[i]) || m == 0) continue;
      const double matters = std::abs(2 * eta[i] - 1);
      const std::int64_t wrong = wrong_of(i);
      mainly[i] = matters * mixture.mainly_wrong(m, wrong);
      majority[i] = matters * (2 * wrong == m ? 0.5 : 2 * wrong > m ? 1 : 0);
    }
    const PairedMean low = mean_where(mainly, counts);
    const PairedMean high = mean_where(majority, counts);
    return {
        .value = low.mean,
        .interval = {std::max(0.0, low.mean - half_width_ * low.se),
                     std::max(low.mean + half_width_ * low.se, high.mean + half_width_ * high.se)}};
  }

  /// (mean prediction - y*)^2, less what few predictions add and what another sample would move.
  [[nodiscard]] Estimate bias_of_numbers(const std::vector<bool>& counts, double regret) const {
    std::vector<double> low(plan_.size(), kNone), high(plan_.size(), kNone);
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const auto m = static_cast<double>(draws_.predictions[person(i)]);
      if (!counts[i] || m < 2 || std::isnan(chosen_[person(i)])) continue;
      const PredictionMoments& moments = draws_.moments.front();
      const double away = moments.mean[person(i)] - chosen_[person(i)];
      const double variance = moments.squares[person(i)] / (m - 1);
      high[i] = away * away - variance / m;
      low[i] = high[i] - variance;
    }
    const PairedMean least = mean_where(low, counts);
    const PairedMean most = mean_where(high, counts);
    const double value = std::clamp(least.mean, 0.0, std::max(0.0, regret));
    return {.value = value,
            .interval = {std::clamp(least.mean - half_width_ * least.se, 0.0, value),
                         std::max(value, most.mean + half_width_ * most.se)}};
  }

  const WhatIf& what_if_;
  const TrainingDrawsResult& draws_;
  SourcesReport& report_;
  const FoldPlan& plan_;
  bool number_;
  double most_;  // of a cost
  double half_width_;
  std::vector<double> chosen_;  // per person of the input
  std::vector<double> loss_;    // per entry of the plan
};

}  // namespace

void add_regrets(const WhatIf& what_if, const TrainingDrawsResult& draws, SourcesReport& report) {
  RegretFinder(what_if, draws, report).add_all();
}

}  // namespace faultline::methods
