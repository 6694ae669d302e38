#include "faultline/simulate/examples.hpp"

#include <array>
#include <variant>

#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/simulate/counterfactual_people.hpp"
#include "faultline/simulate/counterfactual_scenario.hpp"
#include "faultline/simulate/demo.hpp"
#include "faultline/simulate/semi_synthetic.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::simulate {
namespace {

constexpr std::int64_t kExamplePeople = 6'000;
constexpr std::uint64_t kExampleSeed = 1;
// Of the stream; no other generator of this purpose has it.
constexpr std::uint32_t kTreatedPeople = 90;
// About every third person is called positive.
constexpr double kExampleCutoff = 0.5;

/// What anybody could observe: without the columns that only a simulation knows.
data::Table observed(const CounterfactualPeople& people) {
  data::Table all = to_table(people);
  data::Table out;
  for (const auto& column : all.columns()) {
    const std::string& name = std::visit(
        [](const auto& one) -> const std::string& {
          if constexpr (requires { one.attribute; })
            return one.attribute.name;
          else
            return one.name;
        },
        column);
    if (name == "Y0" || name == "Y1" || name == "pi_true") continue;
    std::visit([&out](const auto& one) { out.add(one); }, column);
  }
  return out;
}

/// The world of the scenario, with decisions by a score that knows the covariates and no groups.
CounterfactualPeople treated_people() {
  const CounterfactualScenario scenario = counterfactual_scenario(2);
  CounterfactualPeople people;
  people.covariates.resize(kScenarioCovariates);
  rng::Stream stream(kExampleSeed, rng::Purpose::simulate, 0, kTreatedPeople);
  for (std::int64_t i = 0; i < kExamplePeople; ++i) {
    const std::size_t group = draw_group(scenario, stream);
    const Covariates x = draw_covariates(stream);
    double score = 0;
    for (const GroupParameters& one : scenario.groups) score += one.share * untreated_risk(one, x);
    const bool decision = score >= kExampleCutoff;
    const double propensity = treatment_chance(scenario.groups[group], x, decision);
    const bool untreated = rng::bernoulli(stream, untreated_risk(scenario.groups[group], x));
    const bool treated = rng::bernoulli(stream, propensity);
    const bool prevented = rng::bernoulli(stream, scenario.groups[group].strength);
    people.group.push_back(static_cast<std::uint8_t>(group));
    for (std::size_t j = 0; j < x.size(); ++j) people.covariates[j].push_back(x[j]);
    people.untreated_outcome.push_back(untreated ? 1 : 0);
    people.treated_outcome.push_back(untreated && !prevented ? 1 : 0);
    people.treated.push_back(treated ? 1 : 0);
    people.outcome.push_back(untreated && !(treated && prevented) ? 1 : 0);
    people.decision.push_back(decision ? 1 : 0);
    people.score.push_back(score);
    people.propensity.push_back(propensity);
  }
  return people;
}

}  // namespace

std::span<const describe::Word> words(Example) {
  using describe::word;
  static constexpr std::array<describe::Word, 3> kWords{
      {word(Example::patients, "patients",
            "6,000 invented patients, a model that predicts readmission, and one subgroup for "
            "which it is wrong"),
       word(Example::fair, "fair",
            "6,000 invented patients and a model that is right for everybody, so that nothing "
            "should be found"),
       word(Example::treatment, "treatment",
            "6,000 invented people some of whom were treated because of the decision, so that the "
            "model looks wrong where treatment helped")}};
  return kWords;
}

std::string example_csv(Example example) {
  switch (example) {
    case Example::patients:
      return to_csv(demo_data().table);
    case Example::fair:
      // No noise of the predictor: what it says is the truth.
      return to_csv(
          semi_synthetic_patients(kExamplePeople, {.seed = kExampleSeed, .sigma_predict = 0})
              .table);
    case Example::treatment:
      return to_csv(observed(treated_people()));
  }
  return "";
}

std::string_view example_spec(Example example) {
  if (example == Example::treatment) {
    return R"({"command": "counterfactual", "outcome": "Y", "decision": ["S"], "treatment": "D",
 "protected": ["A1", "A2"], "covariates": ["X.1", "X.2", "X.3", "X.4"]})";
  }
  if (example == Example::fair)
    return R"({"command": "scan", "outcome": "outcome", "score": "prediction"})";
  return R"({"command": "check", "outcome": "outcome", "score": "prediction",
 "decision": "decision", "protected": ["age_group"]})";
}

}  // namespace faultline::simulate
