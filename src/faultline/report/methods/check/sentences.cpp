#include "faultline/report/methods/check/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/check/plain_words.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/plain_finding.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Line = result::CheckReport::Line;

constexpr const char* kDamaged =
    "the result is damaged, because check.verdicts names a {} that its parts do not have; make it "
    "again with the command that wrote it";

const result::Part& part_of(const Line& line, const result::Result& result) {
  for (const result::Part& part : result.parts) {
    if (part.command == line.part) return part;
  }
  throw InputError(fmt::format(fmt::runtime(kDamaged), "part"));
}

template <typename Item>
const Item& item_of(const std::vector<Item>& list, const Line& line) {
  if (line.place < 0 || line.place >= std::ssize(list))
    throw InputError(fmt::format(fmt::runtime(kDamaged), "place"));
  return list[static_cast<std::size_t>(line.place)];
}

const result::MetricsReport::Rate* rate_of(const result::MetricsReport& report,
                                           const result::MetricsReport::GroupValues& group,
                                           result::RateName rate) {
  for (const result::MetricsReport::Group& one : report.groups) {
    if (one.group != group) continue;
    const auto& held = one.rates.of(rate);
    return held && held->estimate ? &*held : nullptr;
  }
  return nullptr;
}

/// "7.6 percentage points too high".
std::string off_by(double gap) {
  return fmt::format("{} percentage points too {}", points(std::abs(gap)),
                     gap < 0 ? "low" : "high");
}

/// Predictions in %, as beside them in the verdicts on subgroups.
std::string told_rate(result::RateName rate, double value) {
  return rate == result::RateName::mean_score ? percent(value) : rate_in_words(rate, value);
}

/// What a group shows, as the sentences on other groups need it.
struct GroupFigure {
  std::string group{};  // "race = A"
  double value = 0;
  std::int64_t n = 0;
};

/// " Of all groups, it is lowest where race = D: 8.7 % (31 people)."; of groups that are large
/// enough, those that lie beyond the two that were told.
template <typename Told>
std::string beyond(const std::vector<GroupFigure>& groups, double one, double other,
                   const Told& told) {
  const auto [low, high] = std::minmax(one, other);
  const GroupFigure* lowest = nullptr;
  const GroupFigure* highest = nullptr;
  for (const GroupFigure& group : groups) {
    if (group.n < kFewestToRank) continue;
    if (group.value < (lowest != nullptr ? lowest->value : low)) lowest = &group;
    if (group.value > (highest != nullptr ? highest->value : high)) highest = &group;
  }
  std::vector<std::string> words;
  const auto add = [&](const char* which, const GroupFigure* group) {
    if (group == nullptr) return;
    words.push_back(fmt::format("{} where {}: {} ({})", which, group->group, told(group->value),
                                people(group->n)));
  };
  add("lowest", lowest);
  add("highest", highest);
  return words.empty() ? "" : fmt::format(" Of all groups, it is {}.", join_words(words));
}

/// Of the same attributes as `group`.
std::vector<GroupFigure> figures(const result::MetricsReport& report,
                                 const result::MetricsReport::GroupValues& group,
                                 result::RateName rate) {
  std::vector<GroupFigure> list;
  for (const result::MetricsReport::Group& one : report.groups) {
    const bool alike = std::equal(one.group.begin(), one.group.end(), group.begin(), group.end(),
                                  [](const auto& a, const auto& b) { return a.first == b.first; });
    const auto& held = one.rates.of(rate);
    if (alike && held && held->estimate) list.push_back({one.text, *held->estimate, held->n});
  }
  return list;
}

std::string comparison_sentence(const result::MetricsReport& report,
                                const result::MetricsReport::Comparison& one) {
  const result::MetricsReport::Rate* mine = rate_of(report, one.group, one.rate);
  const result::MetricsReport::Rate* theirs = rate_of(report, one.reference, one.rate);
  if (mine == nullptr || theirs == nullptr) return pair_sentence(report, one);
  std::string text;
  const std::string_view measure = plain_measure(one.rate);
  if (one.rate == result::RateName::calibration_gap) {
    text = fmt::format("On average predictions are {} where {}, and {} where {}.",
                       off_by(*mine->estimate), one.text, off_by(*theirs->estimate),
                       one.reference_text);
  } else if (!measure.empty()) {
    text = fmt::format("{} is {} where {}, and {} where {}.", measure,
                       told_rate(one.rate, *mine->estimate), one.text,
                       told_rate(one.rate, *theirs->estimate), one.reference_text);
  } else {
    text = pair_sentence(report, one);
  }
  return fmt::format(
      "{} This is based on {} where {} and {} where {}.{}", text, people(mine->n), one.text,
      with_thousands(theirs->n), one.reference_text,
      beyond(figures(report, one.group, one.rate), *mine->estimate, *theirs->estimate,
             [&one](double value) { return told_rate(one.rate, value); }));
}

const result::SourcesReport::Cost* cost_of(const result::SourcesReport& report,
                                           const std::string& group, result::CostMetric metric) {
  for (const result::SourcesReport::Cost& cost : report.costs) {
    if (cost.group == group && cost.metric == metric) return &cost;
  }
  return nullptr;
}

/// A cost as its sentence needs it.
std::string told_cost(result::CostMetric metric, double cost) {
  if (metric == result::CostMetric::generalised_zero_one) return points(cost);
  return metric == result::CostMetric::mse ? ratio(cost) : percent(cost);
}

std::string level_sentence(const result::SourcesReport& report,
                           const result::SourcesReport::Level& level) {
  const auto* first = cost_of(report, level.groups.first, level.metric);
  const auto* second = cost_of(report, level.groups.second, level.metric);
  if (first == nullptr || second == nullptr) return "";
  if (second->estimate > first->estimate) std::swap(first, second);
  const PlainCost plain = plain_cost(level.metric);
  std::vector<GroupFigure> groups;
  for (const result::SourcesReport::Cost& cost : report.costs) {
    if (cost.metric != level.metric || cost.model != level.model) continue;
    groups.push_back(
        {fmt::format("{} = {}", report.protected_column, cost.group), cost.estimate, cost.n});
  }
  const std::string others =
      beyond(groups, first->estimate, second->estimate,
             [&level](double value) { return told_cost(level.metric, value); });
  if (!plain.among.empty()) {
    const auto share = [&](const result::SourcesReport::Cost& cost) {
      return ToldShare{told_cost(level.metric, cost.estimate),
                       fmt::format("those with {} = {} ({})", report.protected_column, cost.group,
                                   people(cost.n))};
    };
    return shares_sentence(plain.among, plain.event, share(*first), share(*second)) + others;
  }
  const auto where = [&](const result::SourcesReport::Cost& cost) {
    return fmt::format("where {} = {} ({})", report.protected_column, cost.group, people(cost.n));
  };
  return fmt::format("{}{}{} {}, and {}{} {}.{}", plain.before,
                     told_cost(level.metric, first->estimate), plain.after, where(*first),
                     plain.again, told_cost(level.metric, second->estimate), where(*second),
                     others);
}

/// Whether chance is an explanation, all tests of the run counted.
std::string chance(const Line& line) { return chance_words(line.verdict, line.p_value_adjusted); }

/// "0.5" -> "a prediction of at least 0.5".
std::string threshold_words(const std::string& threshold) {
  const std::size_t number = threshold.find_first_not_of("<>= ");
  const bool strict = threshold.starts_with('>') && !threshold.starts_with(">=");
  return fmt::format("a prediction {} {}", strict ? "above" : "of at least",
                     threshold.substr(std::min(number, threshold.size())));
}

/// "Another 166 could be chance, and in 11 searches no subgroup stood out. That does not show ...";
/// empty when all else is evidence.
std::string open_words(bool evidence, std::int64_t chance, std::int64_t nothing) {
  const std::string searches =
      nothing == 1 ? "one search" : fmt::format("{} searches", with_thousands(nothing));
  std::string seen;
  if (chance > 0) {
    seen = fmt::format("{} could be chance", !evidence     ? "What was seen"
                                             : chance == 1 ? "One more"
                                                           : "Another " + with_thousands(chance));
    if (nothing > 0) seen += fmt::format(", and in {} no subgroup stood out", searches);
  } else if (nothing > 0) {
    seen = fmt::format("In {} no subgroup stood out", searches);
  } else {
    return "";
  }
  return seen +
         ". That does not show that the model treats people alike: a real difference can go "
         "unnoticed, above all in small groups.";
}

Badge badge_of(const Line& line) {
  if (line.verdict == result::Verdict::evidence)
    return {.standing = Badge::Standing::evidence, .words = "Evidence of a difference"};
  return {.standing = Badge::Standing::open, .words = "Not enough evidence"};
}

}  // namespace

ToldVerdict told(const Line& line, const result::Result& result) {
  const result::Part& part = part_of(line, result);
  const std::string prefix = fmt::format("{}-", name_of(line.part));
  if (line.list == result::CheckList::findings) {
    const result::Finding& finding = item_of(part.findings, line);
    const bool expected = finding.subgroup && finding.verdict != result::Verdict::not_comparable;
    return {.badge = verdict_badge(finding, part.alpha),
            .title = plain_title(finding, decision_is_wanted(result)),
            .about = finding.protected_class ? class_words(*finding.protected_class) : "",
            .sentence =
                plain_sentence(finding, decision_is_wanted(result)) + chance(line) + doubt(finding),
            .rate = finding.subgroup ? percent(finding.observed) : "",
            .compared = expected ? percent(finding.expected) : "",
            .link = prefix + finding_anchor(static_cast<std::size_t>(line.place) + 1)};
  }
  if (line.list == result::CheckList::comparisons && part.metrics) {
    const result::MetricsReport::Comparison& one = item_of(part.metrics->comparisons, line);
    const auto rate = [&](const result::MetricsReport::GroupValues& group) {
      const result::MetricsReport::Rate* held = rate_of(*part.metrics, group, one.rate);
      return held == nullptr ? std::string{} : told_rate(one.rate, *held->estimate);
    };
    return {.badge = badge_of(line),
            .title = std::string(plain_rate(one.rate)),
            .sentence = comparison_sentence(*part.metrics, one) + chance(line),
            .rate = rate(one.group),
            .compared = rate(one.reference),
            .link = prefix + "differences"};
  }
  if (line.list == result::CheckList::levels && part.sources) {
    const result::SourcesReport::Level& level = item_of(part.sources->levels, line);
    const auto cost = [&](const std::string& group) {
      const auto* held = cost_of(*part.sources, group, level.metric);
      return held == nullptr ? std::string{} : told_cost(level.metric, held->estimate);
    };
    return {.badge = badge_of(line),
            .title = plain_cost(level.metric).title,
            .sentence = level_sentence(*part.sources, level) + chance(line),
            .rate = cost(level.groups.first),
            .compared = cost(level.groups.second),
            .link = prefix + "costs"};
  }
  throw InputError(fmt::format(fmt::runtime(kDamaged), "list"));
}

std::vector<std::string> check_story(const result::Result& result) {
  const std::vector<Line>& lines = result.check->verdicts;
  const auto count = [&](result::Verdict verdict) {
    return std::ranges::count(lines, std::optional(verdict), &Line::verdict);
  };
  const auto tested = std::ranges::count_if(
      lines, [](const Line& line) { return line.p_value_adjusted.has_value(); });
  const auto evidence = count(result::Verdict::evidence);
  if (tested == 0) {
    return {
        "Nothing could be tested, so that nothing can be said about chance; the tables below "
        "show what was seen."};
  }
  std::vector<std::string> story;
  const std::string all =
      tested == 1
          ? "The one comparison that was tested"
          : fmt::format("{} of {} comparisons that were tested",
                        evidence == 0 ? "None" : with_thousands(evidence), with_thousands(tested));
  if (tested == 1) {
    story.push_back(fmt::format("{} {} a difference that is too clear to be chance.", all,
                                evidence == 1 ? "shows" : "does not show"));
  } else {
    story.push_back(
        fmt::format("{} {} a difference that is too clear to be chance, when all of "
                    "them are counted together.",
                    all, evidence > 1 ? "show" : "shows"));
  }
  std::int64_t withdrawn = 0;
  std::string why;
  for (const Line& line : lines) {
    if (line.list != result::CheckList::findings) continue;
    const std::string words = withdrawn_words(item_of(part_of(line, result).findings, line));
    if (words.empty()) continue;
    ++withdrawn;
    why = words;
  }
  if (withdrawn > 0) {
    story.push_back(fmt::format("{} {} {}.", withdrawn == 1 ? "One" : with_thousands(withdrawn),
                                withdrawn == 1 ? "stays" : "stay", why));
  }
  if (std::string open = open_words(evidence > 0, count(result::Verdict::not_enough),
                                    count(result::Verdict::nothing));
      !open.empty())
    story.push_back(std::move(open));
  if (const auto undecided = count(result::Verdict::undecided) - withdrawn; undecided > 0) {
    story.push_back(fmt::format("{} could not be decided: too few replicates were allowed.",
                                undecided == 1 ? "One" : with_thousands(undecided)));
  }
  if (const auto alone = count(result::Verdict::not_comparable); alone > 0) {
    story.push_back(
        fmt::format("In {} there were too few comparable people to judge by: no verdict is given "
                    "on these people, in either direction.",
                    plural(alone, "comparison")));
  }
  auto outcome = option_words(result, "outcome");
  auto decision = option_words(result, "decision");
  if (const auto threshold = option_words(result, "threshold"); !decision && threshold)
    decision = threshold_words(*threshold);
  if (!decision) {
    story.emplace_back(
        "Who is flagged wrongly, or missed, was not looked at, because no decisions are given: a "
        "column of decisions or a threshold adds that.");
  }
  // What has that name already needs no explanation.
  if (outcome && lower_ascii(*outcome) == "outcome") outcome.reset();
  if (decision && lower_ascii(*decision) == "flagged") decision.reset();
  if (outcome && decision) {
    story.push_back(fmt::format("“The outcome” stands for {}, and “flagged” {}for {}.", *outcome,
                                decision_is_wanted(result) ? "or “a positive decision” " : "",
                                *decision));
  } else if (outcome || decision) {
    story.push_back(fmt::format("“{}” stands for {}.", outcome ? "The outcome" : "Flagged",
                                outcome ? *outcome : *decision));
  }
  return story;
}

}  // namespace faultline::report
