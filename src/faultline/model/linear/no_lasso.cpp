// In place of lasso_logistic.cpp where there is no liblinear: WebAssembly.

#include "faultline/base/error.hpp"
#include "faultline/model/linear/lasso_logistic.hpp"

namespace faultline::model {

struct LassoLogistic::Problem {};

LassoLogistic::LassoLogistic(std::shared_ptr<const Features> features, double strength)
    : Learner(LearnerKind::logistic_l1, features->rows()),
      features_(std::move(features)),
      scaled_(*features_),
      strength_(strength) {
  throw ConfigError(
      "the L1-penalised logistic regression is not part of this build; choose another model");
}
LassoLogistic::~LassoLogistic() = default;

void LassoLogistic::learn(const TrainingRows& /*rows*/) {}
void LassoLogistic::means(std::span<const std::int64_t> /*rows*/, std::span<double> /*out*/) const {
}
void LassoLogistic::measure_violation() {}
bool LassoLogistic::converged() const { return false; }

}  // namespace faultline::model
