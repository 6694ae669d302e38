#include "faultline/simulate/examples.hpp"

#include <array>
#include <variant>

#include "faultline/simulate/counterfactual_population.hpp"
#include "faultline/simulate/demo.hpp"
#include "faultline/simulate/semi_synthetic.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::simulate {
namespace {

constexpr std::int64_t kExamplePeople = 6'000;

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

std::string treatment_csv() {
  // A small forest and few kinds of people: the world of the studies takes a minute to make.
  const CounterfactualPopulation population =
      counterfactual_population({.scenario = 2, .vectors = 2'000, .trees = 50});
  return to_csv(observed(draw_people(population, kExamplePeople, 1)));
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
      return to_csv(semi_synthetic_patients(kExamplePeople, {}).table);
    case Example::treatment:
      return treatment_csv();
  }
  return "";
}

std::string_view example_spec(Example example) {
  if (example == Example::treatment) {
    return R"({"command": "counterfactual", "outcome": "Y", "decision": ["S"], "treatment": "D",
 "protected": ["A1", "A2"], "covariates": ["X.1", "X.2", "X.3", "X.4"]})";
  }
  return R"({"command": "check", "outcome": "outcome", "score": "prediction",
 "decision": "decision", "protected": ["age_group"]})";
}

}  // namespace faultline::simulate
