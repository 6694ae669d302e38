#include "faultline/report/methods/conditional/document.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/detectable_section.hpp"
#include "faultline/report/methods/conditional/expectations_section.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/model_words.hpp"
#include "faultline/report/methods/shared/models_section.hpp"
#include "faultline/report/methods/shared/plain_finding.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

constexpr const char* kObserved =
    "Observed is the share of the subgroup, inside the class, that had the event (or its mean "
    "prediction). Expected is what people outside the class would show if they had the covariates "
    "of the subgroup's people; it is computed person by person.";

std::string class_anchor(std::size_t number) { return fmt::format("class-{}", number); }

std::string class_heading(const ClassAudit& entry) {
  return fmt::format("{}, against {}", class_words(entry.who),
                     entry.who.against.value_or("everyone else"));
}

/// Which subgroup of its scan it is, where there are several.
std::string rank_words(const result::Finding& finding) {
  return finding.rank > 1 ? fmt::format(", rank {}", finding.rank) : "";
}

/// A verdict whose error rate is not known says so in the same breath.
std::string level_doubt(const result::Finding& finding) {
  for (const std::string& text : texts(finding.warnings, result::NoticeKind::warning)) {
    if (text.starts_with("the level of this test is not established"))
      return fmt::format(" But {}.", text);
  }
  return "";
}

/// The findings of a class that have evidence, as a citizen reads them.
Section class_story(const ClassAudit& entry, const result::Result& result) {
  Verdicts verdicts;
  for (const auto& [number, finding] : entry.findings) {
    if (!has_evidence(*finding, result.alpha)) continue;
    verdicts.list.push_back(
        {.badge = verdict_badge(*finding, result.alpha, true),
         .title = plain_title(*finding, decision_is_wanted(result)) + rank_words(*finding),
         .link = finding_anchor(number),
         .words = plain_sentence(*finding, decision_is_wanted(result)) +
                  chance_words(finding->verdict, finding->p_value_adjusted) +
                  level_doubt(*finding)});
  }
  Section section{.heading = class_heading(entry)};
  if (!verdicts.list.empty()) {
    // What undermines a verdict stands beside it.
    section.add(
        brief(Warnings{.items = notices_about(entry.who, result, result::NoticeKind::warning)}));
  }
  section.add(brief(std::move(verdicts)));
  return section;
}

/// The same findings for those who know the words: rates outside, effects, intervals, scores.
Section story_in_numbers(const std::vector<ClassAudit>& classes, const result::Result& result) {
  Section section{.heading = "In numbers", .fold = Section::Fold::closed};
  for (const ClassAudit& entry : classes) {
    List list;
    for (const auto& [number, finding] : entry.findings) {
      if (!has_evidence(*finding, result.alpha)) continue;
      list.items.push_back(fmt::format("{}{}: {}. {} {}", wording(*finding).title,
                                       rank_words(*finding), subgroup_words(*finding),
                                       finding_sentence(*finding, result),
                                       strength_sentence(*finding, held_out(result))));
    }
    Section of_class{.heading = class_words(entry.who)};
    of_class.add(brief(std::move(list)));
    section.add(brief(std::move(of_class)));
  }
  return section;
}

/// ", but not in x, which ranks people as the prediction does", or nothing.
std::string set_aside_words(const result::Finding& finding) {
  if (!finding.set_aside) return "";
  return fmt::format(", but not in {}, which {}", covariate_words(finding.set_aside->columns),
                     finding.set_aside->tells);
}

/// What became of the evidence of the scans when people were compared in these columns, too.
std::vector<std::string> set_aside_sentences(const result::Result& result) {
  std::int64_t stands = 0;
  std::vector<std::pair<std::string, std::int64_t>> lost;  // why, scans
  for (const result::Finding& finding : result.findings) {
    if (finding.rank > 1 || !finding.set_aside) continue;
    if (const std::string why = withdrawn_words(finding); !why.empty()) {
      const auto known = std::ranges::find(lost, why, &std::pair<std::string, std::int64_t>::first);
      if (known == lost.end()) {
        lost.emplace_back(why, 1);
      } else {
        ++known->second;
      }
    } else if (finding.set_aside->verdict) {
      ++stands;
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [why, scans] : lost) {
    sentences.push_back(
        fmt::format("{} {} {}.", plural(scans, "scan"), scans == 1 ? "stays" : "stay", why));
  }
  if (stands > 0) {
    sentences.push_back(fmt::format(
        "Among people who are alike in what tells the prediction, too, {} the same evidence.",
        stands == 1 ? "1 scan gives" : fmt::format("{} scans give", stands)));
  }
  return sentences;
}

/// In what people are comparable: once for all classes, or for those that have it in common. In
/// full only where the summary names the first of many.
std::vector<std::string> comparable_sentences(const std::vector<ClassAudit>& classes, bool full) {
  std::vector<std::pair<std::string, std::vector<std::string>>> told;  // covariates, classes
  for (const ClassAudit& entry : classes) {
    if (entry.findings.empty()) continue;
    const result::Finding& first = *entry.findings.front().second;
    const std::vector<std::string>& covariates = first.comparable_in;
    if (full && covariates.size() <= kNamedCovariates) continue;
    if (covariates.empty() && !first.set_aside) continue;
    std::string words = full                 ? "all of " + join_words(covariates, covariates.size())
                        : covariates.empty() ? "nothing"
                                             : covariate_words(covariates);
    if (!full) words += set_aside_words(first);
    const auto known =
        std::find_if(told.begin(), told.end(), [&](const auto& one) { return one.first == words; });
    auto& list = known != told.end() ? known->second
                                     : told.emplace_back(words, std::vector<std::string>{}).second;
    list.push_back(class_words(entry.who));
  }
  std::vector<std::string> sentences;
  sentences.reserve(told.size());
  for (const auto& [covariates, whom] : told) {
    const std::string words = fmt::format("comparable people are those alike in {}.", covariates);
    sentences.push_back(told.size() == 1
                            ? capitalised(words)
                            : fmt::format("For {}, {}", join_words(whom, whom.size()), words));
  }
  return sentences;
}

Row scan_row(std::size_t number, const result::Finding& finding, const result::Result& result) {
  const bool found = finding.subgroup.has_value();
  const bool compared = found && finding.comparison && finding.comparison->n > 0;
  const auto rate = [](bool there, double value) {
    return there ? percent_number(value) : std::string(kNone);
  };
  Cell label = scan_label(finding);
  label.link = finding_anchor(number);
  return {
      .cells = {std::move(label), subgroup_words(finding), rate(found, finding.observed),
                rate(found, finding.expected),
                rate(compared, compared ? finding.comparison->observed : 0), score(finding.score),
                p_value_cell(finding), verdict_badge(finding, result.alpha, true)},
      .weight = has_evidence(finding, result.alpha) ? Row::Weight::strong : Row::Weight::normal};
}

Table scans_table(const std::vector<ClassAudit>& classes, const result::Result& result) {
  using Kind = Column::Kind;
  Table table{
      .caption = "Every scan",
      .columns = {{.head = "Scan", .kind = Kind::words},
                  {.head = "Subgroup", .kind = Kind::words},
                  {.head = "Observed %",
                   .brief = "Obs. %",
                   .meaning = "observed in the subgroup, inside the class"},
                  {.head = "Expected %",
                   .brief = "Exp. %",
                   .meaning = "expected from comparable people outside the class"},
                  {.head = "Outside %",
                   .brief = "Out. %",
                   .meaning = "observed in the same subgroup outside the class"},
                  {.head = "Score"},
                  {.head = "p adj.", .meaning = "adjusted for all tests of the run"},
                  {.head = "Evidence",
                   .kind = Kind::badge,
                   .brief = "*",
                   .meaning = fmt::format("evidence at the level {}", shortest(result.alpha))}},
      .note = "All are rates, or mean predictions.",
      .noun = "scan"};
  if (all_proven(result) && !held_out(result) && !nothing_searched(result))
    table.note += " Every search is proven: no subgroup scores higher.";
  std::size_t class_number = 0;
  for (const ClassAudit& entry : classes) {
    ++class_number;
    if (entry.findings.empty()) continue;
    RowGroup group{.title = class_words(entry.who), .link = class_anchor(class_number)};
    for (const auto& [number, finding] : entry.findings) {
      group.rows.push_back(scan_row(number, *finding, result));
    }
    table.groups.push_back(std::move(group));
  }
  return table;
}

/// What undermines the tests of a class, searches without proof, and warnings of findings and
/// models.
std::vector<std::string> all_cautions(const std::vector<ClassAudit>& classes,
                                      const result::Result& result) {
  std::vector<std::string> all = class_notices(result, result::NoticeKind::warning);
  const auto warn = [&](const ClassAudit& entry, const std::string& what,
                        const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    all.push_back(
        fmt::format("{}, {}: {}", class_words(entry.who), what, join_sentences(sentences)));
  };
  for (const ClassAudit& entry : classes) {
    for (const auto& [number, finding] : entry.findings) {
      warn(entry, scan_label(*finding), cautions(*finding));
    }
    for (const result::ModelReport* model : entry.models) {
      warn(entry, inside_sentence(model_name(*model)), model_warnings(*model));
    }
  }
  return all;
}

Section summary(const std::vector<ClassAudit>& classes, const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  section.add(brief(Paragraph{count_sentence(result), Paragraph::Tone::lead}));
  for (std::string& sentence : comparable_sentences(classes, false)) {
    section.add(brief(Paragraph{std::move(sentence)}));
  }
  for (std::string& sentence : set_aside_sentences(result))
    section.add(brief(Paragraph{std::move(sentence)}));
  for (const ClassAudit& entry : classes) section.add(brief(class_story(entry, result)));
  section.add(brief(story_in_numbers(classes, result)));
  // Codes and p-values are for whoever asks; the sentences above say what was found.
  Section figures{.heading = "Every scan in figures", .fold = Section::Fold::closed};
  figures.add(brief(scans_table(classes, result)));
  section.add(brief(std::move(figures)));
  Section open{.heading = "What was not found"};
  for (const std::string& sentence : open_sentences(result)) open.add(brief(Paragraph{sentence}));
  section.add(brief(std::move(open)));
  Section drawn{.heading = "How chance was judged"};
  drawn.add(brief(List{.items = class_notices(result, result::NoticeKind::note)}));
  for (std::string& sentence : comparable_sentences(classes, true))
    drawn.add(brief(Paragraph{std::move(sentence)}));
  section.add(brief(std::move(drawn)));
  section.add(brief(cautions_section(all_cautions(classes, result))));
  return section;
}

/// Folded unless there is evidence: the fifty scans of a large audit stay one line each.
Section finding_section(std::size_t number, const result::Finding& finding,
                        const result::Result& result) {
  Section section{
      .heading = wording(finding).title,
      .id = finding_anchor(number),
      .lead_in = subgroup_words(finding),
      .badges = {verdict_badge(finding, result.alpha)},
      .fold = has_evidence(finding, result.alpha) ? Section::Fold::open : Section::Fold::closed};
  section.heading += rank_words(finding);
  add_finding(finding, result, section);
  return section;
}

Section class_section(const ClassAudit& entry, std::size_t number, const result::Result& result) {
  Section section{.heading = class_heading(entry), .id = class_anchor(number)};
  section.add(
      full(Warnings{.items = notices_about(entry.who, result, result::NoticeKind::warning)}));
  for (const auto& [position, finding] : entry.findings) {
    section.add(full(finding_section(position, *finding, result)));
  }
  return section;
}

Section models(const std::vector<ClassAudit>& classes) {
  std::vector<ModelGroup> groups;
  groups.reserve(classes.size());
  for (const ClassAudit& entry : classes) groups.push_back({class_words(entry.who), entry.models});
  return models_section(
      "Can the models be believed?",
      {"What is expected comes from two models. The propensity model says how likely a person "
       "with such covariates is to be in the class; it weights the people outside the class so "
       "that they resemble it. The expectation model, fitted on these weighted people, says what "
       "to expect of the class.",
       "A believable model has points near the dashed line, where predicted and observed are equal "
       "(the upright bars are 95 % intervals). A fair comparison has people of both kinds at the "
       "same propensities: where the class stands alone, the expectation is an extrapolation."},
      groups);
}

Section guide(const result::Result& result) {
  std::vector<GuideEntry> entries = {
      {.term = "Protected class and comparable people",
       .meaning = "Each class is compared with everyone else. A model of the people outside the "
                  "class, weighted so that their covariates resemble those of the class, says what "
                  "to expect; the protected attribute itself takes no part in it."},
      {.term = "Not comparable",
       .meaning = "Nobody outside the class, or hardly anybody, is like these people in the "
                  "covariates. Then there is nothing to expect of them, and no verdict."}};
  GuideEntry criteria{.term = "What the criteria ask", .detail = Detail::brief};
  for (const result::Criterion metric : metrics_of(result)) {
    criteria.items.emplace_back(
        name_of(metric),
        fmt::format("{}?", criterion(metric, decision_is_wanted(result)).question));
  }
  if (!criteria.items.empty()) entries.push_back(std::move(criteria));
  entries.push_back(flagged_entry(decision_is_wanted(result)));
  for (GuideEntry& entry : scan_entries(kObserved, result.alpha)) {
    entries.push_back(std::move(entry));
  }
  return guide_section(std::move(entries));
}

}  // namespace

void write_conditional(const result::Result& result, Document& document) {
  const std::vector<ClassAudit> classes = by_class(result);
  document.add(brief(summary(classes, result)));
  document.add(brief(expectations_section(classes, result)));
  document.add(brief(detectable_section(classes)));
  std::size_t number = 0;
  for (const ClassAudit& entry : classes) {
    document.add(full(class_section(entry, ++number, result)));
  }
  document.add(full(models(classes)));
  document.add(brief(guide(result)));
}

}  // namespace faultline::report
