#include "faultline/report/methods/check/plain_words.hpp"

#include <array>

namespace faultline::report {
namespace {

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
    "Outcomes on average",
    "Predictions too high or too low",
    "Size of the errors",
    "Size of the errors, large ones counted most",
};
static_assert(!kPlainRates.back().empty());

}  // namespace

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
