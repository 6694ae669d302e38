#include "faultline/report/methods/compare/document.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/models_section.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

constexpr const char* kLosses =
    "Of each person it is known what both models lose: 1 for a wrong decision, or how far the "
    "prediction was from what happened. New model and old model are the means over the subgroup.";

constexpr const char* kPeriods =
    "Observed is the share of the subgroup, after, that had the event (or its mean prediction). "
    "Expected is what people before would show if they had the covariates of the subgroup's "
    "people; it is computed person by person.";

/// "Higher false positive rate than before for sex = F: 43.7 % (51 of 117) of those ...".
std::string evident_sentence(const result::Finding& finding, const result::Result& result) {
  if (!compares_periods(finding)) return finding_sentence(finding, result);
  return fmt::format("{} than before for {}: {}", wording(finding).title, named_values(finding),
                     finding_sentence(finding, result));
}

/// "the false positive rate where race = B": changes with evidence.
std::vector<std::string> clear_changes(const result::CompareReport& report, bool worse) {
  std::vector<std::string> list;
  for (const auto& change : report.changes) {
    if (change.verdict != result::Verdict::evidence || change.worse != worse) continue;
    if (is_mirror(report, change.metric)) continue;
    list.push_back(
        fmt::format("the {} {}", rate_words(change.metric).name,
                    change.group.empty() ? "of everybody" : fmt::format("where {}", change.text)));
  }
  return list;
}

Section verdicts_section(const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  Paragraph::Tone tone = Paragraph::Tone::lead;
  for (const std::string& sentence : compare_story(result)) {
    section.add(brief(Paragraph{sentence, tone}));
    tone = Paragraph::Tone::plain;
  }
  if (result.compare->kind == result::CompareKind::periods && !result.findings.empty() &&
      !result.findings.front().comparable_in.empty()) {
    section.add(
        brief(Paragraph{fmt::format("Comparable people are those alike in {}.",
                                    covariate_words(result.findings.front().comparable_in))}));
  }
  Verdicts verdicts;
  for (const result::Finding& finding : result.findings) {
    verdicts.list.push_back({.badge = verdict_badge(finding, result.alpha),
                             .title = wording(finding).title,
                             .link = finding_anchor(verdicts.list.size() + 1),
                             .words = subgroup_words(finding)});
  }
  section.add(brief(std::move(verdicts)));
  section.add(
      brief(Warnings{.items = texts(result.compare->notices, result::NoticeKind::warning)}));
  return section;
}

/// What to know of redrawing the periods, which names no finding.
Section chance_section(const result::Result& result) {
  Section section{.heading = "How chance was judged"};
  section.add(brief(Warnings{.items = class_notices(result, result::NoticeKind::warning)}));
  section.add(brief(List{.items = class_notices(result, result::NoticeKind::note)}));
  return section;
}

Section finding_section(const result::Finding& finding, const result::Result& result,
                        std::size_t number) {
  Section section{.heading = fmt::format("{}. {}", number, wording(finding).title),
                  .id = finding_anchor(number),
                  .badges = {verdict_badge(finding, result.alpha)}};
  add_finding(finding, result, section);
  return section;
}

Section changes_section(const result::CompareReport& report) {
  Section section{.heading = "Side by side", .id = "changes"};
  section.add(brief(changes_table(report)));
  section.add(brief(List{.items = texts(report.notices, result::NoticeKind::note)}));
  return section;
}

Section models_of_periods(const result::Result& result) {
  std::vector<ModelGroup> groups;
  for (const ClassAudit& entry : by_class(result))
    groups.push_back({class_words(entry.who), entry.models});
  if (result.models.empty()) return {};
  return models_section(
      "Can the models be believed?",
      {"What is expected comes from two models. The propensity model says how likely a person with "
       "such covariates is to have come after; it weights the people before so that they resemble "
       "those after. The expectation model, fitted on these weighted people, says what to expect.",
       "A believable model has points near the dashed line, where predicted and observed are "
       "equal. "
       "Where people after have nobody like them before, the expectation is an extrapolation."},
      groups);
}

Section compare_guide(const result::Result& result) {
  const bool models = result.compare->kind == result::CompareKind::models;
  std::vector<GuideEntry> entries = scan_entries(models ? kLosses : kPeriods, result.alpha);
  if (models) {
    std::erase_if(entries, [](const GuideEntry& entry) {
      return entry.term == "Observed and expected" || entry.term == "Score";
    });
  }
  if (models) {
    entries.push_back({.term = "New model and old model", .meaning = kLosses});
    entries.push_back(
        {.term = "Score",
         .meaning = "The sum of all differences between the two models' losses in the subgroup, "
                    "squared, over twice the sum of their squares, less a penalty for every value "
                    "that has to be named. 0 means that nothing stands out."});
  }
  entries.push_back(
      {.term = "Change",
       .meaning = models ? "After minus before, among the same people. Intervals and tests know "
                           "that both models decide on the same people, and so tell small changes "
                           "from chance."
                         : "After minus before, of different people."});
  std::vector<result::RateName> rates;
  for (const auto& change : result.compare->changes) {
    if (std::ranges::find(rates, change.metric) == rates.end()) rates.push_back(change.metric);
  }
  if (!rates.empty()) entries.push_back(rates_entry(rates));
  entries.push_back(flagged_entry());
  entries.push_back(adjusted_p_entry(
      "a change at least as clear if there were none",
      fmt::format("all {} of the table, and for the {} of this run that share its level",
                  plural(result.compare->tests, "test"),
                  result.compare->families == 1
                      ? std::string("one family of tests")
                      : fmt::format("{} families of tests", result.compare->families))));
  return guide_section(std::move(entries));
}

}  // namespace

std::vector<std::string> compare_story(const result::Result& result) {
  std::vector<std::string> story;
  const auto evident = [&](bool worse) {
    return std::ranges::find_if(result.findings, [&](const result::Finding& finding) {
      return has_evidence(finding, result.alpha) && finding.worse.value_or(false) == worse;
    });
  };
  const bool periods = result.compare->kind == result::CompareKind::periods;
  const std::vector<std::string> worse = clear_changes(*result.compare, true);
  if (const auto worst = evident(true); worst != result.findings.end()) {
    story.push_back(evident_sentence(*worst, result));
  } else if (periods || worse.empty()) {
    story.push_back(fmt::format(
        "{} is not enough evidence that it got worse for anybody. That does not show that nobody "
        "fares worse: a real change can go unnoticed, above all in small subgroups.",
        periods ? "Among comparable people there" : "There"));
  }
  if (!worse.empty()) {
    story.push_back(fmt::format(
        "Among the rates of the groups, there is evidence that {} got worse.{}",
        join_words(worse, 3),
        periods ? " Other people coming may explain that: these rates compare whoever came." : ""));
  }
  if (const auto best = evident(false); best != result.findings.end())
    story.push_back(evident_sentence(*best, result));
  const std::vector<std::string> better = clear_changes(*result.compare, false);
  if (!better.empty())
    story.push_back(fmt::format("There is evidence that {} got better.", join_words(better, 3)));
  return story;
}

void write_compare(const result::Result& result, Document& document) {
  if (!result.compare) return;
  document.add(brief(verdicts_section(result)));
  std::size_t number = 0;
  for (const result::Finding& finding : result.findings)
    document.add(brief(finding_section(finding, result, ++number)));
  document.add(brief(chance_section(result)));
  document.add(brief(changes_section(*result.compare)));
  document.add(full(models_of_periods(result)));
  document.add(full(compare_guide(result)));
}

}  // namespace faultline::report
