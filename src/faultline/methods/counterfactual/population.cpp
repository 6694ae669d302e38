#include "faultline/methods/counterfactual/population.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {
namespace {

/// A number on the scale of its own spread over all people.
Population::Column standardised(const std::string& name, const std::vector<double>& values,
                                const std::vector<std::int64_t>& people) {
  math::CompensatedSum sum;
  math::CompensatedSum total;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum.add(values[i] * static_cast<double>(people[i]));
    total.add(static_cast<double>(people[i]));
  }
  Population::Column column{.name = name, .centre = sum.value() / total.value()};
  math::CompensatedSum squares;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double d = values[i] - column.centre;
    squares.add(d * d * static_cast<double>(people[i]));
  }
  const double deviation = std::sqrt(squares.value() / total.value());
  if (deviation > 0) column.scale = deviation;
  column.values.reserve(values.size());
  for (const double value : values) column.values.push_back((value - column.centre) / column.scale);
  return column;
}

struct Builder {
  const CounterfactualInput& input;
  const data::Profiles& profiles;
  Population& population;

  std::vector<int> grouping{};     // protected attributes, positions among the attributes
  std::vector<int> categorical{};  // covariates, likewise
  std::vector<int> numeric{};      // covariates, positions among the numbers

  void find_columns() {
    for (const std::string& name : input.protected_attributes) {
      const std::optional<int> at = position_of(profiles.attributes, name);
      if (!at) throw InternalError("no protected attribute '" + name + "'");
      grouping.push_back(*at);
      population.attributes.push_back(profiles.attributes[*at]);
    }
    for (const std::string& name : input.covariates) {
      const std::optional<int> at = position_of(profiles.attributes, name);
      const std::optional<int> number = position_of(profiles.number_names, name);
      if (at) {
        categorical.push_back(*at);
      } else if (number) {
        numeric.push_back(*number);
      } else {
        throw InternalError("no covariate '" + name + "'");
      }
    }
  }

  [[nodiscard]] Grouping form_groups() const {
    std::vector<std::vector<std::uint64_t>> words;
    words.reserve(grouping.size());
    for (const int attribute : grouping) words.push_back(words_of(profiles.codes[attribute]));
    Grouping groups = group_rows(profiles.size(), words);
    for (const std::int64_t example : groups.example) {
      std::vector<data::Code> codes;
      codes.reserve(grouping.size());
      for (const int attribute : grouping) codes.push_back(profiles.codes[attribute][example]);
      population.group_codes.push_back(std::move(codes));
    }
    return groups;
  }

  [[nodiscard]] Grouping form_cells(const std::vector<std::vector<double>>& propensity) const {
    std::vector<std::vector<std::uint64_t>> words;
    words.reserve(numeric.size());
    for (const int number : numeric) words.push_back(words_of(profiles.numbers[number]));
    for (const int attribute : categorical) words.push_back(words_of(profiles.codes[attribute]));
    words.push_back(words_of(input.treatment));
    words.push_back(words_of(profiles.outcome));
    for (const auto& decision : input.decisions) words.push_back(words_of(decision.made));
    for (const auto& column : propensity) words.push_back(words_of(column));
    return group_rows(profiles.size(), words);
  }

  void fill_cells(const Grouping& cells, const std::vector<std::vector<double>>& propensity) const {
    population.cell_people.assign(static_cast<std::size_t>(cells.groups()), 0);
    for (std::int64_t i = 0; i < profiles.size(); ++i) {
      population.cell_people[cells.group_of[i]] += profiles.count[i];
    }
    population.treated = values_at(input.treatment, cells.example);
    population.outcome = values_at(profiles.outcome, cells.example);
    for (const auto& decision : input.decisions) {
      population.decision.push_back(values_at(decision.made, cells.example));
      const std::vector<std::uint8_t>& made = population.decision.back();
      population.decision_column.emplace_back(made.begin(), made.end());
    }
    for (const auto& column : propensity) {
      population.propensity.push_back(values_at(column, cells.example));
    }
    for (const int attribute : categorical) {
      const data::Attribute& of = profiles.attributes[attribute];
      const std::vector<data::Code> codes = values_at(profiles.codes[attribute], cells.example);
      for (int v = 1; v < of.arity(); ++v) {
        Population::Column dummy{.name = fmt::format("{}={}", of.name, of.labels[v])};
        for (const data::Code code : codes) dummy.values.push_back(code == v ? 1 : 0);
        population.covariates.push_back(std::move(dummy));
      }
    }
    for (const int number : numeric) {
      population.covariates.push_back(
          standardised(profiles.number_names[number],
                       values_at(profiles.numbers[number], cells.example), population.cell_people));
    }
  }

  void form_rows(const Grouping& groups, const Grouping& cells) const {
    const Grouping rows =
        group_rows(profiles.size(), {words_of(cells.group_of), words_of(groups.group_of)});
    population.row_people.assign(static_cast<std::size_t>(rows.groups()), 0);
    population.group_people.assign(population.groups(), 0);
    for (std::int64_t i = 0; i < profiles.size(); ++i) {
      population.row_people[rows.group_of[i]] += profiles.count[i];
      population.group_people[groups.group_of[i]] += profiles.count[i];
    }
    population.row_cell = values_at(cells.group_of, rows.example);
    population.row_group = values_at(groups.group_of, rows.example);
    population.row_of_profile.assign(rows.group_of.begin(), rows.group_of.end());
  }

  void form_clusters() const {
    if (input.cluster.empty()) return;
    const Grouping clusters = group_rows(profiles.size(), {words_of(input.cluster)});
    population.clusters.resize(static_cast<std::size_t>(clusters.groups()));
    for (std::int64_t i = 0; i < profiles.size(); ++i) {
      population.clusters[clusters.group_of[i]].emplace_back(population.row_of_profile[i],
                                                             profiles.count[i]);
    }
  }
};

}  // namespace

std::string Population::text_of(std::span<const data::Code> codes) const {
  std::string text;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {}", attributes[a].name, attributes[a].labels[codes[a]]);
  }
  return text;
}

Population make_population(const CounterfactualInput& input,
                           const std::vector<std::vector<double>>& propensity) {
  const data::Profiles& profiles = input.profiles;
  const auto rows = static_cast<std::size_t>(profiles.size());
  bool sound = profiles.outcome.size() == rows && input.treatment.size() == rows &&
               (input.cluster.empty() || input.cluster.size() == rows) &&
               !input.decisions.empty() && !input.protected_attributes.empty();
  for (const auto& decision : input.decisions) sound = sound && decision.made.size() == rows;
  for (const auto& column : propensity) sound = sound && column.size() == rows;
  if (!sound) throw InternalError("a counterfactual audit got columns of different lengths");

  Population population;
  population.people = profiles.people();
  Builder builder{.input = input, .profiles = profiles, .population = population};
  builder.find_columns();
  const Grouping groups = builder.form_groups();
  const Grouping cells = builder.form_cells(propensity);
  builder.fill_cells(cells, propensity);
  builder.form_rows(groups, cells);
  builder.form_clusters();
  exchange_among(std::vector<std::uint8_t>(population.groups(), 1), population);
  return population;
}

void exchange_among(std::vector<std::uint8_t> groups, Population& population) {
  population.exchanged = std::move(groups);
  population.exchanged_cell.assign(population.cells(), 0);
  population.exchanged_people = 0;
  for (std::size_t r = 0; r < population.row_cell.size(); ++r) {
    if (!population.exchanged[population.row_group[r]]) continue;
    population.exchanged_cell[population.row_cell[r]] += population.row_people[r];
    population.exchanged_people += population.row_people[r];
  }
}

}  // namespace faultline::methods
