#include "faultline/methods/sources/losses.hpp"

#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

/// Mean and variance of what is added.
class LossMoments {
 public:
  void add(double value) {
    values_.push_back(value);
    sum_.add(value);
  }
  [[nodiscard]] GroupCost finish() const {
    GroupCost cost;
    cost.n = static_cast<std::int64_t>(values_.size());
    if (cost.n == 0) return cost;
    cost.mean = sum_.value() / static_cast<double>(cost.n);
    math::CompensatedSum squares;
    for (const double value : values_) squares.add((value - cost.mean) * (value - cost.mean));
    if (cost.n > 1) cost.variance = squares.value() / static_cast<double>(cost.n - 1);
    return cost;
  }

 private:
  std::vector<double> values_;
  math::CompensatedSum sum_;
};

double two_sided(double statistic, double standard_error) {
  if (standard_error > 0) {
    return 2 * math::normal_upper_tail(std::abs(statistic) / standard_error);
  }
  return statistic == 0 ? 1 : 0;
}

}  // namespace

void decide(ModelPredictions& predicted, const DecisionRule& rule) {
  predicted.decision.clear();
  for (const double score : predicted.score) predicted.decision.push_back(rule(score) ? 1 : 0);
}

std::optional<double> loss_of(CostMetric metric, const ModelPredictions& predicted, std::size_t i) {
  const double y = predicted.outcome[i];
  const double error = predicted.score[i] - y;
  switch (metric) {
    case CostMetric::mse:
      return error * error;
    case CostMetric::generalised_zero_one:
      return std::abs(error);
    case CostMetric::zero_one:
      break;
    case CostMetric::fpr:
      if (y != 0) return std::nullopt;
      break;
    case CostMetric::fnr:
      if (y == 0) return std::nullopt;
      break;
  }
  return (predicted.decision[i] != 0) == (y != 0) ? 0.0 : 1.0;
}

double GroupCost::standard_error() const {
  return n > 0 ? std::sqrt(variance / static_cast<double>(n)) : 0;
}

std::vector<GroupCost> group_costs(CostMetric metric, const ModelPredictions& predicted,
                                   int groups) {
  std::vector<LossMoments> moments(static_cast<std::size_t>(groups));
  for (std::size_t i = 0; i < predicted.outcome.size(); ++i) {
    if (const auto loss = loss_of(metric, predicted, i)) moments[predicted.group[i]].add(*loss);
  }
  std::vector<GroupCost> costs;
  costs.reserve(moments.size());
  for (const LossMoments& of_group : moments) costs.push_back(of_group.finish());
  return costs;
}

std::optional<Level> level(const GroupCost& a, const GroupCost& b) {
  if (a.n < 2 || b.n < 2) return std::nullopt;
  Level result;
  result.difference = a.mean - b.mean;
  result.standard_error = std::hypot(a.standard_error(), b.standard_error());
  if (result.standard_error > 0) result.z = result.difference / result.standard_error;
  result.p_value = two_sided(result.difference, result.standard_error);
  return result;
}

std::optional<ModelComparison> compare_models(CostMetric metric, const ModelPredictions& first,
                                              const ModelPredictions& second, int a, int b) {
  if (first.outcome != second.outcome || first.group != second.group) {
    throw InternalError("two models can only be compared on the same people");
  }
  ModelComparison comparison;
  double differences[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    const double sign = k == 0 ? 1 : -1;
    LossMoments of_a;
    LossMoments of_b;
    for (std::size_t i = 0; i < first.outcome.size(); ++i) {
      const auto one = loss_of(metric, first, i);
      const auto other = loss_of(metric, second, i);
      if (!one || !other) continue;
      if (first.group[i] == a) of_a.add(sign * *one - *other);
      if (first.group[i] == b) of_b.add(sign * *one - *other);
    }
    const auto paired = level(of_a.finish(), of_b.finish());
    if (!paired) return std::nullopt;
    comparison.z[k] = paired->difference;
    comparison.standard_error[k] = paired->standard_error;
    const double p = paired->p_value;
    comparison.p_value = k == 0 ? p : std::max(comparison.p_value, p);
  }
  // Z(1) = first - second and Z(-1) = -first - second.
  differences[0] = (comparison.z[0] - comparison.z[1]) / 2;
  differences[1] = -(comparison.z[0] + comparison.z[1]) / 2;
  comparison.level_difference = std::abs(differences[0]) - std::abs(differences[1]);
  return comparison;
}

}  // namespace faultline::methods
