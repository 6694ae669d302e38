#pragma once
// What a learner that was fitted to made-up people predicts for them.

#include <cstdint>
#include <vector>

#include "unit/model/feature_people.hpp"

#include "faultline/model/registry.hpp"

namespace faultline::model::testing {

inline std::vector<double> predictions(const LearnerOptions& options, const FeaturePeople& people,
                                       std::uint32_t substream = 0) {
  const auto predictor = make_learner(options, people.features, OutcomeKind::binary);
  predictor->fit({.people = people.everybody, .outcome = people.binary, .substream = substream});
  std::vector<double> out(people.everybody.size());
  predictor->predict(people.everybody, out);
  return out;
}

}  // namespace faultline::model::testing
