#include "faultline/report/methods/check/plain_words.hpp"

#include <array>

#include "faultline/report/methods/metrics/words.hpp"

namespace faultline::report {
namespace {

// In the order of RateName.
constexpr std::array<std::string_view, result::kRateNames.size()> kPlainRates{
    "People with the outcome",
    "Flagged, whatever happened",
    "Flagged without the outcome",
    "Missed with the outcome",
    "Flagged with the outcome",
    "Left alone without the outcome",
    "Flags that came true",
    "Not flagged, and rightly",
    "Flags that were wrong",
    "Not flagged, and wrongly",
    "Right decisions",
    "Right decisions, both outcomes counted alike",
    "Flags that came true and outcomes that were flagged",
    "Error of the predictions",
    "Error of the predictions, confident mistakes counted most",
    "Predictions on average",
    "Predictions against what happened",
    "Spread of the predictions",
    "How well predictions rank people",
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
      return {.title = "Flagged without the outcome",
              .among = "people without the outcome",
              .event = "were flagged"};
    case result::CostMetric::fnr:
      return {.title = "Missed with the outcome",
              .among = "people with the outcome",
              .event = "were not flagged"};
    case result::CostMetric::zero_one:
      return {.title = "Wrong decisions", .among = kAllPeople, .event = "were decided on wrongly"};
    case result::CostMetric::generalised_zero_one:
      return {.title = "Distance of predictions from what happened",
              .before = "On average, predictions missed what happened by ",
              .after = " percentage points",
              .again = "by "};
    case result::CostMetric::mse:
      return {.title = "Error of the predictions",
              .before = "The mean squared error of the predictions is "};
  }
  return {};
}

}  // namespace faultline::report
