#include "faultline/methods/sources/recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/evidence.hpp"

namespace faultline::methods {
namespace {

using Report = SourcesReport;

// With fewer repetitions advice from curves is tentative.
constexpr std::int64_t kFewRepetitions = 10;
// A smaller fall is not worth a sentence.
constexpr double kFallToMention = 0.1;

struct Advice {
  Action action = Action::unclear;
  std::string text{};
};

Advice more_data(const Evidence& evidence) {
  return {Action::more_data,
          fmt::format("Collect more training data from the same people: the difference in {} "
                      "between {} and {} shrinks with it.",
                      evidence.cost(), evidence.worse(), evidence.better())};
}

Advice more_of_group(const Evidence& evidence) {
  return {Action::more_of_group,
          fmt::format("Collect more training data, of {} first: the difference in {} shrinks when "
                      "that group alone grows.",
                      evidence.worse(), evidence.cost())};
}

/// Of bias, for a model that is not told the group.
std::string without_the_group(bool knows_group) {
  return knows_group ? ""
                     : " Some of it may come from the model not knowing the group: try it with the "
                       "protected column among the covariates too.";
}

Advice about_noise(const Evidence& evidence, CostMetric metric) {
  if (metric == CostMetric::fpr || metric == CostMetric::fnr) {
    return {Action::variables,
            fmt::format("Measure other variables that tell outcomes apart: even the best model on "
                        "these covariates has a difference in {}, because outcomes of {} and {} "
                        "are not equally frequent or not equally predictable.",
                        evidence.cost(), evidence.worse(), evidence.better())};
  }
  return {Action::variables,
          fmt::format("Measure other variables, for {} above all: the covariates say less about "
                      "their outcomes, so that no model on them removes the difference in {} "
                      "without raising errors elsewhere.",
                      evidence.worse(), evidence.cost())};
}

Advice from_parts(const Evidence& evidence, const LargestPart& largest, CostMetric metric,
                  bool knows_group) {
  const bool both = (largest.part == "noise" && largest.rival == "bias") ||
                    (largest.part == "bias" && largest.rival == "noise");
  if (both) {
    return {largest.part == "bias" ? Action::model : Action::variables,
            fmt::format("Measure other variables, for {} above all, and try another model: noise "
                        "and bias make about equal parts of the difference in {}.{}",
                        evidence.worse(), evidence.cost(), without_the_group(knows_group))};
  }
  if (largest.part == "bias") {
    return {Action::model,
            fmt::format("Try another model: {} of the difference in {} is bias, what this one "
                        "misses on average for {}.{}",
                        largest.most ? "most" : "the largest part", evidence.cost(),
                        evidence.worse(), without_the_group(knows_group))};
  }
  if (largest.part == "noise") return about_noise(evidence, metric);
  return {Action::more_of_group,
          fmt::format("The difference in {} is {} variance, though the learning curve promises "
                      "little: collect more of {} in steps, and look again.",
                      evidence.cost(), largest.most ? "mostly" : "in the largest part",
                      evidence.worse())};
}

Advice without_cause(const Evidence& evidence, bool curve_seen, bool learner) {
  if (curve_seen) {
    return {Action::variables,
            fmt::format("More data of the same kind is not expected to remove the difference in "
                        "{}: measure other variables for {}, or try another model.",
                        evidence.cost(), evidence.worse())};
  }
  return {Action::unclear,
          fmt::format("What the difference in {} comes from cannot be told from these parts: {}.",
                      evidence.cost(),
                      learner ? "run decomposition and curves to their end"
                              : "run decomposition and curves with a learner (`model`)")};
}

Report::Recommendation found(const SourcesOptions& options, const Report& report,
                             const Report::Level& level) {
  Evidence evidence(options, report, level);
  evidence.say_level();
  const Outlook everybody = evidence.look_at_curve("");
  const Outlook alone = evidence.look_at_curve(evidence.worse());
  const LargestPart largest = evidence.look_at_decomposition();
  const bool noise_apart = evidence.look_at_noise();
  const std::string cluster = evidence.look_at_clusters();

  Advice advice;
  const bool data = everybody.halved || alone.halved;
  // In order of what is most certain, so the same advice may come twice.
  // NOLINTNEXTLINE(bugprone-branch-clone)
  if (alone.halved || (everybody.halved && alone.lower)) {
    advice = more_of_group(evidence);
  } else if (everybody.halved || (!everybody.seen && largest.part == "variance")) {
    advice = more_data(evidence);
  } else if (!largest.part.empty()) {
    advice = from_parts(evidence, largest, level.metric, options.learner_knows_group);
  } else if (noise_apart) {
    advice = about_noise(evidence, level.metric);
  } else if (alone.lower) {
    advice = more_of_group(evidence);
  } else {
    advice = without_cause(evidence, everybody.seen, !options.learners.empty());
  }
  if (!data && std::max(everybody.fall, alone.fall) > kFallToMention) {
    const bool of_everybody = everybody.fall >= alone.fall;
    advice.text += fmt::format(" Ten times the data{} would remove about {:.0f} % of it.",
                               of_everybody ? "" : " of " + evidence.worse() + " alone",
                               100 * std::max(everybody.fall, alone.fall));
  }
  if (advice.action == Action::variables && !cluster.empty()) {
    advice.text +=
        fmt::format(" Begin with people of the cluster '{}', where it is large.", cluster);
  }
  if (everybody.seen && report.repetitions < kFewRepetitions) {
    advice.text += fmt::format(" Tentative: {} only.", plural(report.repetitions, "repetition"));
  }
  return {.groups = level.groups,
          .metric = level.metric,
          .action = advice.action,
          .advice = std::move(advice.text),
          .because = evidence.sentences()};
}

Report::Recommendation nothing(const SourcesOptions& options, const Report& report,
                               const std::vector<const Report::Level*>& levels) {
  const Report::Level& first = *levels.front();
  const Evidence evidence(options, report, first);
  const auto untested = std::count_if(levels.begin(), levels.end(),
                                      [](const Report::Level* one) { return !one->p_value; });
  const std::string both = first.groups.first + " and " + first.groups.second;
  Report::Recommendation result{
      .groups = first.groups, .metric = first.metric, .action = Action::none};
  if (untested == 0) {
    result.advice = "No difference between " + both +
                    " is larger than chance explains: nothing to repair here, which is no proof "
                    "that they are treated alike.";
  } else if (untested < std::ssize(levels)) {
    result.advice =
        "No difference between " + both + " that could be tested is larger than chance explains.";
  } else {
    result.advice = "Too few people to tell whether " + both + " differ.";
  }
  for (const Report::Level* tested : levels) {
    result.because.push_back(fmt::format(
        "In {}, {} minus {} is {}{}{}.", cost_words(tested->metric), tested->groups.first,
        tested->groups.second, evidence.points(tested->difference),
        evidence.range(tested->interval), tested->p_value ? "" : ", not tested"));
  }
  return result;
}

bool speaks(const Report::Level& level, const Report& report) {
  if (report.outcome == OutcomeKind::number) return level.metric == CostMetric::mse;
  return level.metric == CostMetric::fpr || level.metric == CostMetric::fnr ||
         level.metric == CostMetric::zero_one;
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
    report.notices.push_back(Notice::cut(options.costs
                                             ? "No recommendation: there is no difference to test."
                                             : "No recommendation: it rests on part costs.",
                                         kRecommendation));
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
      report.recommendation.push_back(found(options, report, level));
      any = true;
    }
    if (!any && !levels.empty()) report.recommendation.push_back(nothing(options, report, levels));
  }
}

}  // namespace faultline::methods
