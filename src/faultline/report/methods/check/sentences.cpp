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
  return fmt::format("{} This is based on {} where {} and {} where {}.", text, people(mine->n),
                     one.text, with_thousands(theirs->n), one.reference_text);
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
  const auto where = [&](const result::SourcesReport::Cost& cost) {
    return fmt::format("where {} = {} ({})", report.protected_column, cost.group, people(cost.n));
  };
  return fmt::format("{}{}{} {}, and {}{} {}.", plain.before,
                     told_cost(level.metric, first->estimate), plain.after, where(*first),
                     plain.again, told_cost(level.metric, second->estimate), where(*second));
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
    return {.badge = verdict_badge(finding, part.alpha),
            .title = plain_title(finding, decision_is_wanted(result)),
            .about = finding.protected_class ? class_words(*finding.protected_class) : "",
            .sentence =
                plain_sentence(finding, decision_is_wanted(result)) + chance(line) + doubt(finding),
            .link = prefix + finding_anchor(static_cast<std::size_t>(line.place) + 1)};
  }
  if (line.list == result::CheckList::comparisons && part.metrics) {
    const result::MetricsReport::Comparison& one = item_of(part.metrics->comparisons, line);
    return {.badge = badge_of(line),
            .title = std::string(plain_rate(one.rate)),
            .sentence = comparison_sentence(*part.metrics, one) + chance(line),
            .link = prefix + "differences"};
  }
  if (line.list == result::CheckList::levels && part.sources) {
    const result::SourcesReport::Level& level = item_of(part.sources->levels, line);
    return {.badge = badge_of(line),
            .title = plain_cost(level.metric).title,
            .sentence = level_sentence(*part.sources, level) + chance(line),
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
  std::int64_t undecided = 0;
  std::string why;
  for (const Line& line : lines) {
    if (line.list != result::CheckList::findings) continue;
    const std::string words = withdrawn_words(item_of(part_of(line, result).findings, line));
    if (words.empty()) continue;
    ++undecided;
    why = words;
  }
  if (undecided > 0) {
    story.push_back(fmt::format("{} {} {}.", undecided == 1 ? "One" : with_thousands(undecided),
                                undecided == 1 ? "stays" : "stay", why));
  }
  if (evidence + undecided < tested) {
    story.emplace_back(fmt::format(
        "{} could be chance. That does not show that the model treats people alike: {}.",
        evidence + undecided == 0
            ? "What was seen"
            : fmt::format("The other {}", with_thousands(tested - evidence - undecided)),
        "a real difference can go unnoticed, above "
        "all in small groups"));
  }
  if (const auto alone = count(result::Verdict::not_comparable); alone > 0) {
    story.push_back(
        fmt::format("In {} there is nobody to compare with: nothing is said about these people.",
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
