#pragma once
// The 6,172 COMPAS defendants of Boxer et al., Section 4, as profiles: five attributes, outcome,
// prediction from the decile score, decision decile >= 5. Values are named as in the reference
// tables ("1to5", "F").

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::testing {

inline const std::vector<std::string> kCompasAttributes = {"sex", "race", "under25", "priors",
                                                           "charge"};

inline data::InputOptions compas_input(const std::filesystem::path& path) {
  data::InputOptions input;
  input.path = path.string();
  input.where =
      "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' "
      "and score_text <> 'N/A'";
  input.derive = {"under25=case when age < 25 then 'Yes' else 'No' end",
                  "priors=case when priors_count = 0 then 'None' when priors_count <= 5 then "
                  "'1to5' else 'Over5' end",
                  "charge=c_charge_degree",
                  "high_risk=case when decile_score >= 5 then 1 else 0 end"};
  return input;
}

inline data::Profiles compas_profiles(const std::filesystem::path& path) {
  data::RoleOptions roles;
  roles.outcome = "two_year_recid";
  roles.risk_score = "decile_score";
  roles.decision = "high_risk";
  roles.attributes = kCompasAttributes;
  const sql::People people = sql::People::open(compas_input(path), roles);
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder);
  return std::move(builder).finish();
}

}  // namespace faultline::testing
