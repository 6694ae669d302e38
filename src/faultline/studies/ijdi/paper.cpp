// The published results of mitigation: Table 1, and Tables 3 to 10 (scores, and the subgroups in
// Faultline's notation), as data.

#include "faultline/studies/ijdi/mitigation.hpp"

namespace faultline::studies {

using methods::ErrorRate;

const std::vector<PaperThresholds>& paper_table1() {
  static const std::vector<PaperThresholds> kRows = {{0.45, 0.45, 44.8, 22.0, 72.0, 49.3},
                                                     {0.5, 0.45, 34.3, 22.0, 62.8, 49.3},
                                                     {0.45, 0.4, 44.8, 32.5, 72.0, 61.0},
                                                     {0.5, 0.4, 34.3, 32.5, 62.8, 61.0}};
  return kRows;
}

const std::vector<PaperScan>& paper_scans() {
  static const std::vector<PaperScan> kRows = {
      {"compas", ErrorRate::fpr, 0, 0, 135.7,
       "race=African-American|Asian|Caucasian|Hispanic|Native American;prior_offenses=Over 5"},
      {"compas", ErrorRate::fpr, 0, 1, 83.3,
       "race=African-American|Asian|Caucasian|Hispanic|Native American;under_25=true"},
      {"compas", ErrorRate::fpr, 0, 2, 47.9,
       "race=African-American|Native American;under_25=false;prior_offenses=1 to 5|Over 5"},
      {"compas", ErrorRate::fpr, 0.3, 0, 74.5,
       "race=African-American|Asian|Hispanic|Native American;prior_offenses=Over 5"},
      {"compas", ErrorRate::fpr, 0.3, 1, 47.6,
       "race=African-American|Caucasian|Hispanic|Other;under_25=true"},
      {"compas", ErrorRate::fpr, 0.3, 2, 27.1,
       "race=African-American|Native American;under_25=false;prior_offenses=1 to 5"},
      {"compas", ErrorRate::fpr, 1, 0, 9.2,
       "race=African-American|Hispanic|Native American;prior_offenses=Over 5;charge_degree=F"},
      {"compas", ErrorRate::fpr, 1, 1, 7.5,
       "sex=Female;race=African-American|Caucasian|Hispanic;under_25=true;prior_offenses=None|Over "
       "5;charge_degree=F"},
      {"compas", ErrorRate::fpr, 1, 2, 10.4, "race=African-American;prior_offenses=None|1 to 5"},
      {"compas", ErrorRate::fpr, 3, 0, 0, ""},
      {"compas", ErrorRate::fpr, 10, 0, 0, ""},
      {"compas", ErrorRate::tpr, 0, 0, 146.3,
       "race=African-American|Native American;prior_offenses=Over 5"},
      {"compas", ErrorRate::tpr, 0, 1, 72.2,
       "race=African-American|Asian|Caucasian|Hispanic|Native "
       "American;under_25=true;prior_offenses=1 to 5|Over 5"},
      {"compas", ErrorRate::tpr, 0, 2, 42.2,
       "race=Caucasian|Hispanic|Native American|Other;prior_offenses=Over 5;charge_degree=F"},
      {"compas", ErrorRate::tpr, 0.3, 0, 39.7,
       "race=African-American|Native American;prior_offenses=Over 5"},
      {"compas", ErrorRate::tpr, 0.3, 1, 27.9,
       "race=African-American|Asian|Caucasian|Hispanic|Native "
       "American;under_25=true;prior_offenses=1 to 5|Over 5"},
      {"compas", ErrorRate::tpr, 0.3, 2, 24.0,
       "race=Caucasian|Hispanic|Native American|Other;prior_offenses=Over 5;charge_degree=F"},
      {"compas", ErrorRate::tpr, 1, 0, 23.8,
       "race=African-American|Native American;prior_offenses=Over 5"},
      {"compas", ErrorRate::tpr, 1, 1, 9.1,
       "race=African-American|Asian|Hispanic|Native American;under_25=true;prior_offenses=1 to 5"},
      {"compas", ErrorRate::tpr, 1, 2, 4.4, "sex=Female;race=Caucasian;under_25=true"},
      {"compas", ErrorRate::tpr, 3, 0, 0, ""},
      {"compas", ErrorRate::tpr, 10, 0, 0, ""},
      {"german", ErrorRate::fpr, 0, 0, 53.5,
       "savings=Little|Moderate;checking=Little;duration=Moderate|Long|Very Long"},
      {"german", ErrorRate::fpr, 0, 1, 27.8,
       "checking=Little|Moderate;duration=Long|Very Long;purpose=Business|Car|Education"},
      {"german", ErrorRate::fpr, 0, 2, 21.3,
       "sex=Female;under_25=true;job=1 Job|Multiple "
       "Jobs;housing=Rent;checking=Little|Moderate|Rich;purpose=Business|Education|Radio/TV"},
      {"german", ErrorRate::fpr, 0.3, 0, 53.5,
       "housing=Free|Rent;checking=Little;duration=Moderate|Long|Very "
       "Long;purpose=Car|Education|Furniture/Equipment"},
      {"german", ErrorRate::fpr, 0.3, 1, 27.8,
       "housing=Rent|Own;savings=Little|Moderate|Quite "
       "rich;checking=Little|Moderate;duration=Long|Very "
       "Long;purpose=Business|Car|Education|Repairs|Vacation/Others"},
      {"german", ErrorRate::fpr, 0.3, 2, 21.3,
       "checking=Little|Moderate|Rich;credit_amt=Low|Very High;duration=Moderate|Long|Very "
       "Long;purpose=Business|Car|Education|Radio/TV|Furniture/Equipment"},
      {"german", ErrorRate::fpr, 1, 0, 30.7,
       "housing=Free|Rent;savings=Little|Moderate;checking=Little;duration=Moderate|Long|Very "
       "Long;purpose=Car|Education|Furniture/Equipment"},
      {"german", ErrorRate::fpr, 1, 1, 17.8,
       "job=1 Job|Multiple Jobs;checking=Little|Moderate;duration=Moderate|Long|Very "
       "Long;purpose=Business|Education"},
      {"german", ErrorRate::fpr, 1, 2, 13.4,
       "sex=Female;savings=Little|Quite "
       "rich;checking=Little|Moderate|Rich;credit_amt=Low|High|Very "
       "High;duration=Moderate|Long|Very Long;purpose=Car|Education"},
      {"german", ErrorRate::fpr, 3, 0, 15.2,
       "sex=Female;savings=Little|Moderate|Quite "
       "rich;checking=Little|Moderate;duration=Moderate|Long|Very "
       "Long;purpose=Business|Car|Education|Furniture/Equipment"},
      {"german", ErrorRate::fpr, 3, 1, 7.9,
       "credit_amt=Low|Very High;duration=Moderate|Long|Very "
       "Long;purpose=Business|Education|Furniture/Equipment|Vacation/Others"},
      {"german", ErrorRate::fpr, 3, 2, 4.5,
       "housing=Own;checking=Little|Moderate;duration=Very Long;purpose=Business|Car"},
      {"german", ErrorRate::fpr, 10, 0, 2.7,
       "housing=Own;checking=Moderate;duration=Very Long;purpose=Business|Car"},
      {"german", ErrorRate::fpr, 10, 1, 14.5, "sex=Female;housing=Free;checking=Little|Moderate"},
      {"german", ErrorRate::fpr, 10, 2, 5.8,
       "job=Multiple Jobs;savings=Moderate;checking=Little;purpose=Business|Car"},
      {"german", ErrorRate::tpr, 0, 0, 37.9,
       "housing=Free|Rent;savings=Little;checking=Little|Moderate;duration=Long|Very Long"},
      {"german", ErrorRate::tpr, 0, 1, 23.1,
       "checking=Little|Moderate;credit_amt=Low|Very High;duration=Moderate|Long|Very "
       "Long;purpose=Business|Car|Education|Furniture/Equipment|Domestic "
       "appliances|Repairs|Vacation/Others"},
      {"german", ErrorRate::tpr, 0, 2, 20.5,
       "housing=Rent|Own;checking=Little|Moderate;duration=Very "
       "Long;purpose=Business|Car|Furniture/Equipment|Domestic appliances"},
      {"german", ErrorRate::tpr, 0.3, 0, 34.1,
       "housing=Free|Rent;savings=Little;checking=Little|Moderate;duration=Long|Very Long"},
      {"german", ErrorRate::tpr, 0.3, 1, 21.7,
       "checking=Little|Moderate;credit_amt=Low|Very High;duration=Moderate|Long|Very "
       "Long;purpose=Business|Car|Education|Furniture/Equipment|Domestic "
       "appliances|Repairs|Vacation/Others"},
      {"german", ErrorRate::tpr, 0.3, 2, 22.4,
       "job=Multiple Jobs;housing=Rent|Own;savings=Little;checking=Little;duration=Long|Very "
       "Long;purpose=Business|Car|Education|Domestic appliances"},
      {"german", ErrorRate::tpr, 1, 0, 44.3,
       "job=None|Multiple Jobs;savings=Little;checking=Little;duration=Long|Very "
       "Long;purpose=Business|Car|Education|Domestic appliances"},
      {"german", ErrorRate::tpr, 1, 1, 21.4,
       "job=1 Job|Multiple "
       "Jobs;housing=Free|Rent;checking=Little|Moderate;duration=Moderate|Long|Very Long"},
      {"german", ErrorRate::tpr, 1, 2, 19.1,
       "savings=Little;checking=Little|Moderate;duration=Very "
       "Long;purpose=Business|Car|Education|Vacation/Others"},
      {"german", ErrorRate::tpr, 3, 0, 44.0,
       "housing=Rent;checking=Little;duration=Moderate|Long;purpose=Business|Car|Education|Radio/"
       "TV|Furniture/Equipment"},
      {"german", ErrorRate::tpr, 3, 1, 63.0,
       "job=None|Multiple Jobs;savings=Little|Moderate;checking=Little|Moderate;duration=Long|Very "
       "Long;purpose=Car|Education|Domestic appliances|Vacation/Others"},
      {"german", ErrorRate::tpr, 3, 2, 44.2,
       "sex=Female;under_25=false;savings=Little|Moderate;checking=Little;credit_amt=Low|Moderate|"
       "Very High;purpose=Education|Furniture/Equipment|Domestic appliances|Repairs"},
      {"german", ErrorRate::tpr, 10, 0, 42.5,
       "under_25=true;housing=Free|Rent;savings=Little;checking=Little;duration=Long"},
      {"german", ErrorRate::tpr, 10, 1, 1.6,
       "sex=Female;checking=Little;credit_amt=Moderate;purpose=Car|Furniture/Equipment"},
      {"german", ErrorRate::tpr, 10, 2, 0.9, "job=1 Job;credit_amt=Very High"},
  };
  return kRows;
}

std::string known_misprint(const PaperScan& scan) {
  const bool compas = scan.data == "compas";
  if (compas && scan.error == ErrorRate::tpr && scan.lambda == 0.3) {
    return "misprint: Table 7's scores";
  }
  if (!compas && scan.error == ErrorRate::fpr && scan.lambda == 0.3) {
    return "misprint: scores of lambda 0";
  }
  if (compas && scan.error == ErrorRate::fpr && scan.lambda == 0 && scan.corrections == 1) {
    return "misprint of the races";
  }
  return "";
}

}  // namespace faultline::studies
