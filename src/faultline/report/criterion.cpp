#include "faultline/report/criterion.hpp"

#include <algorithm>
#include <array>

namespace faultline::report {
namespace {

constexpr std::array kCriteria = {
    Criterion{"balance-negative", "mean prediction without the outcome",
              "among people without the outcome, how high is the mean prediction",
              "without the outcome", "", ""},
    Criterion{"balance-positive", "mean prediction with the outcome",
              "among people with the outcome, how high is the mean prediction", "with the outcome",
              "", ""},
    Criterion{"fpr", "false positive rate",
              "among people without the outcome, how many were flagged",
              "of those without the outcome were flagged", "being flagged", ""},
    Criterion{"tnr", "true negative rate",
              "among people without the outcome, how many were not flagged",
              "of those without the outcome were not flagged", "not being flagged", ""},
    Criterion{"tpr", "true positive rate", "among people with the outcome, how many were flagged",
              "of those with the outcome were flagged", "being flagged", ""},
    Criterion{"fnr", "false negative rate",
              "among people with the outcome, how many were not flagged",
              "of those with the outcome were not flagged", "not being flagged", ""},
    Criterion{"calibration", "rate of the outcome at equal predictions",
              "among people with the same prediction, how many had the outcome", "had the outcome",
              "the outcome", "with the same predictions"},
    Criterion{"calibration-negative", "rate of no outcome at equal predictions",
              "among people with the same prediction, how many did not have the outcome",
              "did not have the outcome", "no outcome", "with the same predictions"},
    Criterion{"ppv", "positive predictive value",
              "among people who were flagged, how many had the outcome",
              "of those flagged had the outcome", "the outcome", ""},
    Criterion{"fdr", "false discovery rate",
              "among people who were flagged, how many did not have the outcome",
              "of those flagged did not have the outcome", "no outcome", ""},
    Criterion{"for", "false omission rate",
              "among people who were not flagged, how many had the outcome",
              "of those not flagged had the outcome", "the outcome", ""},
    Criterion{"npv", "negative predictive value",
              "among people who were not flagged, how many did not have the outcome",
              "of those not flagged did not have the outcome", "no outcome", ""},
    Criterion{"separation-scores", "mean prediction at equal outcomes",
              "among people with the same outcome, how high is the mean prediction", "", "",
              "with the same outcomes"},
    Criterion{"separation-decisions", "rate of being flagged at equal outcomes",
              "among people with the same outcome, how many were flagged", "were flagged",
              "being flagged", "with the same outcomes"},
    Criterion{"sufficiency-scores", "rate of the outcome at equal predictions",
              "among people with the same prediction, how many had the outcome", "had the outcome",
              "the outcome", "with the same predictions"},
    Criterion{"sufficiency-decisions", "rate of the outcome at equal decisions",
              "among people with the same decision, how many had the outcome", "had the outcome",
              "the outcome", "with the same decisions"},
};

constexpr Criterion kAny{"", "rate", "how frequent is the event", "had the event", "the event", ""};

}  // namespace

const Criterion& criterion(std::string_view metric) {
  const auto* const found =
      std::find_if(kCriteria.begin(), kCriteria.end(),
                   [&](const Criterion& candidate) { return candidate.metric == metric; });
  return found == kCriteria.end() ? kAny : *found;
}

}  // namespace faultline::report
