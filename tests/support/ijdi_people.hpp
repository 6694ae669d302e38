#pragma once
// The people of reference/ijdi as profiles: score p_hat0, true probability p, outcome y.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"

#include "faultline/data/table.hpp"

namespace faultline::testing {

inline const std::vector<std::string> kIjdiCompas = {"sex", "race", "under_25", "charge_degree",
                                                     "prior_offenses"};

inline data::Profiles ijdi_people(const std::filesystem::path& path,
                                  const std::vector<std::string>& attributes) {
  std::map<std::string, std::vector<std::string>> text;
  data::NumericColumn score{"score", {}};
  data::NumericColumn p{"p", {}};
  data::NumericColumn outcome{"y", {}};
  for (const CsvRow& row : read_csv_rows(path)) {
    for (const std::string& name : attributes) text[name].push_back(row.at(name));
    score.values.push_back(number(row, "p_hat0"));
    p.values.push_back(number(row, "p"));
    outcome.values.push_back(number(row, "y"));
  }
  data::Table table;
  for (const std::string& name : attributes) table.add(data::make_categorical(name, text[name]));
  table.add(score);
  table.add(p);
  table.add(outcome);
  data::ProfileRoles roles;
  roles.attributes = attributes;
  roles.prediction = "score";
  roles.numbers = {"p"};
  roles.outcome = "y";
  return data::make_profiles(table, roles);
}

}  // namespace faultline::testing
