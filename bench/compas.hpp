#pragma once
// The COMPAS people of the golden values: 6,172 rows, five attributes, prediction from the decile
// score.

#include <string>

#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::bench {

inline search::BernoulliCells compas_cells(const std::string& path) {
  data::InputOptions input;
  input.path = path;
  input.where =
      "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' "
      "and score_text <> 'N/A'";
  input.derive = {"under_25=case when age < 25 then 'Yes' else 'No' end",
                  "priors=case when priors_count = 0 then 'None' when priors_count <= 5 then '1 to "
                  "5' else 'Over 5' end"};
  data::RoleOptions roles;
  roles.outcome = "two_year_recid";
  roles.risk_score = "decile_score";
  roles.attributes = {"sex", "race", "under_25", "priors", "c_charge_degree"};
  const sql::People people = sql::People::open(input, roles);
  search::BernoulliCellsBuilder builder(people.attributes(), true);
  people.stream(builder);
  return std::move(builder).finish();
}

}  // namespace faultline::bench
