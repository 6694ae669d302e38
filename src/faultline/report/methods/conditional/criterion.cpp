#include "faultline/report/methods/conditional/criterion.hpp"

#include <array>

#include "faultline/report/methods/shared/front.hpp"

namespace faultline::report {
namespace {

using enum result::Criterion;

constexpr std::array kCriteria = {
    CriterionWords{balance_negative, "mean prediction without the outcome",
                   "among people without the outcome, how high is the mean prediction",
                   "without the outcome", "", ""},
    CriterionWords{balance_positive, "mean prediction with the outcome",
                   "among people with the outcome, how high is the mean prediction",
                   "with the outcome", "", ""},
    CriterionWords{fpr, "false positive rate",
                   "among people without the outcome, how many were flagged",
                   "of those without the outcome were flagged", "being flagged", ""},
    CriterionWords{tnr, "true negative rate",
                   "among people without the outcome, how many were not flagged",
                   "of those without the outcome were not flagged", "not being flagged", ""},
    CriterionWords{tpr, "true positive rate",
                   "among people with the outcome, how many were flagged",
                   "of those with the outcome were flagged", "being flagged", ""},
    CriterionWords{fnr, "false negative rate",
                   "among people with the outcome, how many were not flagged",
                   "of those with the outcome were not flagged", "not being flagged", ""},
    CriterionWords{calibration, "rate of the outcome at equal predictions",
                   "among people with the same prediction, how many had the outcome",
                   "had the outcome", "the outcome", "with the same predictions"},
    CriterionWords{calibration_negative, "rate of no outcome at equal predictions",
                   "among people with the same prediction, how many did not have the outcome",
                   "did not have the outcome", "no outcome", "with the same predictions"},
    CriterionWords{ppv, "positive predictive value",
                   "among people who were flagged, how many had the outcome",
                   "of those flagged had the outcome", "the outcome", ""},
    CriterionWords{fdr, "false discovery rate",
                   "among people who were flagged, how many did not have the outcome",
                   "of those flagged did not have the outcome", "no outcome", ""},
    CriterionWords{for_, "false omission rate",
                   "among people who were not flagged, how many had the outcome",
                   "of those not flagged had the outcome", "the outcome", ""},
    CriterionWords{npv, "negative predictive value",
                   "among people who were not flagged, how many did not have the outcome",
                   "of those not flagged did not have the outcome", "no outcome", ""},
    CriterionWords{separation_scores, "mean prediction at equal outcomes",
                   "among people with the same outcome, how high is the mean prediction", "", "",
                   "with the same outcomes"},
    CriterionWords{separation_decisions, "rate of positive decisions at equal outcomes",
                   "among people with the same outcome, how many were flagged", "were flagged",
                   "being flagged", "with the same outcomes"},
    CriterionWords{sufficiency_scores, "rate of the outcome at equal predictions",
                   "among people with the same prediction, how many had the outcome",
                   "had the outcome", "the outcome", "with the same predictions"},
    CriterionWords{sufficiency_decisions, "rate of the outcome at equal decisions",
                   "among people with the same decision, how many had the outcome",
                   "had the outcome", "the outcome", "with the same decisions"},
    CriterionWords{error, "error rate", "among people alike, how many were decided on wrongly",
                   "were decided on wrongly", "a wrong decision", ""},
    CriterionWords{brier, "Brier score",
                   "among people alike, how far are predictions from what happened, squared",
                   "was the mean squared distance", "a large squared distance", ""},
    CriterionWords{log_loss, "log loss",
                   "among people alike, how surprising is what happened, given the predictions",
                   "was the mean surprise", "a large surprise", ""},
};

// In place of those above that speak of flags, where a positive decision is what people want.
constexpr std::array kWanted = {
    CriterionWords{fpr, "false positive rate",
                   "among people without the outcome, how many had a positive decision",
                   "of those without the outcome had a positive decision", "a positive decision",
                   ""},
    CriterionWords{tnr, "true negative rate",
                   "among people without the outcome, how many had a negative decision",
                   "of those without the outcome had a negative decision", "a negative decision",
                   ""},
    CriterionWords{tpr, "true positive rate",
                   "among people with the outcome, how many had a positive decision",
                   "of those with the outcome had a positive decision", "a positive decision", ""},
    CriterionWords{fnr, "false negative rate",
                   "among people with the outcome, how many had a negative decision",
                   "of those with the outcome had a negative decision", "a negative decision", ""},
    CriterionWords{ppv, "positive predictive value",
                   "among people with a positive decision, how many had the outcome",
                   "of those with a positive decision had the outcome", "the outcome", ""},
    CriterionWords{fdr, "false discovery rate",
                   "among people with a positive decision, how many did not have the outcome",
                   "of those with a positive decision did not have the outcome", "no outcome", ""},
    CriterionWords{for_, "false omission rate",
                   "among people with a negative decision, how many had the outcome",
                   "of those with a negative decision had the outcome", "the outcome", ""},
    CriterionWords{npv, "negative predictive value",
                   "among people with a negative decision, how many did not have the outcome",
                   "of those with a negative decision did not have the outcome", "no outcome", ""},
    CriterionWords{separation_decisions, "rate of positive decisions at equal outcomes",
                   "among people with the same outcome, how many had a positive decision",
                   "had a positive decision", "a positive decision", "with the same outcomes"},
};

/// The table stands in the order of the enum, so a criterion without words does not compile.
constexpr bool in_order() {
  for (std::size_t i = 0; i < kCriteria.size(); ++i) {
    if (kCriteria.at(i).metric != static_cast<result::Criterion>(i)) return false;
  }
  return kCriteria.back().metric == log_loss;
}
static_assert(in_order());

}  // namespace

const CriterionWords& criterion(result::Criterion metric, bool wanted) {
  if (wanted) {
    for (const CriterionWords& words : kWanted) {
      if (words.metric == metric) return words;
    }
  }
  return kCriteria.at(static_cast<std::size_t>(metric));
}

bool decision_is_wanted(const result::Result& result) {
  return option_words(result, "harm") == "negative";
}

}  // namespace faultline::report
