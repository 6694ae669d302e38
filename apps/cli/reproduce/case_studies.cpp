#include "cli/reproduce/case_studies.hpp"

#include <utility>

#include "faultline/sql/people.hpp"

namespace faultline::cli {
namespace {

/// Statlog's file with the names of its columns.
CaseStudy raw_german(const std::string& path) {
  CaseStudy study;
  study.input.path = path;
  study.input.input_format = data::Format::csv;
  study.input.delimiter = " ";
  study.input.columns = {"checking",  "months",   "history",    "purpose",     "amount",
                         "savings",   "employed", "instalment", "personal",    "guarantor",
                         "residence", "property", "age",        "other_plans", "house",
                         "credits",   "job",      "dependants", "telephone",   "foreign_worker",
                         "class"};
  return study;
}

}  // namespace

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
  CaseStudy study = raw_german(path);
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

CaseStudy german_ijdi_options(const std::string& path) {
  CaseStudy study = raw_german(path);
  // Names that the raw file uses, too, are taken by what is made of them.
  for (std::string& name : study.input.columns) {
    if (name == "checking" || name == "savings" || name == "purpose" || name == "job")
      name.insert(0, "raw_");
  }
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): texts too long for a line
  study.input.derive = {
      "under_25=age < 25",
      "sex=case when personal in ('A92', 'A95') then 'Female' else 'Male' end",
      "job=case raw_job when 'A171' then 'None' when 'A172' then '1 Job' else 'Multiple Jobs' end",
      "housing=case house when 'A151' then 'Rent' when 'A152' then 'Own' else 'Free' end",
      "savings=case raw_savings when 'A61' then 'Little' when 'A62' then 'Moderate' when 'A63' "
      "then 'Quite rich' when 'A64' then 'Rich' else 'N/A' end",
      "checking=case raw_checking when 'A11' then 'Little' when 'A12' then 'Moderate' when 'A13' "
      "then 'Rich' else 'N/A' end",
      "credit_amt=case when amount < 1000 then 'Low' when amount < 3000 then 'Moderate' when "
      "amount < 10000 then 'High' else 'Very High' end",
      "duration=case when months < 6 then 'Very Short' when months < 12 then 'Short' when months < "
      "24 then 'Moderate' when months < 48 then 'Long' else 'Very Long' end",
      "purpose=case when raw_purpose in ('A40', 'A41') then 'Car' when raw_purpose = 'A42' then "
      "'Furniture/Equipment' when raw_purpose = 'A43' then 'Radio/TV' when raw_purpose = 'A44' "
      "then 'Domestic appliances' when raw_purpose = 'A45' then 'Repairs' when raw_purpose in "
      "('A46', 'A48') then 'Education' when raw_purpose = 'A49' then 'Business' else "
      "'Vacation/Others' end",
      "y=case when class = 2 then 1 else 0 end"};
  // NOLINTEND(bugprone-suspicious-missing-comma)
  study.roles.outcome = "y";
  study.roles.attributes = {"under_25", "sex",        "job",      "housing", "savings",
                            "checking", "credit_amt", "duration", "purpose"};
  return study;
}

data::Profiles read_profiles(data::InputOptions input, const data::RoleOptions& roles, int threads,
                             const std::stop_token& stop) {
  input.threads = threads;
  const sql::People people = sql::People::open(input, roles, stop);
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, stop);
  return std::move(builder).finish();
}

}  // namespace faultline::cli
