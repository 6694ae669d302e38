#include "faultline/methods/sources/optimum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

// With fewer, an estimate is mostly chance.
constexpr std::int64_t kFewestOfGroup = 50;
constexpr std::int64_t kFewestOfClass = 10;
// Standard errors by which the audited model must not be better.
constexpr double kBetter = 2;
// Times the people: as far ahead as forecasts look (docs/methods/sources.md).
constexpr double kManyMore = 10;
// Laws of optima are numbered from here on.
constexpr std::uint32_t kOptimumLaws = 0x100;

/// Of every entry that counts, what the candidate has in `table` that is best in the other folds.
std::vector<double> chosen_of(const FoldPlan& plan, const std::vector<std::vector<double>>& loss,
                              const std::vector<std::vector<double>>& proper,
                              const std::vector<bool>& counts,
                              const std::vector<std::vector<double>>& table) {
  std::vector<double> chosen(plan.size(), std::numeric_limits<double>::quiet_NaN());
  for (int fold = 0; fold < kPlanFolds; ++fold) {
    std::vector<bool> others(plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i) others[i] = counts[i] && plan.fold[i] != fold;
    const std::size_t best = best_candidate(loss, proper, others);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (counts[i] && plan.fold[i] == fold) chosen[i] = table[best][i];
    }
  }
  return chosen;
}

class OptimumFinder {
 public:
  OptimumFinder(WhatIf& what_if, SourcesReport& report)
      : what_if_(what_if),
        report_(report),
        number_(what_if.input().outcome_kind == model::OutcomeKind::number),
        metric_(what_if.metrics().front()),
        loss_(what_if.tried_losses()),
        proper_(what_if.tried_proper()) {}

  void add_candidates() {
    for (std::size_t c = 0; c < loss_.size(); ++c) {
      const Candidates::Entry& entry = what_if_.candidates()[c];
      SourcesReport::Candidate row{.candidate = entry.name, .group_use = entry.use};
      for (std::size_t g = 0; g < groups().size(); ++g) {
        const PairedMean mean = mean_where(loss_[c], members(g));
        if (mean.n == 0) continue;
        row.costs.push_back({.group = groups()[g], .cost = mean.mean, .se = mean.se});
      }
      report_.candidates.push_back(std::move(row));
    }
  }

  void add_group(std::size_t g) {
    const std::vector<bool> counts = members(g);
    const std::vector<double> chosen = chosen_losses(counts);
    const PairedMean cost = mean_where(loss_[0], counts);
    const PairedMean reached = mean_where(chosen, counts);
    if (cost.n == 0 || reached.n == 0) return;
    const std::size_t best = best_candidate(loss_, proper_, counts);
    SourcesReport::Optimum entry{.group = groups()[g],
                                 .metric = metric_,
                                 .n = cost.n,
                                 .cost = cost.mean,
                                 .candidate = what_if_.candidates()[best].name,
                                 .reached = reached.mean,
                                 .reached_interval = interval_of(reached)};
    const PairedMean worse = mean_where(difference(chosen, loss_[0]), counts);
    entry.why = obstacle(g, cost.n, worse);
    if (entry.why.empty()) estimate(g, best, reached, worse, counts, entry);
    report_.optimum.push_back(std::move(entry));
  }

 private:
  [[nodiscard]] const std::vector<std::string>& groups() const { return what_if_.input().groups; }

  [[nodiscard]] std::vector<bool> members(std::size_t g) const {
    return what_if_.plan().of_group(g);
  }

  /// What everybody costs under the candidate that is best for the group in the other folds.
  [[nodiscard]] std::vector<double> chosen_losses(const std::vector<bool>& counts) const {
    return chosen_of(what_if_.plan(), loss_, proper_, counts, loss_);
  }

  [[nodiscard]] SourcesReport::Interval interval_of(const PairedMean& mean) const {
    const double alpha = what_if_.options().alpha;
    if (!number_) {
      return math::wilson_interval_of_rate(mean.mean, static_cast<double>(mean.n), 1 - alpha);
    }
    const double half = math::normal_quantile(1 - alpha / 2) * mean.se;
    return std::pair{std::max(0.0, mean.mean - half), mean.mean + half};
  }

  [[nodiscard]] std::string obstacle(std::size_t g, std::int64_t n, const PairedMean& worse) const {
    if (n < kFewestOfGroup) return fmt::format("{} are fewer than {}", people(n), kFewestOfGroup);
    if (!number_) {
      std::int64_t positive = 0;
      const FoldPlan& plan = what_if_.plan();
      for (std::size_t i = 0; i < plan.size(); ++i) {
        if (std::cmp_not_equal(plan.group[i], g)) continue;
        positive += what_if_.input().outcome[static_cast<std::size_t>(plan.person[i])] > 0.5;
      }
      const std::int64_t rarer = std::min(positive, n - positive);
      if (rarer < kFewestOfClass) return fmt::format("only {} of the rarer outcome", people(rarer));
    }
    if (worse.mean > kBetter * worse.se)
      return "the model itself does better than what was chosen in its place";
    if (what_if_.curve(0).share.size() < 3) return "too few people for a learning curve";
    return "";
  }

  void estimate(std::size_t g, std::size_t best, const PairedMean& reached, const PairedMean& worse,
                const std::vector<bool>& counts, SourcesReport::Optimum& entry) {
    const CurveMoments moments = what_if_.moments(what_if_.curve(best), metric_, counts);
    const ScalingLaw law(moments, what_if_.law(best, kOptimumLaws + static_cast<std::uint32_t>(g)));
    const double alpha = what_if_.options().alpha;
    const std::array low{alpha / 2};
    const double later = resample::median(law.at(kManyMore));
    const double limit =
        resample::quantiles(law.at(std::numeric_limits<double>::infinity()), low)[0];
    // What was reached can be reached, by the model itself too.
    const double estimate = std::min({later, reached.mean, entry.cost});
    entry.estimate = estimate;
    entry.interval =
        std::pair{std::min(limit, estimate), std::max(entry.reached_interval->second, estimate)};
    entry.regret = entry.cost - estimate;
    const double half = math::normal_quantile(1 - alpha / 2) * worse.se;
    entry.regret_interval = std::pair{std::min(-worse.mean - half, *entry.regret),
                                      std::max(entry.cost - entry.interval->first, *entry.regret)};
  }

  WhatIf& what_if_;
  SourcesReport& report_;
  bool number_;
  CostMetric metric_;
  const std::vector<std::vector<double>>& loss_;    // per candidate and entry
  const std::vector<std::vector<double>>& proper_;  // likewise
};

}  // namespace

std::size_t best_candidate(const std::vector<std::vector<double>>& loss,
                           const std::vector<std::vector<double>>& proper,
                           const std::vector<bool>& counts) {
  std::size_t best = 0;
  std::pair<double, double> least{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t c = 0; c < loss.size(); ++c) {
    const PairedMean mean = mean_where(loss[c], counts);
    if (mean.n == 0) continue;
    const std::pair here{mean.mean, mean_where(proper[c], counts).mean};
    if (here < least) {
      least = here;
      best = c;
    }
  }
  return best;
}

std::vector<double> chosen_scores(const WhatIf& what_if) {
  const FoldPlan& plan = what_if.plan();
  std::vector<std::vector<double>> scores;
  for (std::size_t c = 0; c < what_if.candidates().size(); ++c) scores.push_back(what_if.scores(c));
  std::vector<double> result(what_if.input().outcome.size(),
                             std::numeric_limits<double>::quiet_NaN());
  for (std::size_t g = 0; g < what_if.input().groups.size(); ++g) {
    const std::vector<bool> counts = plan.of_group(g);
    const std::vector<double> chosen =
        chosen_of(plan, what_if.tried_losses(), what_if.tried_proper(), counts, scores);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (counts[i]) result[static_cast<std::size_t>(plan.person[i])] = chosen[i];
    }
  }
  return result;
}

void add_optimum(WhatIf& what_if, SourcesReport& report) {
  OptimumFinder finder(what_if, report);
  finder.add_candidates();
  const bool decisions = what_if.options().rule.threshold == 0.5;
  if (what_if.input().outcome_kind == model::OutcomeKind::binary && !decisions) {
    cut(report, SourcesPart::candidates,
        fmt::format("The least possible error rate: only for a threshold of 0.5, not {}.",
                    shortest(what_if.options().rule.threshold)));
    return;
  }
  for (std::size_t g = 0; g < what_if.input().groups.size(); ++g) finder.add_group(g);
}

}  // namespace faultline::methods
