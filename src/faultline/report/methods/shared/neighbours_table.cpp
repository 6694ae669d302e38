#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"

namespace faultline::report {
namespace {

constexpr const char* kThis = "The subgroup found";

std::string rate_cell(const std::optional<double>& rate) { return rate ? percent(*rate) : kNone; }

std::string changed_condition(const result::Neighbour& neighbour) {
  return neighbour.value ? fmt::format("only {} = {}", neighbour.attribute, *neighbour.value)
                         : fmt::format("any {}", neighbour.attribute);
}

}  // namespace

Table neighbours_table(const result::Finding& finding) {
  if (finding.neighbours.empty() || !finding.subgroup) return {};
  const bool rates =
      std::any_of(finding.neighbours.begin(), finding.neighbours.end(),
                  [](const result::Neighbour& neighbour) { return neighbour.observed; });
  Table table{.caption =
                  "The score when the description changes by one condition: whether each "
                  "part of it is needed, and where it is worst. Only the subgroup found "
                  "was tested.",
              .columns = {{.head = "Subgroup", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "Score"}},
              .noun = "subgroup"};
  if (rates) {
    table.columns.push_back({.head = "Observed"});
    table.columns.push_back({.head = "Expected"});
  }
  const auto add = [&](const std::string& name, std::int64_t n, double value,
                       const std::optional<double>& observed,
                       const std::optional<double>& expected) -> Row& {
    std::vector<Cell> cells = {name, with_thousands(n), score(value)};
    if (rates) {
      cells.emplace_back(rate_cell(observed));
      cells.emplace_back(rate_cell(expected));
    }
    return table.add(std::move(cells));
  };
  add(kThis, finding.n, finding.score, finding.observed, finding.expected).weight =
      Row::Weight::strong;
  const result::Neighbour* previous = nullptr;
  for (const result::Neighbour& neighbour : finding.neighbours) {
    if (previous == nullptr || previous->value.has_value() != neighbour.value.has_value()) {
      table.groups.push_back({.title = neighbour.value
                                           ? "With one more condition, those that score "
                                             "highest"
                                           : "Without one of its conditions"});
    }
    previous = &neighbour;
    add(changed_condition(neighbour), neighbour.n, neighbour.score, neighbour.observed,
        neighbour.expected);
  }
  return table;
}

}  // namespace faultline::report
