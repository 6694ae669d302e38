#include "faultline/simulate/fair_data.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/rng/draw.hpp"
#include "faultline/simulate/columns.hpp"
#include "faultline/simulate/semi_synthetic.hpp"

namespace faultline::simulate {
namespace {

double expit(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

FairData::FairData(const data::Table& covariates, const std::string& protected_attribute,
                   double weight_sd, std::uint64_t seed, std::uint32_t replicate)
    : columns_(categorical_columns(covariates)), weights_(columns_.size()) {
  if (!protected_attribute.empty()) {
    (void)covariates.categorical(
        protected_attribute);  // throws with the nearest name when it is not there
  }
  rng::Stream weights = stream_for(seed, replicate, kWeights);
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    const data::Attribute& attribute = columns_[a]->attribute;
    weights_[a].assign(attribute.labels.size(), 0.0);
    if (attribute.name == protected_attribute) continue;
    for (double& weight : weights_[a]) weight = weight_sd * rng::normal(weights);
  }
  const auto rows = static_cast<std::size_t>(covariates.rows());
  rng::Stream true_noise = stream_for(seed, replicate, kTrueNoise);
  rng::Stream predict_noise = stream_for(seed, replicate, kPredictNoise);
  rng::Stream outcome = stream_for(seed, replicate, kOutcome);
  true_noise_.reserve(rows);
  predict_noise_.reserve(rows);
  outcome_.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    true_noise_.push_back(rng::normal(true_noise));
    predict_noise_.push_back(rng::normal(predict_noise));
    outcome_.push_back(rng::uniform(outcome));
  }
}

Person FairData::person(std::size_t row, const SemiSyntheticOptions& options,
                        const Injection* injection) const {
  double log_odds = options.sigma_true * true_noise_[row];
  for (std::size_t a = 0; a < columns_.size(); ++a)
    log_odds += weights_[a][columns_[a]->codes[row]];
  double true_log_odds = log_odds;
  double predicted_log_odds = log_odds + options.sigma_predict * predict_noise_[row];
  if (injection != nullptr && injection->log_odds) {
    true_log_odds += injection->delta - injection->mu_suf;
    predicted_log_odds += injection->delta + injection->mu_sep;
  }
  Person person;
  person.truth = expit(true_log_odds);
  person.prediction = expit(predicted_log_odds);
  if (injection != nullptr && !injection->log_odds) {
    person.truth += injection->delta - injection->mu_suf;
    person.prediction += injection->delta + injection->mu_sep;
  }
  person.truth = std::clamp(person.truth, options.clip, 1 - options.clip);
  person.prediction = std::clamp(person.prediction, options.clip, 1 - options.clip);
  person.outcome = outcome_[row] < person.truth;
  person.decision = person.prediction >= options.threshold;
  return person;
}

}  // namespace faultline::simulate
