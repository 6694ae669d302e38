#include "faultline/report/methods/mitigation/points_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/mitigation/cutoff_words.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using result::Cutoff;
using result::Ledger;
using result::MitigationReport;
using result::PointsRule;

std::string on_whom(const MitigationReport& report) {
  return report.tested_on
             ? fmt::format("Among {} whom the rules were not made from", people(*report.tested_on))
             : "Among the people the rules were made from";
}

std::string rate_words(const std::optional<double>& rate) {
  return rate ? percent_number(*rate) : std::string(kNone);
}

Table points_table(const PointsRule& rule) {
  Table table{.columns = {{.head = "Attribute", .kind = Column::Kind::words},
                          {.head = "Value", .kind = Column::Kind::words},
                          {.head = "Points"}}};
  for (const PointsRule::Attribute& attribute : rule.points) {
    bool first = true;
    for (const PointsRule::Value& value : attribute.values) {
      // A value that is not listed has 0 points.
      if (value.points == 0) continue;
      table.add(
          {first ? attribute.name : "", value.value,
           value.points > 0 ? fmt::format("+{}", value.points) : fmt::format("{}", value.points)});
      first = false;
    }
  }
  return table;
}

Table groups_table(const MitigationReport& report) {
  const PointsRule& rule = *report.points;
  const std::string scale = report.has_risk_scores() ? report.risk_score : "score";
  Table table{.columns = {{.head = "Sum of points", .kind = Column::Kind::words},
                          {.head = fmt::format("Flagged: {}", scale),
                           .kind = Column::Kind::words,
                           .brief = "Flagged",
                           .meaning = report.has_risk_scores()
                                          ? fmt::format("values of {}", report.risk_score)
                                          : "scores"},
                          {.head = "People"},
                          {.head = "Rate before, %",
                           .brief = "Before %",
                           .meaning = fmt::format("{}, among {}", error_name(report.error),
                                                  counted_people(report.error))},
                          {.head = "Rate after, %", .brief = "After %"},
                          {.head = "Justified, %",
                           .brief = "Just. %",
                           .meaning = "the rate that base rates justify, old decisions"}}};
  for (std::size_t g = 0; g < rule.thresholds.size(); ++g) {
    const Ledger::Group* group =
        report.ledger && g < report.ledger->groups.size() ? &report.ledger->groups[g] : nullptr;
    const std::string who = group != nullptr ? group->text : fmt::format("group {}", g + 1);
    table.add({who, cutoff_cell(rule.thresholds[g], report),
               group != nullptr ? with_thousands(group->n) : kNone,
               group != nullptr ? rate_words(group->rate_before) : kNone,
               group != nullptr ? rate_words(group->rate_after) : kNone,
               group != nullptr ? rate_words(group->justified) : kNone});
  }
  return table;
}

std::string group_change(const Ledger::Group& group, result::ErrorRate error) {
  return fmt::format(
      "the {} of people with {} {} from {} to {}, where base rates justify {}", error_name(error),
      group.text, *group.rate_after < *group.rate_before ? "falls" : "rises",
      percent(*group.rate_before), percent(*group.rate_after), percent(*group.justified));
}

std::string interval_words(const result::Interval& interval) {
  return interval ? fmt::format(" (95 % interval {} to {})", percent(interval->first),
                                percent(interval->second))
                  : "";
}

}  // namespace

std::string smooth_sentence(const MitigationReport& report, const result::Result& result) {
  const std::string aim =
      fmt::format("the {} with lambda = {} ({})", error_name(report.error), shortest(report.lambda),
                  lambda_meaning(report.lambda, report.error));
  if (report.strength.value_or(0) == 0 || report.changed == 0) {
    return fmt::format("All thresholds stay as they are, for {}.", aim);
  }
  const std::int64_t all = report.tested_on.value_or(result.data.rows_used);
  const std::string share =
      all > 0 ? fmt::format(" ({} of decisions change)",
                            percent(static_cast<double>(report.changed) / static_cast<double>(all)))
              : "";
  const std::int64_t newly = report.changed - report.no_longer;
  return fmt::format(
      "{}, {} who {} flagged before no longer {}, and {} {} newly flagged{}. The new thresholds go "
      "by points, for {}.",
      on_whom(report), with_thousands(report.no_longer), report.no_longer == 1 ? "was" : "were",
      report.no_longer == 1 ? "is" : "are", with_thousands(newly), newly == 1 ? "is" : "are", share,
      aim);
}

std::string groups_sentence(const MitigationReport& report) {
  if (!report.ledger || report.changed == 0) return "";
  const Ledger::Group* falls = nullptr;
  const Ledger::Group* rises = nullptr;
  const auto change = [](const Ledger::Group& group) {
    return *group.rate_after - *group.rate_before;
  };
  for (const Ledger::Group& group : report.ledger->groups) {
    if (!group.rate_before || !group.rate_after || !group.justified) continue;
    if (change(group) < 0 && (falls == nullptr || change(group) < change(*falls))) falls = &group;
    if (change(group) > 0 && (rises == nullptr || change(group) > change(*rises))) rises = &group;
  }
  std::string text;
  if (falls != nullptr) text = group_change(*falls, report.error);
  if (rises != nullptr) text += (text.empty() ? "" : "; ") + group_change(*rises, report.error);
  return text.empty() ? "" : capitalised(text) + ".";
}

std::string rates_sentence(const MitigationReport& report) {
  if (report.before.empty() || report.after.empty()) return "";
  const MitigationReport::Rates& before = report.before.front();
  const MitigationReport::Rates& after = report.after.front();
  if (!before.fpr_interval || !after.fpr_interval || !before.tpr_interval || !after.tpr_interval)
    return "";
  return fmt::format(
      "Of everybody tested, the false positive rate is {}{} after and {}{} before, the true "
      "positive "
      "rate {}{} after and {}{} before.",
      percent(*after.fpr), interval_words(after.fpr_interval), percent(*before.fpr),
      interval_words(before.fpr_interval), percent(*after.tpr), interval_words(after.tpr_interval),
      percent(*before.tpr), interval_words(before.tpr_interval));
}

std::string people_sentence(const MitigationReport& report, const result::Result& result) {
  // These two make no rules from people.
  const std::optional<std::string> method = option_words(result, "method");
  if (method == "groups" || method == "randomize") return "";
  if (!report.tested_on && report.changed == 0) return "";
  if (!report.tested_on)
    return "All rates, scores and costs below are those of the people the rules were made from, so "
           "they flatter the rules; `holdout` tests them on others.";
  if (!report.made_from) return "";
  const std::string tested =
      report.tested_file.empty()
          ? fmt::format("{} held out at random (seed {})", with_thousands(*report.tested_on),
                        result.seed)
          : fmt::format("{} of {}", people(*report.tested_on), report.tested_file);
  return fmt::format(
      "The rules were made from {}; all rates, scores and costs below are those of the {}.",
      people(*report.made_from), tested);
}

Section points_section(const MitigationReport& report) {
  Section section{.heading = "The new rules", .id = "rules"};
  const Cutoff old{.comparator = report.rules.front().comparator,
                   .threshold = report.rules.front().threshold};
  section.add(brief(
      Paragraph{fmt::format("Before, everybody with {} was flagged.", cutoff_words(old, report))}));
  if (report.strength.value_or(0) == 0) return section;
  section.add(brief(Paragraph{
      "Now add up a person's points, find the line of the sum, and flag by its threshold. Ten "
      "points more mean that the odds of being flagged were twice what base rates justify; a value "
      "that is not listed has 0 points."}));
  section.add(brief(points_table(*report.points)));
  section.add(brief(groups_table(report)));
  const bool lots = std::any_of(report.points->thresholds.begin(), report.points->thresholds.end(),
                                [](const Cutoff& cutoff) { return cutoff.boundary_share; });
  if (lots) {
    section.add(brief(Paragraph{
        "Where a share of those with one value of the score is flagged, a lot decides, drawn for "
        "each person from the seed and the id (or, without one, the row); rates above are averages "
        "over the lots."}));
  }
  return section;
}

std::vector<std::string> smooth_limits(const MitigationReport& report) {
  std::vector<std::string> sentences;
  if (report.changed == 0) {
    sentences.emplace_back(
        "That no correction pays does not say that nothing is wrong: what the scan found in the "
        "decisions stands above.");
    return sentences;
  }
  sentences.emplace_back(
      report.tested_on
          ? "What is told holds for people like those tested on, as far as the intervals say; the "
            "intervals take the true probabilities as they are."
          : "All figures are those of the people the rules were made from, so they flatter the "
            "rules; `holdout` tests them on others.");
  sentences.emplace_back(
      "Groups of points are broad: a small subgroup inside one can still be flagged more often "
      "than its base rate justifies, and some people in a group with a higher threshold were never "
      "flagged too often.");
  sentences.emplace_back(
      "People of different groups with the same score can now get different decisions, and so can "
      "two people on a threshold where the decision is drawn by lot. A lower threshold means that "
      "some are flagged who were not: whether that is wanted is a matter of policy (`move = up` "
      "never lowers one).");
  return sentences;
}

}  // namespace faultline::report
