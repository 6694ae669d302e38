#include "faultline/methods/sources/recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/advice.hpp"
#include "faultline/methods/sources/evidence.hpp"

namespace faultline::methods {
namespace {

using Report = SourcesReport;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// "55 to 90 %"; empty where the draws lie at a limit and would make a range of no width.
std::string range_of(const ShareDraws& share) {
  const auto [low, high] = share.interval();
  std::string most = percent(high);
  if (percent(low) == most) return "";
  return fmt::format("{:.0f} to {}", 100 * low, most);
}

/// "about 72 % (55 to 90 %)", "nearly all"; of what, follows.
std::string about(const ShareDraws& share) {
  const std::string range = range_of(share);
  if (!range.empty()) return fmt::format("about {} ({})", percent(share.median()), range);
  const double median = share.median();
  return median > 0.995   ? "nearly all"
         : median < 0.005 ? "next to nothing"
                          : "about " + percent(median);
}

/// "Most of it (rough range 14 to 100 %)".
std::string most_of_it(const ShareDraws& share) {
  const std::string range = range_of(share);
  if (range.empty()) {
    std::string words = about(share);
    words.front() = words.front() == 'n' ? 'N' : 'A';
    return words + " of it";
  }
  return share.median() < 0.5 ? fmt::format("About {} ({}) of it", percent(share.median()), range)
                              : fmt::format("Most of it (rough range {})", range);
}

const ShareDraws& share_of(const Counterfactuals& shares, Action action) {
  switch (action) {
    case Action::model:
      return shares.model;
    case Action::tell_group:
      return shares.tell;
    case Action::more_of_group:
      return shares.more_of_group;
    case Action::more_data:
      return shares.more_data;
    default:
      return shares.kept_in_limit;
  }
}

Report::Share share_entry(Action action, const ShareDraws& share) {
  Report::Share entry{.action = action, .how = share.how};
  if (!share.told()) return entry;
  entry.share = share.median();
  entry.interval = share.interval();
  return entry;
}

std::vector<Report::Share> share_entries(const Counterfactuals& shares) {
  std::vector<Report::Share> entries;
  for (const Action action : {Action::model, Action::tell_group, Action::more_of_group,
                              Action::more_data, Action::variables})
    entries.push_back(share_entry(action, share_of(shares, action)));
  return entries;
}

std::string part_words(const Counterfactuals& shares, Action action, const GapQuestion& question) {
  const ShareDraws& share = share_of(shares, action);
  switch (action) {
    case Action::model:
      return fmt::format("another model ({}) removes {}", share.how, about(share));
    case Action::tell_group:
      return fmt::format("a model that knows the group ({}) removes {}", share.how, about(share));
    case Action::more_of_group:
      return fmt::format("ten times as many of {} are expected to remove {}", question.worse(),
                         about(share));
    case Action::more_data:
      return fmt::format("ten times the data are expected to remove {}", about(share));
    default:
      throw InternalError("what stays is removed by nothing");
  }
}

std::string advice_text(const AdvisedStep& step, const Counterfactuals& shares,
                        const GapQuestion& question, const std::string& cost) {
  if (!step.parts.empty()) {
    std::string text =
        fmt::format("No single step is likely to remove half of the difference in {}.", cost);
    std::vector<std::string> words;
    for (const Action action : step.parts) {
      if (action != Action::variables) words.push_back(part_words(shares, action, question));
    }
    if (!words.empty()) text += fmt::format(" Of it, {}.", join_words(words));
    if (std::ranges::find(step.parts, Action::variables) != step.parts.end()) {
      text += fmt::format(
          " {} is expected to stay with the best models tried and any amount of data of this kind.",
          most_of_it(shares.kept_in_limit));
    }
    return text;
  }
  const ShareDraws& share = share_of(shares, step.action);
  switch (step.action) {
    case Action::model:
      return fmt::format(
          "Try another model: {}, on people it had not seen, removes {} of the "
          "difference in {}.",
          share.how, about(share), cost);
    case Action::tell_group:
      return fmt::format(
          "Tell the model the group, or give {} a model of its own, where that is "
          "allowed: {}, on people it had not seen, removes {} of the difference in "
          "{}.",
          question.worse(), share.how, about(share), cost);
    case Action::more_of_group:
      return fmt::format(
          "Collect more training data of {}: ten times as many are expected to "
          "remove {} of the difference in {}. This is a forecast.",
          question.worse(), about(share), cost);
    case Action::more_data:
      return fmt::format(
          "Collect more training data of everybody: ten times as many are expected "
          "to remove {} of the difference in {}. This is a forecast.",
          about(share), cost);
    case Action::variables:
      return fmt::format(
          "Measure other variables, for {} above all: {} of the difference in {} "
          "is expected to stay with the best models tried and any amount of data "
          "of this kind.",
          question.worse(), about(share), cost);
    default:
      return fmt::format(
          "What would remove the difference in {} is undecided: no step is likely "
          "to remove a quarter of it, and what would stay is not certain either.",
          cost);
  }
}

Report::Recommendation found(const GapQuestion& question, const SourcesOptions& options,
                             Outlooks* outlooks, const Report& report) {
  Evidence evidence(report, question);
  evidence.say_level();
  Report::Recommendation result{.groups = question.groups, .metric = question.metric};
  const auto ran = [&](SourcesPart part) {
    return std::ranges::find(report.parts, part) != report.parts.end();
  };
  const bool candidates = ran(SourcesPart::candidates);
  const bool forecasts = ran(SourcesPart::forecasts);
  if (outlooks == nullptr || (!candidates && !forecasts)) {
    result.action = Action::unclear;
    result.advice = fmt::format(
        "What the difference in {} comes from cannot be told from these parts: {}.",
        evidence.cost(),
        options.learners.empty() ? "run candidates and forecasts with a learner (`model`)"
                                 : "run candidates and forecasts, with enough people");
  } else {
    const Counterfactuals shares = counterfactuals_of(question, *outlooks, candidates, forecasts);
    const AdvisedStep step = advised(shares);
    result.action = step.action;
    result.advice = advice_text(step, shares, question, evidence.cost());
    result.shares = share_entries(shares);
    evidence.say_optimum();
    evidence.say_equal_sizes();
    evidence.say_other_side(shares);
  }
  const std::string cluster = evidence.say_cluster();
  if (!cluster.empty() && result.action == Action::variables) {
    result.advice += fmt::format(
        " Begin with people of the cluster '{}', where it is larger than elsewhere.", cluster);
  }
  result.because = evidence.sentences();
  return result;
}

Report::Recommendation nothing(const Report& report, const std::vector<const GapQuestion*>& asked) {
  const GapQuestion& first = *asked.front();
  const auto untested =
      std::ranges::count_if(asked, [](const GapQuestion* one) { return !one->p_value_adjusted; });
  const std::string both = first.groups.first + " and " + first.groups.second;
  Report::Recommendation result{
      .groups = first.groups, .metric = first.metric, .action = Action::none};
  if (untested == 0) {
    result.advice = fmt::format(
        "The difference{} between {} could be chance, so no step is advised. That is no proof that "
        "they are treated alike.",
        asked.size() == 1 ? "" : "s", both);
  } else if (untested < std::ssize(asked)) {
    result.advice = fmt::format(
        "Those differences between {} that could be tested could be chance, so no step is advised.",
        both);
  } else {
    result.advice = "Too few people to tell whether " + both + " differ.";
  }
  for (const GapQuestion* one : asked) {
    const Evidence evidence(report, *one);
    result.because.push_back(
        fmt::format("In {}, {} minus {} is {}{}{}.", cost_words(one->metric), one->groups.first,
                    one->groups.second, evidence.points(one->difference),
                    evidence.range(one->interval), one->p_value_adjusted ? "" : ", not tested"));
  }
  return result;
}

}  // namespace

bool has_significant_level(const SourcesReport& report, double alpha) {
  return std::any_of(report.levels.begin(), report.levels.end(), [&](const Report::Level& level) {
    return is_asked_about(level.metric, report.outcome) && level.p_value_adjusted &&
           *level.p_value_adjusted <= alpha;
  });
}

void add_recommendation(const std::vector<GapQuestion>& questions, const SourcesOptions& options,
                        Outlooks* outlooks, SourcesReport& report) {
  if (report.models.empty()) return;
  if (questions.empty()) {
    report.notices.push_back(Notice::cut(options.costs
                                             ? "No recommendation: there is no difference to test."
                                             : "No recommendation: it rests on part costs.",
                                         kRecommendation));
    return;
  }
  std::vector<Report::Groups> asked;
  for (const GapQuestion& question : questions) {
    if (question.significant)
      report.recommendation.push_back(found(question, options, outlooks, report));
    if (std::ranges::find(asked, question.groups) == asked.end()) asked.push_back(question.groups);
  }
  for (const Report::Groups& groups : asked) {
    std::vector<const GapQuestion*> of_groups;
    for (const GapQuestion& question : questions) {
      if (question.groups == groups) of_groups.push_back(&question);
    }
    const bool any = std::ranges::any_of(of_groups, &GapQuestion::significant);
    if (!any) report.recommendation.push_back(nothing(report, of_groups));
  }
}

}  // namespace faultline::methods
