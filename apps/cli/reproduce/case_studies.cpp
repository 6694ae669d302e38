#include "cli/reproduce/case_studies.hpp"

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

CaseStudy german_options(const std::string& path) {
  CaseStudy study;
  study.input.path = path;
  study.input.input_format = data::Format::csv;
  study.input.delimiter = " ";
  study.input.columns = {"checking",  "months",   "history",    "purpose",     "amount",
                         "savings",   "employed", "instalment", "personal",    "guarantor",
                         "residence", "property", "age",        "other_plans", "house",
                         "credits",   "job",      "dependants", "telephone",   "foreign_worker",
                         "class"};
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): texts too long for a line
  study.input.derive = {
      "age_group=case when age < 26 then 'under 26' else '26 or older' end",
      "housing=case house when 'A151' then 'rent' when 'A152' then 'own' when 'A153' then 'for "
      "free' end",
      "sex=case when personal in ('A92', 'A95') then 'female' when personal in ('A91', 'A93', "
      "'A94') then 'male' end",
      "marital=case when personal in ('A93', 'A95') then 'single' when personal in ('A91', 'A92', "
      "'A94') then 'not single' end",
      "credit_history=case when history in ('A30', 'A31', 'A32') then 'none/all paid' when history "
      "in ('A33', 'A34') then 'critical/delayed/other' end",
      "bad_risk=case when class = 2 then 1 else 0 end"};
  // NOLINTEND(bugprone-suspicious-missing-comma)
  study.roles.outcome = "bad_risk";
  study.roles.attributes = {"age_group", "housing", "sex", "marital", "credit_history"};
  return study;
}

}  // namespace faultline::cli
