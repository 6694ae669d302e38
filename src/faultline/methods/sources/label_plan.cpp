#include "faultline/methods/sources/label_plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/optimum.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

// Parts in which labels are shared out: an error of half a percent of them.
constexpr std::int64_t kLabelParts = 200;
// A plan for more groups is a long table that nobody follows.
constexpr std::size_t kMostPlanned = 10;
// A model of a group's own needs some people at every size, and a law some sizes.
constexpr double kFewestOwn = 20;
constexpr std::size_t kFewestOwnSizes = 3;
// Laws are numbered from here on, apart from those of optima and outlooks.
constexpr std::uint32_t kLabelLaws = 0x20000;

/// What a group costs by its own model, by number of its people.
class OwnForecast {
 public:
  OwnForecast(WhatIf& what_if, std::size_t g) : what_if_(what_if) {
    const FoldPlan& plan = what_if.plan();
    const std::vector<bool> counts = plan.of_group(g);
    in_plan_ = static_cast<double>(std::ranges::count(counts, true));
    people_ = static_cast<double>(
        std::ranges::count(what_if.input().group, static_cast<std::int32_t>(g)));
    const std::size_t candidate = best_own(counts);
    const CostMetric metric = what_if.metrics().front();
    today_ = mean_where(what_if.tried_losses()[candidate], counts).mean;
    const ScoreCurve curve = large_enough(what_if.curve(candidate));
    if (curve.share.size() < kFewestOwnSizes) {
      why_ = fmt::format("there are too few people of {} for a learning curve of their own",
                         what_if.input().groups[g]);
      return;
    }
    const CurveMoments moments = what_if.moments(curve, metric, counts);
    const LawOptions options = what_if.law(candidate, kLabelLaws + static_cast<std::uint32_t>(g));
    if (back_test_miss(moments, options) != 0) {
      why_ = fmt::format("the learning curve of {} missed its own back-test",
                         what_if.input().groups[g]);
      return;
    }
    law_.emplace(moments, options);
  }

  /// Why there is no forecast; empty: there is one.
  [[nodiscard]] const std::string& why() const { return why_; }
  /// One cost per draw, the same draws for any number of labels; without a forecast today's cost.
  [[nodiscard]] std::vector<double> with(std::int64_t labels) const {
    if (!law_) return {today_};
    return law_->at((people_ + static_cast<double>(labels)) / in_plan_);
  }

 private:
  [[nodiscard]] std::size_t best_own(const std::vector<bool>& counts) const {
    std::vector<std::size_t> own;
    std::vector<std::vector<double>> loss, proper;
    for (std::size_t c = 0; c < what_if_.candidates().size(); ++c) {
      if (what_if_.candidates()[c].use != GroupUse::own) continue;
      own.push_back(c);
      loss.push_back(what_if_.tried_losses()[c]);
      proper.push_back(what_if_.tried_proper()[c]);
    }
    return own[best_candidate(loss, proper, counts)];
  }

  /// The sizes at which the group has people enough to learn from.
  [[nodiscard]] ScoreCurve large_enough(const ScoreCurve& all) const {
    ScoreCurve curve;
    const double trained = in_plan_ * (kPlanFolds - 1) / kPlanFolds;
    for (std::size_t k = 0; k < all.share.size(); ++k) {
      if (all.share[k] * trained < kFewestOwn) continue;
      curve.share.push_back(all.share[k]);
      curve.trained.push_back(all.trained[k]);
      curve.scores.push_back(all.scores[k]);
    }
    return curve;
  }

  const WhatIf& what_if_;
  double today_ = 0;    // measured
  double people_ = 0;   // of the group
  double in_plan_ = 0;  // of them, those whom the curve knows
  std::optional<ScalingLaw> law_{};
  std::string why_{};
};

std::vector<double> gains(const OwnForecast& forecast, std::int64_t labels) {
  return difference(forecast.with(0), forecast.with(labels));
}

}  // namespace

std::vector<std::int64_t> share_out(std::int64_t labels,
                                    std::span<const std::function<double(std::int64_t)>> cost) {
  std::vector<std::int64_t> shares(cost.size(), 0);
  std::vector<double> costs;
  for (const auto& of_group : cost) costs.push_back(of_group(0));
  const std::int64_t parts = std::min(labels, kLabelParts);
  for (std::int64_t part = 0; part < parts; ++part) {
    const auto worst = static_cast<std::size_t>(std::ranges::max_element(costs) - costs.begin());
    shares[worst] += labels * (part + 1) / parts - labels * part / parts;
    costs[worst] = cost[worst](shares[worst]);
  }
  return shares;
}

void add_label_plan(WhatIf& what_if, SourcesReport& report) {
  const SourcesOptions& options = what_if.options();
  const std::vector<std::string>& groups = what_if.input().groups;
  if (options.labels == 0) return;
  SourcesReport::LabelPlan& plan = report.label_plans.emplace_back();
  plan.labels = options.labels;
  plan.metric = what_if.metrics().front();
  if (groups.size() > kMostPlanned) {
    plan.why = fmt::format("labels are shared among at most {} groups, and there are {}",
                           kMostPlanned, groups.size());
    return;
  }
  std::vector<OwnForecast> forecasts;
  for (std::size_t g = 0; g < groups.size(); ++g) forecasts.emplace_back(what_if, g);
  std::vector<std::function<double(std::int64_t)>> cost;
  std::vector<double> today;
  for (const OwnForecast& forecast : forecasts) {
    cost.emplace_back(
        [&forecast](std::int64_t labels) { return resample::median(forecast.with(labels)); });
    today.push_back(cost.back()(0));
  }
  const std::vector<std::int64_t> labels = share_out(options.labels, cost);
  // Nobody knows what labels do where there is no forecast; it matters where they would go.
  for (std::size_t g = 0; g < groups.size() && plan.why.empty(); ++g) {
    if (labels[g] > 0) plan.why = forecasts[g].why();
  }
  if (!plan.why.empty()) return;
  const std::array ends{options.alpha / 2, 1 - options.alpha / 2};
  const auto worst = static_cast<std::size_t>(std::ranges::max_element(today) - today.begin());
  const std::vector<double> gain = gains(forecasts[worst], labels[worst]);
  const std::vector<double> range = resample::quantiles(gain, ends);
  if (!(resample::median(gain) > (range[1] - range[0]) / 2)) {
    plan.why = fmt::format("{} would gain less from {} than the forecast is uncertain by",
                           groups[worst], plural(labels[worst], "new label"));
    return;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<double> then = forecasts[g].with(labels[g]);
    SourcesReport::LabelShare share{
        .group = groups[g], .labels = labels[g], .cost = today[g], .then = resample::median(then)};
    if (forecasts[g].why().empty()) {
      const std::vector<double> interval = resample::quantiles(then, ends);
      share.interval = std::pair{interval[0], interval[1]};
    }
    plan.shares.push_back(std::move(share));
  }
}

}  // namespace faultline::methods
