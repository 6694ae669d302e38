#pragma once
// The people of a reference/counterfactual file, one profile each: protected A1 and A2, numeric
// covariates, outcome Y, treatment D, decision S.

#include <filesystem>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"

#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::testing {

struct CounterfactualPeople {
  data::Profiles profiles{};
  std::vector<std::uint8_t> treatment{};
  std::vector<std::uint8_t> decision{};

  [[nodiscard]] methods::CounterfactualInput input() const {
    return {.profiles = profiles,
            .protected_attributes = {"A1", "A2"},
            .covariates = profiles.number_names,
            .treatment = treatment,
            .decisions = {{.name = "S", .made = decision}}};
  }
};

inline CounterfactualPeople counterfactual_people(const std::filesystem::path& path) {
  CounterfactualPeople people;
  people.profiles.attributes = {{.name = "A1", .labels = {"0", "1"}},
                                {.name = "A2", .labels = {"0", "1"}}};
  people.profiles.codes.resize(2);
  people.profiles.number_names = {"X.1", "X.2", "X.3", "X.4"};
  people.profiles.numbers.resize(4);
  for (const CsvRow& row : read_csv_rows(path)) {
    people.profiles.codes[0].push_back(static_cast<data::Code>(number(row, "A1")));
    people.profiles.codes[1].push_back(static_cast<data::Code>(number(row, "A2")));
    for (std::size_t j = 0; j < 4; ++j) {
      people.profiles.numbers[j].push_back(number(row, people.profiles.number_names[j]));
    }
    people.profiles.outcome.push_back(static_cast<std::uint8_t>(number(row, "Y")));
    people.treatment.push_back(static_cast<std::uint8_t>(number(row, "D")));
    people.decision.push_back(static_cast<std::uint8_t>(number(row, "S")));
    people.profiles.count.push_back(1);
  }
  return people;
}

}  // namespace faultline::testing
