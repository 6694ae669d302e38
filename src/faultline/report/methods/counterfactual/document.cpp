#include "faultline/report/methods/counterfactual/document.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/counterfactual/charts.hpp"
#include "faultline/report/methods/counterfactual/gap_sentences.hpp"
#include "faultline/report/methods/counterfactual/group_tables.hpp"
#include "faultline/report/methods/counterfactual/guide.hpp"
#include "faultline/report/methods/counterfactual/plain_gaps.hpp"
#include "faultline/report/methods/counterfactual/sentences.hpp"
#include "faultline/report/methods/counterfactual/tables.hpp"
#include "faultline/report/methods/counterfactual/unseen_section.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/models_section.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

// Many attributes have many empty intersections; they do not push the answer off the screen.
constexpr std::size_t kListedGroups = 10;
constexpr std::size_t kListedWarnings = 12;

/// The anchor of a decision's section; numbers count from 1.
std::string decision_anchor(std::size_t number) { return fmt::format("decision-{}", number); }

std::string decision_heading(const Report::Decision& decision) {
  return "Decision " + decision.decision;
}

/// The same for those who know the words: summaries over all groups, u-values, how it was done.
Section story_in_numbers(const Report& report, const result::Result& result) {
  Section section{.heading = "In numbers", .fold = Section::Fold::closed};
  section.add(brief(Paragraph{done_sentence(report, result)}));
  for (const Report::Decision& decision : report.decisions) {
    List story{.items = short_sentences(report, decision)};
    if (report.decisions.size() == 1) {
      section.add(brief(std::move(story)));
    } else {
      Section one{.heading = decision_heading(decision)};
      one.add(brief(std::move(story)));
      section.add(brief(std::move(one)));
    }
  }
  section.add(brief(Paragraph{u_value_sentence(report)}));
  return section;
}

/// "“The outcome” stands for Y, “treated” for D, and “flagged” for S."
std::string terms_sentence(const Report& report, const result::Result& result) {
  const std::optional<std::string> outcome = option_words(result, "outcome");
  const std::optional<std::string> treatment = option_words(result, "treatment");
  if (!outcome || !treatment || report.decisions.empty()) return "";
  std::vector<std::string> names;
  names.reserve(report.decisions.size());
  for (const Report::Decision& decision : report.decisions) names.push_back(decision.decision);
  return fmt::format(
      "\u201cThe outcome\u201d stands for {}, \u201ctreated\u201d for {}, and \u201cflagged\u201d "
      "for {}. "
      "What happened to untreated people stands for what would have happened to treated people "
      "like them; what that rests on is said below.",
      *outcome, *treatment, join_words(names, names.size()));
}

Section summary(const Report& report, const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  section.add(brief(Paragraph{lead_sentence(report), Paragraph::Tone::lead}));
  std::size_t number = 0;
  for (const Report::Decision& decision : report.decisions) {
    ++number;
    Section one{.heading = report.decisions.size() > 1 ? decision_heading(decision) : "",
                .link = decision_anchor(number)};
    Section& to = report.decisions.size() > 1 ? one : section;
    to.add(brief(plain_verdicts(report, decision, decision_anchor(number))));
    for (const std::string& sentence : treatment_sentences(decision))
      to.add(brief(Paragraph{sentence}));
    to.add(brief(Paragraph{unseen_sentence(result, decision)}));
    section.add(brief(std::move(one)));
  }
  Section changes{.heading = "Decisions compared"};
  for (const std::string& sentence : change_sentences(report))
    changes.add(brief(Paragraph{sentence}));
  section.add(brief(std::move(changes)));
  section.add(brief(Paragraph{terms_sentence(report, result), Paragraph::Tone::note}));
  section.add(brief(story_in_numbers(report, result)));
  return section;
}

Section permutations_section(const Report& report, const Report::Decision& decision) {
  Section section{.heading = "Against attributes shuffled at random"};
  Figures figures{.list = permutation_figures(decision), .wide = true};
  if (figures.list.empty()) return section;
  section.add(full(Paragraph{fmt::format(
      "The bars count {} in which the protected attributes were dealt out at random, so that "
      "groups differ by chance only. The line is the average gap in the data{}.",
      plural(report.permutations, "permutation"),
      report.bootstrap > 0 ? ", the segment below it its interval" : "")}));
  section.add(full(std::move(figures)));
  return section;
}

Section shares_section(const Report::Decision& decision) {
  Section section{.heading = "Why rates of groups can differ", .fold = Section::Fold::closed};
  section.add(full(Paragraph{
      "Groups differ in how many would have the outcome without treatment (need), how many of "
      "these "
      "are treated (opportunity), and how often treatment then prevents it. The last takes it that "
      "treatment never causes the outcome."}));
  Table table = shares_table(decision);
  if (table.empty()) return {};
  section.add(brief(std::move(table)));
  return section;
}

Section decision_section(const result::Result& result, const Report& report,
                         const Report::Decision& decision, std::size_t number) {
  Section section{.heading = decision_heading(decision), .id = decision_anchor(number)};
  Section drawn{.heading = "Error rates, group by group"};
  drawn.add(full(rates_plot(report, decision)));
  section.add(full(std::move(drawn)));
  Section rates{.heading = "Error rates in %, by every estimator", .fold = Section::Fold::closed};
  rates.add(brief(rates_table(report, decision)));
  section.add(brief(std::move(rates)));

  Section pairs{.heading = "Which groups differ from which"};
  pairs.add(brief(pairs_table(report, decision)));
  section.add(brief(std::move(pairs)));

  Section gaps{.heading = "Gaps between groups, summarised", .fold = Section::Fold::closed};
  gaps.add(brief(gaps_table(report, decision)));
  Section intervals{.heading = "The paper's kinds of interval", .fold = Section::Fold::closed};
  intervals.add(full(intervals_table(report, decision)));
  gaps.add(full(std::move(intervals)));
  gaps.add(full(permutations_section(report, decision)));
  section.add(brief(std::move(gaps)));
  section.add(full(unseen_section(result, decision)));
  section.add(brief(shares_section(decision)));

  Section positivity{.heading = "Are there enough untreated people?"};
  positivity.add(brief(Warnings{.items = texts(decision.notices), .limit = kListedWarnings}));
  positivity.add(brief(Paragraph{positivity_sentence(decision)}));
  positivity.add(brief(positivity_table(decision)));
  section.add(brief(std::move(positivity)));
  return section;
}

Section excluded_section(const Report& report) {
  Section section{.heading = "Groups that the summaries leave out", .id = "excluded"};
  List list{.items = excluded_sentences(report), .limit = kListedGroups, .noun = "group"};
  if (list.items.empty()) return section;
  section.add(
      full(Paragraph{"A group without a rate takes part in no gap. That says nothing about how it "
                     "fares."}));
  section.add(brief(std::move(list)));
  return section;
}

Section differences_section(const Report& report) {
  Section section{.heading = "Decisions compared", .id = "differences"};
  if (report.differences.empty()) return section;
  section.add(full(Paragraph{
      "The same people under two decisions. Above 0: the gaps of the first are larger. An interval "
      "on both sides of 0 leaves open which one has the larger gaps."}));
  section.add(brief(differences_table(report)));
  return section;
}

Section small_groups_section(const Report& report) {
  Section section{.heading = "Small groups", .id = "small-groups"};
  for (const Report::SmallGroups& small : report.small_groups) {
    section.add(brief(Warnings{.items = texts(small.notices)}));
    section.add(brief(Paragraph{small_groups_sentence(small)}));
    section.add(brief(small_groups_table(small)));
  }
  return section;
}

Section models(const result::Result& result) {
  ModelGroup all;
  for (const result::ModelReport& model : result.models) all.models.push_back(&model);
  return models_section(
      "Can the models be believed?",
      {"The treatment model says how likely a person was to be treated, given group, covariates "
       "and decision. Untreated people who resemble the treated count for more, so that they stand "
       "for them as well.",
       "A believable model has points near the dashed line, where predicted and observed are equal "
       "(the upright bars are 95 % intervals). Untreated people are needed wherever treated ones "
       "are: where the treated stand alone, nobody shows what would have happened to them."},
      {all});
}

}  // namespace

void write_counterfactual(const result::Result& result, Document& document) {
  if (!result.counterfactual) return;
  const Report& report = *result.counterfactual;
  document.add(brief(summary(report, result)));
  std::size_t number = 0;
  for (const Report::Decision& decision : report.decisions) {
    document.add(brief(decision_section(result, report, decision, ++number)));
  }
  document.add(brief(excluded_section(report)));
  document.add(brief(differences_section(report)));
  document.add(brief(small_groups_section(report)));
  document.add(brief(models(result)));
  document.add(brief(assumptions_section()));
  document.add(full(counterfactual_guide(report)));
}

}  // namespace faultline::report
