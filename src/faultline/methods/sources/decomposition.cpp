#include "faultline/methods/sources/decomposition.hpp"

#include "faultline/base/error.hpp"

namespace faultline::methods {

std::optional<PersonTerms> terms_of(CostMetric metric, const ObservedPerson& person) {
  const double y = person.outcome;
  PersonTerms terms;
  if (metric == CostMetric::mse) {
    const double m = person.predictions;
    terms.cost = (person.mean - y) * (person.mean - y) + person.variance * (m - 1) / m;
    terms.noise = (y - person.optimal) * (y - person.optimal);
    terms.bias =
        (person.mean - person.optimal) * (person.mean - person.optimal) - person.variance / m;
    terms.variance = person.variance;
    terms.missed = terms.noise;
    return terms;
  }
  if (metric == CostMetric::generalised_zero_one) {
    throw InternalError("the generalised zero-one loss has no such decomposition");
  }
  const bool outcome = y != 0;
  if (metric == CostMetric::fpr && outcome) return std::nullopt;
  if (metric == CostMetric::fnr && !outcome) return std::nullopt;
  const bool optimal = person.optimal > 0.5;
  const bool main = person.flagged > 0.5;
  const double away = main ? 1 - person.flagged : person.flagged;
  terms.missed = outcome != optimal ? 1 : 0;
  terms.cost = outcome ? 1 - person.flagged : person.flagged;
  terms.noise = (2 * (optimal ? person.flagged : 1 - person.flagged) - 1) * terms.missed;
  terms.bias = main == optimal ? 0 : 1;
  terms.variance = main == optimal ? away : -away;
  return terms;
}

void DecompositionSum::add(const PersonTerms& terms, double weight) {
  sum_.cost += weight * terms.cost;
  sum_.noise += weight * terms.noise;
  sum_.bias += weight * terms.bias;
  sum_.variance += weight * terms.variance;
  sum_.bayes_risk += weight * terms.missed;
  sum_.weight += weight;
}

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
  // Both outcomes, each with its probability: only the classes that the metric looks at.
  for (const double outcome : {0.0, 1.0}) {
    const double share = outcome != 0 ? person.positive : 1 - person.positive;
    const auto terms = terms_of(
        metric_, {.outcome = outcome, .optimal = person.positive, .flagged = person.flagged});
    if (terms) add(*terms, weight * share);
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

}  // namespace faultline::methods
