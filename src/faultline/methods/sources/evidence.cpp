#include "faultline/methods/sources/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::methods {
namespace {

using Report = SourcesReport;

// "More data" means ten times as much, the largest factor of the extrapolation that one would
// trust; it helps when it leaves at most half of the difference.
constexpr double kFactor = 10;
constexpr double kShareLeft = 0.5;
// A part that is this share of the largest one is about as large.
constexpr double kAboutAsLarge = 0.8;
// A cluster to begin with is not nearly everybody.
constexpr double kMostOfEverybody = 0.5;

/// Parts of a difference, largest first.
std::vector<std::pair<double, std::string>> sorted_parts(double noise, double bias,
                                                         double variance) {
  std::vector<std::pair<double, std::string>> parts{
      {noise, "noise"}, {bias, "bias"}, {variance, "variance"}};
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  return parts;
}

/// What the second estimator of the optimum says: the end of the range that the first is not at.
double other_end(double value, const Report::Interval& range) {
  if (!range) return value;
  return std::abs(range->first - value) > std::abs(range->second - value) ? range->first
                                                                          : range->second;
}

const Report::ClusterGroup* member(const Report::Cluster& cluster, const std::string& group) {
  for (const Report::ClusterGroup& one : cluster.groups) {
    if (one.group == group) return &one;
  }
  return nullptr;
}

}  // namespace

std::string cost_words(CostMetric metric) {
  switch (metric) {
    case CostMetric::fpr:
      return "false positive rate";
    case CostMetric::fnr:
      return "false negative rate";
    case CostMetric::zero_one:
      return "error rate";
    case CostMetric::generalised_zero_one:
      return "generalised error rate";
    case CostMetric::mse:
      return "mean squared error";
  }
  throw InternalError("a cost without words");
}

bool model_beats(const SourcesReport& report, const SourcesReport::Noise& bound) {
  if (!bound.lower || report.models.empty()) return false;
  return std::any_of(report.costs.begin(), report.costs.end(), [&](const Report::Cost& cost) {
    return cost.model == report.models.front().name && cost.metric == CostMetric::zero_one &&
           cost.group == bound.group && cost.interval && cost.interval->second < *bound.lower;
  });
}

Evidence::Evidence(const SourcesOptions& options, const Report& report, const Report::Level& level)
    : options_(options),
      report_(report),
      level_(level),
      sign_(level.difference >= 0 ? 1 : -1),
      worse_(level.difference >= 0 ? level.groups.first : level.groups.second),
      better_(level.difference >= 0 ? level.groups.second : level.groups.first) {}

std::string Evidence::cost() const { return cost_words(level_.metric); }

std::string Evidence::number(double value) const {
  if (report_.outcome != OutcomeKind::binary) return fmt::format("{:.3g}", value);
  const double rounded = std::round(1000 * value) / 10;
  return fmt::format("{:.1f}", rounded == 0 ? 0.0 : rounded);  // never -0.0
}

std::string Evidence::points(double value) const {
  return number(value) + (report_.outcome == OutcomeKind::binary ? " points" : "");
}

std::string Evidence::range(const Report::Interval& interval) const {
  if (!interval) return "";
  return fmt::format(" ({} to {})", number(interval->first), number(interval->second));
}

void Evidence::say_level() {
  Report::Interval interval = level_.interval;
  if (interval && sign_ < 0) interval = std::pair{-interval->second, -interval->first};
  sentences_.push_back(fmt::format("The {} is {} higher for {} than for {}{}.", cost(),
                                   points(std::abs(level_.difference)), worse_, better_,
                                   range(interval)));
}

Outlook Evidence::look_at_curve(const std::string& grows) {
  const auto gap = std::find_if(report_.gap_curves.begin(), report_.gap_curves.end(),
                                [&](const Report::GapCurve& one) {
                                  return one.grows == grows && one.groups == level_.groups &&
                                         one.metric == level_.metric && !one.points.empty();
                                });
  if (gap == report_.gap_curves.end()) return {};
  const auto at =
      std::find_if(gap->extrapolation.begin(), gap->extrapolation.end(),
                   [](const Report::Extrapolation& e) { return e.factor && *e.factor == kFactor; });
  if (at == gap->extrapolation.end()) return {};
  const Report::CurvePoint& last = gap->points.back();
  const double now = sign_ * last.mean;
  const double later = sign_ * at->value;
  Report::Interval interval = at->interval;
  if (interval && sign_ < 0) interval = std::pair{-interval->second, -interval->first};
  const std::string reversed = later < 0 ? ", that is, in the other direction" : "";
  if (grows.empty()) {
    sentences_.push_back(fmt::format(
        "Trained on {}, the models differ by {}; on ten times as many, {} are expected{}{}.",
        people(last.n), points(now), points(later), range(interval), reversed));
  } else {
    sentences_.push_back(fmt::format(
        "With {} of {} the difference is {}; with ten times as many of {} alone, {} are "
        "expected{}{}.",
        people(std::llround(last.group_n)), grows, points(now), grows, points(later),
        range(interval), reversed));
  }
  if (!gap->answer.empty()) {
    sentences_.push_back(fmt::format("A difference of at most {}{}: {}.", points(gap->gap),
                                     grows.empty() ? "" : ", growing " + grows + " alone",
                                     gap->answer));
  }
  Outlook outlook{.seen = true};
  if (!interval || now <= 0) return outlook;
  const double widest = std::max(std::abs(interval->first), std::abs(interval->second));
  outlook.lower = widest < now;
  if (!outlook.lower) return outlook;
  outlook.halved = std::abs(later) <= kShareLeft * now;
  outlook.fall = 1 - std::abs(later) / now;
  return outlook;
}

const Report::Decomposition* Evidence::decomposition(const std::string& group) const {
  for (const Report::Decomposition& one : report_.decomposition) {
    if (one.model == level_.model && one.metric == level_.metric && one.group == group) return &one;
  }
  return nullptr;
}

LargestPart Evidence::look_at_decomposition() {
  const Report::Decomposition* worse = decomposition(worse_);
  const Report::Decomposition* better = decomposition(better_);
  if (worse == nullptr || better == nullptr) return {};
  const double level = worse->cost - better->cost;
  const double noise = worse->noise - better->noise;
  const double bias = worse->bias - better->bias;
  const double variance = worse->variance - better->variance;
  sentences_.push_back(fmt::format(
      "Of a difference of {}, {} are noise, {} bias and {} variance, judged by {}.", points(level),
      number(noise), number(bias), number(variance),
      worse->noise_estimator == NoiseEstimator::boosted ? "what boosted trees can learn"
                                                        : "the outcomes of similar people"));
  const auto parts = sorted_parts(noise, bias, variance);
  if (parts[0].first <= 0) return {};
  if (worse->bias_range && better->bias_range) {
    const double other_noise =
        other_end(worse->noise, worse->noise_range) - other_end(better->noise, better->noise_range);
    const double other_bias =
        other_end(worse->bias, worse->bias_range) - other_end(better->bias, better->bias_range);
    const auto others = sorted_parts(other_noise, other_bias, level - other_noise - other_bias);
    if (others[0].second != parts[0].second) {
      sentences_.push_back(fmt::format(
          "Judged by the outcomes of similar people, {} are noise and {} bias: the two estimates "
          "do not agree on what is largest.",
          number(other_noise), number(other_bias)));
      return {};
    }
  }
  // The noise of an error rate depends on the learner; the best prediction's own errors do not.
  if (parts[0].second == "noise" && level_.metric == CostMetric::zero_one &&
      worse->bayes_risk <= better->bayes_risk)
    return {};
  return {.part = parts[0].second,
          .rival = parts[1].first >= kAboutAsLarge * parts[0].first ? parts[1].second : "",
          .most = parts[0].first > level / 2};
}

bool Evidence::bound_is_contradicted(const Report::Noise& bound) const {
  return model_beats(report_, bound) ||
         std::any_of(report_.noise.begin(), report_.noise.end(), [&](const Report::Noise& other) {
           return other.group == bound.group && other.method == NoiseMethod::mahalanobis &&
                  other.upper && *other.upper < *bound.lower;
         });
}

bool Evidence::look_at_noise() {
  if (level_.metric != CostMetric::zero_one) return false;
  const auto bounds = [this](const std::string& group) -> const Report::Noise* {
    for (const Report::Noise& noise : report_.noise) {
      if (noise.group == group && noise.method == NoiseMethod::nearest_neighbour && noise.lower &&
          noise.upper)
        return &noise;
    }
    return nullptr;
  };
  const Report::Noise* worse = bounds(worse_);
  const Report::Noise* better = bounds(better_);
  if (worse == nullptr || better == nullptr) return false;
  if (bound_is_contradicted(*worse) || bound_is_contradicted(*better)) return false;
  const bool apart = *worse->lower > *better->upper;
  sentences_.push_back(fmt::format(
      "By nearest neighbours, the least error rate that the covariates allow is about {} to {} % "
      "for {} and {} to {} % for {}{}.",
      number(*worse->lower), number(*worse->upper), worse_, number(*better->lower),
      number(*better->upper), better_, apart ? ", which do not overlap" : ""));
  return apart;
}

std::string Evidence::look_at_clusters() {
  const Report::Cluster* worst = nullptr;
  double largest = std::abs(level_.difference);
  const auto groups = static_cast<double>(report_.groups.size());
  const double tests =
      std::max(1.0, static_cast<double>(report_.clusters_tried) * groups * (groups - 1) / 2);
  for (const Report::Cluster& cluster : report_.clusters) {
    // k-means has clusters that nobody can name in a sentence.
    if (cluster.metric != level_.metric || cluster.kind == ClusterKind::k_means) continue;
    if (cluster.share > kMostOfEverybody) continue;
    const Report::ClusterGroup* worse = member(cluster, worse_);
    const Report::ClusterGroup* better = member(cluster, better_);
    if (worse == nullptr || better == nullptr) continue;
    const double gap = worse->cost - better->cost;
    if (gap <= largest || !(worse->se > 0) || !(better->se > 0)) continue;
    const double z = gap / std::hypot(worse->se, better->se);
    if (2 * math::normal_upper_tail(z) * tests > options_.alpha) continue;
    largest = gap;
    worst = &cluster;
  }
  if (worst == nullptr) return "";
  sentences_.push_back(fmt::format("In the cluster '{}' ({:.{}f} % of people) it is {}.",
                                   worst->cluster, 100 * worst->share, worst->share < 0.01 ? 1 : 0,
                                   points(largest)));
  return worst->cluster;
}

}  // namespace faultline::methods
