#include "cli/case_studies.hpp"

namespace faultline::cli {

CaseStudy compas_options(const std::string& path) {
  CaseStudy study;
  study.input.path = path;
  study.input.where =
      "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' "
      "and score_text <> 'N/A'";
  study.input.derive = {
      "under_25=case when age < 25 then 'Yes' else 'No' end",
      "priors=case when priors_count = 0 then 'None' when priors_count <= 5 then '1 to 5' else "
      "'Over 5' end",
      "high_risk=case when decile_score >= 5 then 1 else 0 end"};
  study.roles.outcome = "two_year_recid";
  study.roles.risk_score = "decile_score";
  study.roles.decision = "high_risk";
  study.roles.attributes = {"sex", "race", "under_25", "priors", "c_charge_degree"};
  return study;
}

}  // namespace faultline::cli
