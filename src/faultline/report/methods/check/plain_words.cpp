#include "faultline/report/methods/check/plain_words.hpp"

#include <array>

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

constexpr bool plain_in_order() {
  for (std::size_t i = 0; i < kPlain.size(); ++i) {
    if (kPlain.at(i).criterion != static_cast<result::Criterion>(i)) return false;
  }
  return kPlain.back().criterion == sufficiency_decisions;
}
static_assert(plain_in_order());

// In the order of RateName.
constexpr std::array<std::string_view, result::kRateNames.size()> kPlainRates{
    "People with the outcome",
    "Flagged at all",
    "Flagged without the outcome",
    "Missed with the outcome",
    "Flagged with the outcome",
    "Left alone without the outcome",
    "Flags that came true",
    "Left alone and without the outcome",
    "Flags that were wrong",
    "Left alone and with the outcome",
    "Right decisions",
    "Right decisions, both outcomes counted alike",
    "Flags that came true and outcomes that were flagged",
    "Error of the predictions",
    "Error of the predictions, confident mistakes counted most",
    "Predictions on average",
    "Predictions against what happened",
    "Spread of the predictions",
    "Who is predicted above whom",
};

}  // namespace

const PlainCriterion& plain_criterion(result::Criterion criterion) {
  return kPlain.at(static_cast<std::size_t>(criterion));
}

std::string plain_title(const result::Finding& finding) {
  const bool higher = finding.direction == result::Direction::higher;
  if (!finding.protected_class) {
    return higher ? "Outcome more frequent than predicted" : "Outcome less frequent than predicted";
  }
  const PlainCriterion& plain = plain_criterion(finding.metric);
  return higher ? plain.more : plain.less;
}

std::string_view plain_rate(result::RateName rate) {
  return kPlainRates.at(static_cast<std::size_t>(rate));
}

std::string_view plain_measure(result::RateName rate) {
  switch (rate) {
    case result::RateName::brier:
      return "The mean squared error of the predictions";
    case result::RateName::log_loss:
      return "The mean surprise of what happened, given the predictions,";
    case result::RateName::mean_score:
      return "The mean prediction";
    case result::RateName::auc:
      return "The chance that somebody with the outcome is predicted above somebody without";
    default:
      return "";
  }
}

PlainCost plain_cost(result::CostMetric metric) {
  switch (metric) {
    case result::CostMetric::fpr:
      return {"Flagged without the outcome", "Of people without the outcome, those flagged are"};
    case result::CostMetric::fnr:
      return {"Missed with the outcome", "Of people with the outcome, those not flagged are"};
    case result::CostMetric::zero_one:
      return {"Wrong decisions", "Wrong decisions are"};
    case result::CostMetric::generalised_zero_one:
      return {"Distance of predictions from what happened",
              "The mean distance of prediction and outcome is"};
    case result::CostMetric::mse:
      return {"Error of the predictions", "The mean squared error is"};
  }
  return {};
}

}  // namespace faultline::report
