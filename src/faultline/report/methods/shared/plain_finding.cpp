#include "faultline/report/methods/shared/plain_finding.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using enum result::Criterion;

constexpr const char* kHad = " who had the outcome";
constexpr const char* kHadNot = " who did not have the outcome";
constexpr const char* kFlagged = " who were flagged";
constexpr const char* kNotFlagged = " who were not flagged";
constexpr const char* kEqual = " with the same predictions";

// In the order of the enum.
constexpr std::array kPlain{
    PlainCriterion{balance_negative, kHadNot, "", "", "Higher predictions without the outcome",
                   "Lower predictions without the outcome"},
    PlainCriterion{balance_positive, kHad, "", "", "Higher predictions with the outcome",
                   "Lower predictions with the outcome"},
    PlainCriterion{fpr, kHadNot, "were flagged", "", "Flagged more often without the outcome",
                   "Flagged less often without the outcome"},
    PlainCriterion{tnr, kHadNot, "were not flagged", "",
                   "Left alone more often without the outcome",
                   "Left alone less often without the outcome"},
    PlainCriterion{tpr, kHad, "were flagged", "", "Flagged more often with the outcome",
                   "Flagged less often with the outcome"},
    PlainCriterion{fnr, kHad, "were not flagged", "", "Missed more often with the outcome",
                   "Missed less often with the outcome"},
    PlainCriterion{calibration, "", "had the outcome", kEqual,
                   "Outcome more frequent than among others with the same predictions",
                   "Outcome less frequent than among others with the same predictions"},
    PlainCriterion{calibration_negative, "", "did not have the outcome", kEqual,
                   "Outcome absent more often than among others with the same predictions",
                   "Outcome absent less often than among others with the same predictions"},
    PlainCriterion{ppv, kFlagged, "had the outcome", "", "Flags come true more often",
                   "Flags come true less often"},
    PlainCriterion{fdr, kFlagged, "did not have the outcome", "", "Flags are wrong more often",
                   "Flags are wrong less often"},
    PlainCriterion{for_, kNotFlagged, "had the outcome", "",
                   "Outcome more frequent among people who were not flagged",
                   "Outcome less frequent among people who were not flagged"},
    PlainCriterion{npv, kNotFlagged, "did not have the outcome", "",
                   "Outcome absent more often among people who were not flagged",
                   "Outcome absent less often among people who were not flagged"},
    PlainCriterion{separation_scores, "", "", " with the same outcomes",
                   "Higher predictions at equal outcomes", "Lower predictions at equal outcomes"},
    PlainCriterion{separation_decisions, "", "were flagged", " with the same outcomes",
                   "Flagged more often at equal outcomes", "Flagged less often at equal outcomes"},
    PlainCriterion{sufficiency_scores, "", "had the outcome", kEqual,
                   "Outcome more frequent than among others with the same predictions",
                   "Outcome less frequent than among others with the same predictions"},
    PlainCriterion{sufficiency_decisions, "", "had the outcome", " with the same decisions",
                   "Outcome more frequent than among others with the same decisions",
                   "Outcome less frequent than among others with the same decisions"},
};

constexpr const char* kPositive = " who had a positive decision";
constexpr const char* kNegative = " who had a negative decision";

// In place of those above that speak of flags, where a positive decision is what people want.
constexpr std::array kPlainWanted{
    PlainCriterion{fpr, kHadNot, "had a positive decision", "",
                   "More positive decisions without the outcome",
                   "Fewer positive decisions without the outcome"},
    PlainCriterion{tnr, kHadNot, "had a negative decision", "",
                   "More negative decisions without the outcome",
                   "Fewer negative decisions without the outcome"},
    PlainCriterion{tpr, kHad, "had a positive decision", "",
                   "More positive decisions with the outcome",
                   "Fewer positive decisions with the outcome"},
    PlainCriterion{fnr, kHad, "had a negative decision", "",
                   "More negative decisions with the outcome",
                   "Fewer negative decisions with the outcome"},
    PlainCriterion{ppv, kPositive, "had the outcome", "",
                   "Outcome more frequent after a positive decision",
                   "Outcome less frequent after a positive decision"},
    PlainCriterion{fdr, kPositive, "did not have the outcome", "",
                   "Outcome absent more often after a positive decision",
                   "Outcome absent less often after a positive decision"},
    PlainCriterion{for_, kNegative, "had the outcome", "",
                   "Outcome more frequent after a negative decision",
                   "Outcome less frequent after a negative decision"},
    PlainCriterion{npv, kNegative, "did not have the outcome", "",
                   "Outcome absent more often after a negative decision",
                   "Outcome absent less often after a negative decision"},
    PlainCriterion{separation_decisions, "", "had a positive decision", " with the same outcomes",
                   "More positive decisions at equal outcomes",
                   "Fewer positive decisions at equal outcomes"},
};

constexpr bool plain_in_order() {
  for (std::size_t i = 0; i < kPlain.size(); ++i) {
    if (kPlain.at(i).criterion != static_cast<result::Criterion>(i)) return false;
  }
  return kPlain.back().criterion == sufficiency_decisions;
}
static_assert(plain_in_order());

/// "people with another race (with the same predictions and alike in sex and age)"; `alike`: what
/// else they have in common.
std::string comparable(const result::Finding& finding, const char* alike) {
  const result::ProtectedClass& who = *finding.protected_class;
  const bool one_column = who.columns.size() <= 1 && !who.attribute.empty();
  std::string text = who.against  ? fmt::format("people with {}", *who.against)
                     : one_column ? fmt::format("people with another {}", who.attribute)
                                  : "people outside this class";
  if (finding.comparable_in.empty()) return text + alike;
  const std::string covariates = covariate_words(finding.comparable_in);
  return *alike == '\0' ? fmt::format("{} (alike in {})", text, covariates)
                        : fmt::format("{} ({} and alike in {})", text,
                                      std::string_view(alike).substr(1), covariates);
}

/// Under 1 % of a class who are left out change nothing that is said of the rest. Of warnings a
/// result keeps the text alone, which has their share.
bool is_slight(const result::Finding& finding, const std::string& warning) {
  return finding.not_compared && warning.find(" (0.") != std::string::npos &&
         warning.find(" no comparable counterpart") != std::string::npos;
}

}  // namespace

const PlainCriterion& plain_criterion(result::Criterion criterion, bool wanted) {
  if (wanted) {
    for (const PlainCriterion& plain : kPlainWanted) {
      if (plain.criterion == criterion) return plain;
    }
  }
  return kPlain.at(static_cast<std::size_t>(criterion));
}

std::string plain_subject(const result::Finding& finding) {
  std::vector<std::string> conditions;
  if (finding.protected_class) conditions.push_back(class_words(*finding.protected_class));
  for (const auto& [attribute, labels] : *finding.subgroup) {
    conditions.push_back(
        fmt::format("{} = {}", attribute, join_words(labels, labels.size(), "or")));
  }
  if (conditions.empty()) return fmt::format("all {}", people(finding.n));
  return fmt::format("{} with {}", people(finding.n), join_words(conditions, conditions.size()));
}

std::string plain_title(const result::Finding& finding, bool wanted) {
  const bool higher = finding.direction == result::Direction::higher;
  if (!finding.protected_class && !finding.ijdi) {
    return higher ? "Outcome more frequent than predicted" : "Outcome less frequent than predicted";
  }
  const PlainCriterion& plain = plain_criterion(finding.metric, wanted);
  return higher ? plain.more : plain.less;
}

std::string plain_sentence(const result::Finding& finding, bool wanted) {
  if (!finding.subgroup) {
    const std::string who =
        finding.protected_class
            ? fmt::format("people with {}", class_words(*finding.protected_class))
            : "anybody";
    if (finding.verdict == result::Verdict::not_comparable)
      return fmt::format("There is hardly anybody to compare {} with.", who);
    return finding.protected_class ? fmt::format("Of {}, nobody stands out.", who)
                                   : "Nobody stands out.";
  }
  if (!finding.protected_class) {
    return fmt::format("Of {}, {} had the outcome. Their predictions say {}.",
                       plain_subject(finding), percent(finding.observed),
                       percent(finding.expected));
  }
  const PlainCriterion& plain = plain_criterion(finding.metric, wanted);
  const bool incomparable = finding.verdict == result::Verdict::not_comparable;
  const char* compared = !finding.not_compared || incomparable ? ""
                         : *plain.whom == '\0'                 ? " who can be compared with others"
                                                               : " and can be compared with others";
  const std::string who = fmt::format("{}{}{}", plain_subject(finding), plain.whom, compared);
  const bool mean = *plain.event == '\0';
  const std::string observed =
      mean ? fmt::format("The mean prediction for {} is {}.", who, percent(finding.observed))
           : fmt::format("Of {}, {} {}.", who, percent(finding.observed), plain.event);
  if (incomparable) return observed + " There is hardly anybody to compare them with.";
  return fmt::format("{} Among comparable {}, {}{} would be expected{}.", observed,
                     comparable(finding, plain.alike), mean ? "a mean of " : "",
                     percent(finding.expected), few_people_words(finding));
}

/// What would undermine it stands beside it.
std::string doubt(const result::Finding& finding) {
  std::vector<std::string> list = texts(finding.warnings, result::NoticeKind::warning);
  std::erase_if(list, [&finding](const std::string& text) { return is_slight(finding, text); });
  if (list.empty() || !finding.subgroup) return "";
  const std::string text = fmt::format(" But {}", inside_sentence(join_sentences(list)));
  return text.ends_with('.') ? text : text + ".";
}

std::string chance_words(std::optional<result::Verdict> verdict,
                         std::optional<double> p_value_adjusted) {
  if (verdict != result::Verdict::evidence || !p_value_adjusted) return "";
  return fmt::format(" Chance alone would show something this clear {}.",
                     how_often(*p_value_adjusted));
}

}  // namespace faultline::report
