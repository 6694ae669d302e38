#include "faultline/model/linear/platt.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

// A sum of labels this close to a whole number is a count of people with label 1.
constexpr double kWhole = 1e-6;

}  // namespace

Split split_fold(std::span<const double> weight, std::span<const double> positive,
                 std::span<const double> people, int fold) {
  Split split{.held_weight = std::vector<double>(weight.size(), 0.0),
              .held_positive = std::vector<double>(weight.size(), 0.0),
              .kept_weight = {weight.begin(), weight.end()},
              .kept_positive = {positive.begin(), positive.end()},
              .kept_people = {people.begin(), people.end()}};
  std::int64_t before = 0;  // people of earlier rows
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (!(weight[i] > 0)) continue;
    const auto n = static_cast<std::int64_t>(people[i]);
    const double ones = people[i] * positive[i] / weight[i];  // the first `ones` people
    const std::int64_t first = ((fold - before) % kFolds + kFolds) % kFolds;
    std::int64_t held = 0;
    double held_ones = 0;
    if (first < n) {
      held = (n - first - 1) / kFolds + 1;
      // Held are first, first + kFolds, ...; those before `whole` have label 1.
      const auto whole = static_cast<std::int64_t>(std::llround(ones));
      const std::int64_t ones_held = whole > first ? (whole - first - 1) / kFolds + 1 : 0;
      held_ones = static_cast<double>(ones_held);
    }
    // Shares: everybody's label is the row's, or small rows would be held out against themselves
    // (the one person of the fraction here, the others there), which flattens the scale.
    if (std::abs(ones - std::round(ones)) > kWhole) {
      held_ones = static_cast<double>(held) * ones / people[i];
    }
    before += n;
    if (held == 0) continue;
    const double per_person = weight[i] / people[i];
    if (held == n) {
      split.held_weight[i] = weight[i];
      split.held_positive[i] = positive[i];
      split.kept_weight[i] = split.kept_positive[i] = split.kept_people[i] = 0;
      continue;
    }
    split.held_weight[i] = per_person * static_cast<double>(held);
    split.held_positive[i] = std::min(per_person * held_ones, split.held_weight[i]);
    split.kept_people[i] = static_cast<double>(n - held);
    split.kept_weight[i] = per_person * split.kept_people[i];
    split.kept_positive[i] =
        std::clamp(positive[i] - split.held_positive[i], 0.0, split.kept_weight[i]);
  }
  return split;
}

PlattScale fit_platt(std::span<const double> margin, std::span<const double> weight,
                     std::span<const double> positive) {
  Design design(std::ssize(margin));
  design.add("margin", margin);
  Logistic logistic(design, {.ridge = 0});
  logistic.fit({.weight = weight, .positive = positive});
  if (logistic.separated()) {
    return {.warnings = {data::Notice::warning(
                "The cross-validated predictions tell the labels apart without error, so they "
                "could not be scaled and are taken as they are.")}};
  }
  const auto b = logistic.coefficients();
  if (b[1] > 0) return {.intercept = b[0], .slope = b[1]};
  double total = 0;
  double ones = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    total += weight[i];
    ones += positive[i];
  }
  return {.intercept = log_odds(ones / total),
          .slope = 0,
          .warnings = {data::Notice::warning(
              "The cross-validated predictions say nothing about the labels, so everybody gets "
              "the overall rate.")}};
}

}  // namespace faultline::model
