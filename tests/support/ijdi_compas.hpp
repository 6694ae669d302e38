#pragma once
// The people of reference/ijdi with the decisions of its scans: score above 0.5.

#include <filesystem>
#include <string>
#include <vector>

#include "support/ijdi_people.hpp"

namespace faultline::testing {

inline const std::vector<std::string> kIjdiGerman = {"under_25",   "sex",      "job",
                                                     "housing",    "savings",  "checking",
                                                     "credit_amt", "duration", "purpose"};

inline data::Profiles read_ijdi_people(const std::filesystem::path& path,
                                       const std::vector<std::string>& attributes) {
  data::Profiles profiles = ijdi_people(path, attributes);
  for (const double score : profiles.prediction) profiles.decision.push_back(score > 0.5 ? 1 : 0);
  return profiles;
}

}  // namespace faultline::testing
