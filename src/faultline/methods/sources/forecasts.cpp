#include "faultline/methods/sources/forecasts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

class ForecastWriter {
 public:
  ForecastWriter(Outlooks& outlooks, SourcesReport& report)
      : outlooks_(outlooks), what_if_(outlooks.what_if()), report_(report) {}

  void add_contrast(std::size_t k) {
    for (const CostMetric metric : what_if_.metrics()) {
      add_cost(k, 0, metric, Growth::everybody, 0);
      // Of more than two groups, the other side is not a group.
      if (outlooks_.contrasts().size() == 1) add_cost(k, 1, metric, Growth::everybody, 0);
      add_gap(k, metric, Growth::everybody, 0);
    }
  }

  void add_cluster(const NamedCluster& cluster) {
    const CostMetric metric = what_if_.metrics().front();  // by which clusters are named
    for (int side = 0; side < 2; ++side) {
      add(outlooks_.inside(cluster.contrast, side, metric, cluster.membership),
          {.group = name(cluster.contrast, side), .metric = metric, .cluster = cluster.name});
    }
  }

  void add_mix(const GapQuestion& question) {
    const int grows = question.worse_side();
    for (int side = 0; side < 2; ++side)
      add_cost(question.contrast, side, question.metric, Growth::worse_side, grows);
    add_gap(question.contrast, question.metric, Growth::worse_side, grows);
  }

 private:
  [[nodiscard]] const std::string& name(std::size_t k, int side) const {
    const SourcesReport::Groups& names = outlooks_.contrasts()[k].names;
    return side == 0 ? names.first : names.second;
  }

  [[nodiscard]] SourcesReport::ForecastAt quantiles_at(std::optional<double> factor,
                                                       std::span<const double> draws) const {
    const double alpha = what_if_.options().alpha;
    const std::array ends{alpha / 2, 0.5, 1 - alpha / 2};
    const auto found = resample::quantiles(draws, ends);
    return {.factor = factor, .value = found[1], .interval = std::pair{found[0], found[2]}};
  }

  /// "0.013" of a share is 1.3 points.
  [[nodiscard]] std::string missed(double miss) const {
    const bool number = what_if_.input().outcome_kind == model::OutcomeKind::number;
    return fmt::format("the learning curve missed its own back-test by {}",
                       number ? fmt::format("{:.3g}", std::abs(miss))
                              : fmt::format("{:.1f} points", 100 * std::abs(miss)));
  }

  void add_cost(std::size_t k, int side, CostMetric metric, Growth growth, int grows) {
    add(outlooks_.of(k, side, metric, growth, grows),
        {.group = name(k, side),
         .metric = metric,
         .grows = growth == Growth::worse_side ? name(k, grows) : ""});
  }

  void add(const SideOutlook& outlook, SourcesReport::Forecast entry) {
    for (std::size_t s = 0; s < outlook.moments.mean.size(); ++s) {
      entry.points.push_back(
          {.n = outlook.trained[s], .mean = outlook.moments.mean[s], .se = outlook.moments.se(s)});
    }
    entry.why = outlook.why;
    if (entry.why.empty() && outlook.back_test_miss != 0)
      entry.why = missed(outlook.back_test_miss);
    if (entry.why.empty() && entry.grows.empty()) {
      entry.at = {quantiles_at(2, outlook.twice), quantiles_at(10, outlook.ten),
                  quantiles_at(std::nullopt, outlook.limit)};
    } else if (entry.why.empty()) {
      entry.at = {quantiles_at(10, outlook.ten)};
    }
    report_.forecasts.push_back(std::move(entry));
  }

  void add_gap(std::size_t k, CostMetric metric, Growth growth, int grows) {
    const SideOutlook& first = outlooks_.of(k, 0, metric, growth, grows);
    const SideOutlook& second = outlooks_.of(k, 1, metric, growth, grows);
    const auto losses = what_if_.losses(metric, what_if_.scores(0));
    const PairedMean a = mean_where(losses, outlooks_.members(k, 0));
    const PairedMean b = mean_where(losses, outlooks_.members(k, 1));
    if (a.n == 0 || b.n == 0) return;
    const double half =
        math::normal_quantile(1 - what_if_.options().alpha / 2) * std::hypot(a.se, b.se);
    SourcesReport::GapForecast entry{.groups = outlooks_.contrasts()[k].names,
                                     .metric = metric,
                                     .grows = growth == Growth::worse_side ? name(k, grows) : "",
                                     .today = a.mean - b.mean};
    const double most = metric == CostMetric::mse ? std::numeric_limits<double>::infinity() : 1;
    entry.today_interval =
        std::pair{std::max(-most, entry.today - half), std::min(most, entry.today + half)};
    entry.why = first.why.empty() ? second.why : first.why;
    for (const SideOutlook* side : {&first, &second}) {
      if (entry.why.empty() && side->back_test_miss != 0) entry.why = missed(side->back_test_miss);
    }
    if (entry.why.empty()) {
      if (growth == Growth::everybody) {
        add_at(2, first.twice, second.twice, entry);
        add_at(10, first.ten, second.ten, entry);
        add_at(std::nullopt, first.limit, second.limit, entry);
      } else {
        add_at(10, first.ten, second.ten, entry);
      }
      if (entry.at.empty()) entry.why = "its interval would be wider than today's difference";
    }
    report_.gap_forecasts.push_back(std::move(entry));
  }

  void add_at(std::optional<double> factor, const std::vector<double>& first,
              const std::vector<double>& second, SourcesReport::GapForecast& entry) const {
    SourcesReport::ForecastAt at = quantiles_at(factor, difference(first, second));
    if (at.interval->second - at.interval->first > std::abs(entry.today)) return;
    entry.at.push_back(std::move(at));
  }

  Outlooks& outlooks_;
  WhatIf& what_if_;
  SourcesReport& report_;
};

}  // namespace

void add_forecasts(const std::vector<GapQuestion>& questions, Outlooks& outlooks,
                   SourcesReport& report) {
  ForecastWriter writer(outlooks, report);
  for (std::size_t k = 0; k < outlooks.contrasts().size(); ++k) writer.add_contrast(k);
  std::set<std::string> left_out;
  for (const GapQuestion& question : questions) {
    if (!question.significant || question.worse() == kOthers) continue;
    if (outlooks.may_grow(question.contrast, question.worse_side())) {
      writer.add_mix(question);
    } else {
      left_out.insert(question.worse());
    }
  }
  if (left_out.empty()) return;
  cut(report, SourcesPart::forecasts,
      fmt::format("More of one group alone was tried for the {} groups with the largest "
                  "differences, not for {}.",
                  kMostGrown,
                  join_words(std::vector<std::string>(left_out.begin(), left_out.end()))));
}

void add_cluster_forecasts(const std::vector<NamedCluster>& clusters, Outlooks& outlooks,
                           SourcesReport& report) {
  ForecastWriter writer(outlooks, report);
  for (const NamedCluster& cluster : clusters) writer.add_cluster(cluster);
}

}  // namespace faultline::methods
