#pragma once
// What a prediction costs a person, by several measures, and the mean cost of groups. FPR and FNR
// are the zero-one loss among people without and with the outcome; the generalised zero-one loss is
// |y - score|, its expectation if decisions were drawn from the scores; MSE is the squared error
// (the Brier score of a binary outcome).

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Predictions of one model for some people.
struct ModelPredictions {
  std::vector<double> outcome{};         // 0 or 1, or a number
  std::vector<double> score{};           // probability, or a number
  std::vector<std::uint8_t> decision{};  // by a DecisionRule; empty for numbers
  std::vector<std::int32_t> group{};
};

/// Which scores are a positive decision: those above the threshold, or at it too.
struct DecisionRule {
  double threshold = 0.5;
  bool strict = true;
  [[nodiscard]] bool operator()(double score) const {
    return strict ? score > threshold : score >= threshold;
  }
  friend bool operator==(const DecisionRule&, const DecisionRule&) = default;
};

/// Fills in the decisions.
void decide(ModelPredictions& predicted, const DecisionRule& rule = {});

/// Loss of person i; none when the metric does not look at him or her.
[[nodiscard]] std::optional<double> loss_of(CostMetric metric, const ModelPredictions& predicted,
                                            std::size_t i);

/// Mean loss of a group.
struct GroupCost {
  std::int64_t n = 0;
  double mean = 0;
  double variance = 0;  // of the losses, divided by n - 1; 0 with one person
  [[nodiscard]] double standard_error() const;
};

/// One per group, 0 .. groups - 1.
[[nodiscard]] std::vector<GroupCost> group_costs(CostMetric metric,
                                                 const ModelPredictions& predicted, int groups);

/// Difference of two groups' costs with a two-sided z-test.
struct Level {
  double difference = 0;
  double standard_error = 0;
  double z = 0;
  double p_value = 1;
};
/// None when a group has fewer than two people. A standard error of 0 with a difference gives
/// p = 0, without one p = 1.
[[nodiscard]] std::optional<Level> level(const GroupCost& a, const GroupCost& b);

/// Whether two models on the same people differ in the absolute difference between groups a and b
/// (supplement A): with Z(s) = s (difference of the first) - (difference of the second), the
/// absolute levels differ by the smaller |Z(s)| over s = +-1, so both have to be unlikely.
struct ModelComparison {
  double level_difference = 0;  // |first| - |second|
  double p_value = 1;           // the larger of the two
  double z[2] = {0, 0};         // statistics Z(s) for s = 1, -1
  double standard_error[2] = {0, 0};
};
[[nodiscard]] std::optional<ModelComparison> compare_models(CostMetric metric,
                                                            const ModelPredictions& first,
                                                            const ModelPredictions& second, int a,
                                                            int b);

}  // namespace faultline::methods
