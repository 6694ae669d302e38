#include "faultline/simulate/counterfactual_people.hpp"

#include <utility>

#include <fmt/format.h>

namespace faultline::simulate {
namespace {

data::NumericColumn numbers(std::string name, const std::vector<std::uint8_t>& values) {
  return {std::move(name), {values.begin(), values.end()}};
}

}  // namespace

data::Table to_table(const CounterfactualPeople& people) {
  data::Table table;
  std::vector<double> first;
  std::vector<double> second;
  for (const std::uint8_t group : people.group) {
    first.push_back(group >= 2 ? 1 : 0);
    second.push_back(group % 2);
  }
  table.add(data::NumericColumn{"A1", std::move(first)});
  table.add(data::NumericColumn{"A2", std::move(second)});
  for (std::size_t j = 0; j < people.covariates.size(); ++j) {
    table.add(data::NumericColumn{fmt::format("X.{}", j + 1), people.covariates[j]});
  }
  table.add(numbers("Y", people.outcome));
  table.add(numbers("D", people.treated));
  table.add(numbers("S", people.decision));
  if (!people.score.empty()) table.add(data::NumericColumn{"S_prob", people.score});
  table.add(numbers("Y0", people.untreated_outcome));
  table.add(numbers("Y1", people.treated_outcome));
  table.add(data::NumericColumn{"pi_true", people.propensity});
  return table;
}

CounterfactualTruth truth_of(const std::array<GroupSums, 4>& sums) {
  CounterfactualTruth truth;
  for (std::size_t g = 0; g < sums.size(); ++g) {
    const GroupSums& s = sums[g];
    truth.cfpr[g] = s.false_alarm / (1 - s.need);
    truth.cfnr[g] = s.missed_need / s.need;
    truth.observed_fnr[g] = s.missed_outcome / s.outcome;
    truth.observed_fpr[g] = (s.decision - (s.outcome - s.missed_outcome)) / (1 - s.outcome);
    truth.untreated_rate[g] = s.need;
    truth.decision_rate[g] = s.decision;
    truth.treated_rate[g] = s.treated;
  }
  for (std::size_t value = 0; value < 4; ++value) {  // A1 = 0, A1 = 1, A2 = 0, A2 = 1
    double alarms = 0;
    double without = 0;
    double missed = 0;
    double with = 0;
    for (std::size_t g = 0; g < sums.size(); ++g) {
      const std::size_t has = value < 2 ? g / 2 : g % 2;
      if (has != value % 2) continue;
      alarms += sums[g].share * sums[g].false_alarm;
      without += sums[g].share * (1 - sums[g].need);
      missed += sums[g].share * sums[g].missed_need;
      with += sums[g].share * sums[g].need;
    }
    truth.marginal_cfpr[value] = alarms / without;
    truth.marginal_cfnr[value] = missed / with;
  }
  return truth;
}

}  // namespace faultline::simulate
