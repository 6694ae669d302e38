#include "faultline/audit/sources/recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::audit {
namespace {

using Report = SourcesReport;

// More data is the advice when ten times as much leaves at most this share of the level.
constexpr double kShareLeft = 0.5;
constexpr double kFactor = 10;
// Standard errors by which a level must fall while one group grows.
constexpr double kFallInErrors = 2;

std::string words_of(std::string_view metric) {
  if (metric == "fpr") return "false positive rate";
  if (metric == "fnr") return "false negative rate";
  if (metric == "zero-one") return "error rate";
  return "mean squared error";
}

/// Costs of a binary outcome are shares, told in percent; those of numbers have their own unit.
class Figures {
 public:
  explicit Figures(const Report& report) : percent_(report.outcome == "binary") {}
  [[nodiscard]] std::string number(double value) const {
    return percent_ ? fmt::format("{:.1f}", 100 * value) : fmt::format("{:.3g}", value);
  }
  /// A difference of costs.
  [[nodiscard]] std::string points(double value) const {
    return number(value) + (percent_ ? " points" : "");
  }
  [[nodiscard]] std::string range(const Report::Interval& interval) const {
    if (!interval) return "";
    return fmt::format(" ({} to {})", number(interval->first), number(interval->second));
  }

 private:
  bool percent_;
};

/// One pair of groups and metric, and what the report says of it.
class Case {
 public:
  Case(const SourcesOptions& options, const Report& report, const Report::Level& level)
      : options_(options),
        report_(report),
        say_(report),
        level_(level),
        worse_(level.difference >= 0 ? level.groups.first : level.groups.second),
        better_(level.difference >= 0 ? level.groups.second : level.groups.first) {}

  Report::Recommendation none(const std::vector<const Report::Level*>& levels) {
    Report::Recommendation result{
        .groups = level_.groups, .metric = level_.metric, .action = "none"};
    result.advice = fmt::format(
        "No difference between {} and {} is larger than chance explains: nothing to repair here, "
        "which is no proof that they are treated alike.",
        level_.groups.first, level_.groups.second);
    for (const Report::Level* tested : levels) {
      result.because.push_back(fmt::format(
          "In {}, {} minus {} is {}{}.", words_of(tested->metric), tested->groups.first,
          tested->groups.second, say_.points(tested->difference), say_.range(tested->interval)));
    }
    return result;
  }

  Report::Recommendation found() {
    because_.push_back(
        fmt::format("The {} is {} higher for {} than for {}{}.", words_of(level_.metric),
                    say_.points(std::abs(level_.difference)), worse_, better_, absolute_range()));
    const bool curve_says_data = look_at_curve();
    const bool targeted = look_at_targeted();
    const std::string largest = look_at_decomposition();
    const bool noise_apart = look_at_noise();
    const std::string cluster = look_at_clusters();

    Report::Recommendation result{.groups = level_.groups, .metric = level_.metric};
    std::tie(result.action, result.advice) =
        choose(curve_says_data, targeted, largest, noise_apart);
    if (result.action == "variables" && !cluster.empty()) {
      result.advice += fmt::format(
          " Begin with people of the cluster '{}', where the difference "
          "is largest.",
          cluster);
    }
    result.because = std::move(because_);
    return result;
  }

 private:
  bool same(const Report::Groups& groups, std::string_view metric) const {
    return groups == level_.groups && metric == level_.metric;
  }

  /// The interval of the absolute level.
  std::string absolute_range() const {
    if (!level_.interval) return "";
    auto [low, high] = *level_.interval;
    if (level_.difference < 0) std::tie(low, high) = std::pair{-high, -low};
    return say_.range(std::pair{low, high});
  }

  const Report::GapCurve* curve(std::string_view grows) const {
    for (const Report::GapCurve& gap : report_.gap_curves) {
      if (gap.grows == grows && same(gap.groups, gap.metric) && !gap.points.empty()) return &gap;
    }
    return nullptr;
  }

  bool look_at_curve() {
    const Report::GapCurve* gap = curve("");
    if (gap == nullptr) return false;
    curve_seen_ = true;
    const double sign = level_.difference >= 0 ? 1 : -1;
    const double now = sign * gap->points.back().mean;
    const auto at = std::find_if(
        gap->extrapolation.begin(), gap->extrapolation.end(),
        [](const Report::Extrapolation& e) { return e.factor && *e.factor == kFactor; });
    if (at == gap->extrapolation.end()) return false;
    const double later = sign * at->value;
    because_.push_back(fmt::format(
        "Trained on {}, the models differ by {}; on ten times as many, {} are expected{}.",
        people(gap->points.back().n), say_.points(now), say_.points(later),
        say_.range(sign > 0 || !at->interval ? at->interval
                                             : Report::Interval(std::pair{-at->interval->second,
                                                                          -at->interval->first}))));
    if (!gap->answer.empty())
      because_.push_back(
          fmt::format("A difference of at most {}: {}.", say_.points(gap->gap), gap->answer));
    if (!at->interval || now <= 0) return false;
    const double widest = std::max(std::abs(at->interval->first), std::abs(at->interval->second));
    fall_ = 1 - std::abs(later) / now;
    return std::abs(later) <= kShareLeft * now && widest < now;
  }

  /// Whether growing the worse-off group alone lowers the level.
  bool look_at_targeted() {
    const Report::GapCurve* gap = curve(worse_);
    if (gap == nullptr || gap->points.size() < 2) return false;
    const double sign = level_.difference >= 0 ? 1 : -1;
    const Report::CurvePoint& first = gap->points.front();
    const Report::CurvePoint& last = gap->points.back();
    const double fall = sign * (first.mean - last.mean);
    because_.push_back(fmt::format(
        "Growing {} alone from {} to {} people moved the difference from {} to {}.", worse_,
        with_thousands(std::llround(first.group_n)), with_thousands(std::llround(last.group_n)),
        say_.points(sign * first.mean), say_.points(sign * last.mean)));
    return fall > kFallInErrors * std::hypot(first.sem, last.sem);
  }

  /// "noise", "bias" or "variance", whichever makes most of the level; empty when none does.
  std::string look_at_decomposition() {
    for (const Report::DecompositionGap& gap : report_.decomposition_gaps) {
      if (gap.model != level_.model || !same(gap.groups, gap.metric)) continue;
      const double sign = level_.difference >= 0 ? 1 : -1;
      because_.push_back(
          fmt::format("Of a difference of {}, {} are noise, {} bias and {} variance.",
                      say_.points(sign * gap.level), say_.number(sign * gap.noise),
                      say_.number(sign * gap.bias), say_.number(sign * gap.variance)));
      std::pair<double, std::string> largest{0, ""};
      for (const auto& [part, name] :
           {std::pair{sign * gap.noise, "noise"}, std::pair{sign * gap.bias, "bias"},
            std::pair{sign * gap.variance, "variance"}}) {
        if (part > largest.first) largest = {part, name};
      }
      return largest.second;
    }
    return "";
  }

  bool look_at_noise() {
    const auto bounds = [this](const std::string& group) -> const Report::Noise* {
      for (const Report::Noise& noise : report_.noise) {
        if (noise.group == group && noise.method == "nearest-neighbour" && noise.lower &&
            noise.upper)
          return &noise;
      }
      return nullptr;
    };
    // The bounds are of the error rate: they say nothing of one kind of error alone.
    if (level_.metric != "zero-one") return false;
    const Report::Noise* worse = bounds(worse_);
    const Report::Noise* better = bounds(better_);
    if (worse == nullptr || better == nullptr) return false;
    const bool apart = *worse->lower > *better->upper;
    because_.push_back(fmt::format(
        "The least error rate that the covariates allow lies between {} and {} % for {} and "
        "between {} and {} % for {} by nearest neighbours{}.",
        say_.number(*worse->lower), say_.number(*worse->upper), worse_, say_.number(*better->lower),
        say_.number(*better->upper), better_, apart ? ", which do not overlap" : ""));
    return apart;
  }

  std::string look_at_clusters() {
    for (const Report::Cluster& cluster : report_.clusters) {
      // k-means has clusters that nobody can name in a sentence.
      if (cluster.metric != level_.metric || cluster.kind == "k-means") continue;
      if (!cluster.p_value_adjusted || *cluster.p_value_adjusted > options_.alpha) continue;
      const bool forward = cluster.pair == level_.groups;
      const bool backward =
          cluster.pair == Report::Groups{level_.groups.second, level_.groups.first};
      const double gap = forward ? cluster.gap : -cluster.gap;
      if ((!forward && !backward) || gap * level_.difference <= 0) continue;
      if (std::abs(gap) <= std::abs(level_.difference)) continue;
      because_.push_back(fmt::format("In the cluster '{}' ({:.0f} % of people) it is {}.",
                                     cluster.cluster, 100 * cluster.share,
                                     say_.points(std::abs(gap))));
      return cluster.cluster;
    }
    return "";
  }

  std::pair<std::string, std::string> choose(bool curve_says_data, bool targeted,
                                             const std::string& largest, bool noise_apart) const {
    if (curve_says_data || (!curve_seen_ && largest == "variance")) {
      if (targeted) {
        return {"more-of-group",
                fmt::format("Collect more training data, of {} first: growing that group alone "
                            "already lowers the difference in {}.",
                            worse_, words_of(level_.metric))};
      }
      return {"more-data",
              fmt::format("Collect more training data from the same people: the difference in {} "
                          "between {} and {} shrinks with it.",
                          words_of(level_.metric), worse_, better_)};
    }
    const std::string partly =
        fall_ > 0.1 ? fmt::format(" More data alone would remove about {:.0f} % of it.",
                                  100 * std::min(fall_, 1.0))
                    : "";
    if (largest == "bias") {
      return {"model", fmt::format("Try a more flexible model: most of the difference in {} is "
                                   "bias, where this one errs even on average for {}.{}",
                                   words_of(level_.metric), worse_, partly)};
    }
    if (largest == "noise" || noise_apart) {
      return {"variables",
              fmt::format("Measure other variables, for {} above all: the covariates say less "
                          "about their outcomes, so that no model on them removes the difference "
                          "in {} without raising errors elsewhere.{}",
                          worse_, words_of(level_.metric), partly)};
    }
    if (largest == "variance") {
      return {targeted ? "more-of-group" : "more-data",
              fmt::format("The difference in {} is mostly variance, yet the learning curve "
                          "promises little: collect more of {} in steps, and look again.{}",
                          words_of(level_.metric), worse_, partly)};
    }
    if (curve_seen_) {
      return {"variables",
              fmt::format("More data of the same kind is not expected to remove the difference in "
                          "{}: measure other variables for {}, or try another model.{}",
                          words_of(level_.metric), worse_, partly)};
    }
    return {"unclear",
            fmt::format("What the difference in {} comes from cannot be told from these parts: "
                        "run decomposition and curves with a learner (--model).",
                        words_of(level_.metric))};
  }

  const SourcesOptions& options_;
  const Report& report_;
  Figures say_;
  const Report::Level& level_;
  std::string worse_;
  std::string better_;
  std::vector<std::string> because_{};
  bool curve_seen_ = false;
  double fall_ = 0;
};

bool speaks(const Report::Level& level, const Report& report) {
  if (report.outcome == "number") return level.metric == "mse";
  return level.metric == "fpr" || level.metric == "fnr" || level.metric == "zero-one";
}

bool significant(const Report::Level& level, double alpha) {
  return level.p_value_adjusted && *level.p_value_adjusted <= alpha;
}

}  // namespace

bool has_significant_level(const SourcesReport& report, double alpha) {
  return std::any_of(report.levels.begin(), report.levels.end(), [&](const Report::Level& level) {
    return speaks(level, report) && significant(level, alpha);
  });
}

void add_recommendation(const SourcesOptions& options, SourcesReport& report) {
  if (report.models.empty()) return;
  if (report.levels.empty()) {
    report.cut.emplace_back("No recommendation: it rests on part costs.");
    return;
  }
  std::vector<Report::Groups> pairs;
  for (const Report::Level& level : report.levels) {
    if (std::find(pairs.begin(), pairs.end(), level.groups) == pairs.end())
      pairs.push_back(level.groups);
  }
  for (const Report::Groups& pair : pairs) {
    std::vector<const Report::Level*> levels;
    bool any = false;
    for (const Report::Level& level : report.levels) {
      if (level.groups != pair || level.model != report.models.front().name) continue;
      if (!speaks(level, report)) continue;
      levels.push_back(&level);
      if (!significant(level, options.alpha)) continue;
      report.recommendation.push_back(Case(options, report, level).found());
      any = true;
    }
    if (!any && !levels.empty())
      report.recommendation.push_back(Case(options, report, *levels.front()).none(levels));
  }
}

}  // namespace faultline::audit
