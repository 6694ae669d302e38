#pragma once
// People as a counterfactual audit sees them. A group is an intersection of protected attributes
// that occurs. A cell holds the people who are alike in everything but their group: covariates,
// treatment, outcome, decisions, and propensities where these are held fixed. A row is the people
// of one cell in one group. Permuting the protected vector moves people between the rows of a cell;
// resampling changes the rows' counts. Cells and groups are numbered by their values, so nothing
// depends on the order in which people came.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::methods {

struct Population {
  struct Column {
    std::string name{};            // "age", "sex=Male"
    std::vector<double> values{};  // per cell; numbers standardised
    double centre = 0;             // of a number
    double scale = 1;
  };

  std::int64_t people = 0;
  std::vector<data::Attribute> attributes{};           // protected
  std::vector<std::vector<data::Code>> group_codes{};  // [group][attribute]
  std::vector<std::int64_t> group_people{};

  std::vector<Column> covariates{};
  std::vector<std::uint8_t> treated{};                 // per cell
  std::vector<std::uint8_t> outcome{};                 // per cell
  std::vector<std::vector<std::uint8_t>> decision{};   // [decision][cell]
  std::vector<std::vector<double>> decision_column{};  // the same, as a model's column
  std::vector<std::vector<double>> propensity{};       // [decision][cell]; empty: to be fitted
  std::vector<std::int64_t> cell_people{};

  std::vector<std::int32_t> row_cell{};  // ascending
  std::vector<std::int32_t> row_group{};
  std::vector<std::int64_t> row_people{};
  std::vector<std::int64_t> row_of_profile{};  // of the input
  // Who is drawn together: rows and people in them; empty: everybody alone.
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> clusters{};

  // Who takes part in permutations; see exchange_among().
  std::vector<std::uint8_t> exchanged{};       // per group
  std::vector<std::int64_t> exchanged_cell{};  // people of these groups, per cell
  std::int64_t exchanged_people = 0;

  [[nodiscard]] std::size_t groups() const { return group_codes.size(); }
  [[nodiscard]] std::size_t cells() const { return cell_people.size(); }
  [[nodiscard]] std::size_t decisions() const { return decision.size(); }
  /// "A1 = 0, A2 = 1".
  [[nodiscard]] std::string text_of(std::span<const data::Code> codes) const;
};

/// Propensities per decision and profile, or none. Throws InternalError when lengths differ or a
/// name is unknown.
[[nodiscard]] Population make_population(const CounterfactualInput& input,
                                         const std::vector<std::vector<double>>& propensity = {});

/// Permutations move people among these groups only (all, at first): a group that cannot be
/// estimated must not lend its people to groups that can.
void exchange_among(std::vector<std::uint8_t> groups, Population& population);

}  // namespace faultline::methods
