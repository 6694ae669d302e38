#include "faultline/audit/sources/decomposition.hpp"

#include "faultline/base/error.hpp"

namespace faultline::audit {

void DecompositionSum::add(const PersonPredictions& person, double weight) {
  if (metric_ == CostMetric::mse) {
    const double bias = (person.mean - person.positive) * (person.mean - person.positive);
    sum_.noise += weight * person.noise_variance;
    sum_.bias += weight * bias;
    sum_.variance += weight * person.variance;
    sum_.cost += weight * (person.noise_variance + bias + person.variance);
    sum_.bayes_risk += weight * person.noise_variance;
    sum_.weight += weight;
    return;
  }
  if (metric_ == CostMetric::generalised_zero_one) {
    throw InternalError("the generalised zero-one loss has no such decomposition");
  }
  const double p = person.positive;
  const bool optimal = p > 0.5;
  const bool main = person.flagged > 0.5;
  const double bias = main == optimal ? 0 : 1;
  const double away = main ? 1 - person.flagged : person.flagged;
  const double variance = main == optimal ? away : -away;
  const double agrees = 2 * (optimal ? person.flagged : 1 - person.flagged) - 1;
  // Both outcomes, each with its share: only the classes that the metric looks at.
  for (const bool outcome : {false, true}) {
    if (metric_ == CostMetric::fpr && outcome) continue;
    if (metric_ == CostMetric::fnr && !outcome) continue;
    const double share = weight * (outcome ? p : 1 - p);
    const double missed = outcome != optimal ? 1 : 0;
    sum_.cost += share * (outcome ? 1 - person.flagged : person.flagged);
    sum_.noise += share * agrees * missed;
    sum_.bias += share * bias;
    sum_.variance += share * variance;
    sum_.bayes_risk += share * missed;
    sum_.weight += share;
  }
}

Decomposition DecompositionSum::finish() const {
  if (!(sum_.weight > 0)) return {};
  Decomposition result = sum_;
  for (double* value :
       {&result.cost, &result.noise, &result.bias, &result.variance, &result.bayes_risk}) {
    *value /= sum_.weight;
  }
  return result;
}

}  // namespace faultline::audit
