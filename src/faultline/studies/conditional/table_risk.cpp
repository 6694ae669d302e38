#include "faultline/studies/conditional/table_risk.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::studies {

data::Profiles with_risk_model(data::Profiles profiles, std::span<const std::string> predictors,
                               double threshold) {
  if (profiles.outcome.empty()) throw InputError("the risk model needs an outcome");
  model::Design design(profiles.size());
  for (const std::string& name : predictors) {
    const auto found =
        std::find_if(profiles.attributes.begin(), profiles.attributes.end(),
                     [&name](const data::Attribute& attribute) { return attribute.name == name; });
    if (found == profiles.attributes.end()) {
      throw InputError(fmt::format("the risk model's predictor '{}' is no attribute", name));
    }
    design.add(*found, profiles.codes[found - profiles.attributes.begin()]);
  }
  std::vector<double> people;
  std::vector<double> positive;
  for (std::size_t i = 0; i < profiles.count.size(); ++i) {
    const auto n = static_cast<double>(profiles.count[i]);
    people.push_back(n);
    positive.push_back(profiles.outcome[i] != 0 ? n : 0.0);
  }
  model::Logistic risk(design, {.ridge = 1.0, .standardise = false});
  risk.fit({.weight = people, .positive = positive, .people = people});
  std::vector<double> log_odds(people.size());
  risk.predict_log_odds(log_odds);
  profiles.prediction.clear();
  profiles.decision.clear();
  for (const double value : log_odds) {
    const double p = 1 / (1 + std::exp(-value));
    profiles.prediction.push_back(p);
    profiles.decision.push_back(p >= threshold ? 1 : 0);
  }
  return profiles;
}

}  // namespace faultline::studies
