// Both logistic models of Conditional Bias Scan on COMPAS (Boxer, McFowland, Neill), fitted on
// people and on profiles, against the coefficients of an independent implementation.

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

using testing::CsvRow;

struct Person {
  std::map<std::string, std::string> x{};  // by the reference's names
  std::string decile{};
  bool reoffended = false;
  bool high_risk = false;
};

std::vector<Person> read_people(const std::filesystem::path& path) {
  std::vector<Person> people;
  for (const CsvRow& row : testing::read_csv_rows(path)) {
    const std::string& days = row.at("days_b_screening_arrest");
    if (days.empty() || std::abs(testing::number(row, "days_b_screening_arrest")) > 30) continue;
    if (row.at("is_recid") == "-1" || row.at("c_charge_degree") == "O") continue;
    if (row.at("score_text") == "N/A") continue;
    const double priors = testing::number(row, "priors_count");
    Person person;
    person.x["sex"] = row.at("sex");
    person.x["race"] = row.at("race");
    person.x["under25"] = testing::number(row, "age") < 25 ? "Yes" : "No";
    person.x["priors"] = priors == 0 ? "None" : priors <= 5 ? "1to5" : "Over5";
    person.x["charge"] = row.at("c_charge_degree");
    person.decile = row.at("decile_score");
    person.reoffended = row.at("two_year_recid") == "1";
    person.high_risk = testing::number(row, "decile_score") >= 5;
    people.push_back(person);
  }
  return people;
}

std::vector<double> numbers(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> result;
  for (std::string word; in >> word;) result.push_back(std::strtod(word.c_str(), nullptr));
  return result;
}

// The covariates named in "intercept;sex=Male;under25=Yes;...", in that order.
std::vector<std::string> covariates(const std::string& design) {
  std::vector<std::string> result;
  std::istringstream in(design);
  for (std::string column; std::getline(in, column, ';');) {
    const std::string name = column.substr(0, column.find('='));
    if (name != "intercept" && (result.empty() || result.back() != name)) result.push_back(name);
  }
  return result;
}

// (class, scan) of the reference: who is protected, whom the scan keeps, what its event is.
bool is_protected(const std::string& name, const Person& person) {
  static const std::map<std::string, std::pair<std::string, std::string>> kClasses{
      {"Black", {"race", "African-American"}},
      {"White", {"race", "Caucasian"}},
      {"NativeAmerican", {"race", "Native American"}},
      {"Asian", {"race", "Asian"}},
      {"Hispanic", {"race", "Hispanic"}},
      {"Male", {"sex", "Male"}},
      {"Female", {"sex", "Female"}}};
  const auto& [attribute, value] = kClasses.at(name);
  return person.x.at(attribute) == value;
}

bool is_kept(const std::string& scan, const Person& person) {
  if (scan == "SuffPred") return true;
  return scan == "SuffRec" ? person.high_risk : !person.reoffended;
}

double event(const std::string& scan, const Person& person, double prediction) {
  if (scan == "SepPred") return prediction;
  return scan == "SepRec" ? person.high_risk : person.reoffended;
}

// People as rows, or their distinct tuples with counts.
struct Data {
  Design design{0};
  std::vector<std::int64_t> row_of_person{};
};

Data design_of(const std::vector<Person>& people, const std::vector<std::string>& names,
               const std::map<std::string, double>& prediction, bool grouped) {
  Data data;
  std::vector<const Person*> rows;
  std::map<std::vector<std::string>, std::int64_t> known;
  for (const Person& person : people) {
    std::vector<std::string> tuple;
    for (const std::string& name : names) {
      tuple.push_back(name == "logitP" ? person.decile : person.x.at(name));
    }
    if (!grouped) tuple = {std::to_string(rows.size())};
    const auto [place, is_new] = known.try_emplace(tuple, std::ssize(rows));
    if (is_new) rows.push_back(&person);
    data.row_of_person.push_back(place->second);
  }
  data.design = Design(std::ssize(rows));
  for (const std::string& name : names) {
    if (name == "logitP") {
      std::vector<double> values;
      for (const Person* row : rows) values.push_back(log_odds(prediction.at(row->decile)));
      data.design.add(name, values, ColumnKind::plain);
      continue;
    }
    std::set<std::string> levels;
    for (const Person& person : people) levels.insert(person.x.at(name));
    data::Attribute attribute{.name = name, .labels = {levels.begin(), levels.end()}};
    std::vector<data::Code> codes;
    for (const Person* row : rows) {
      codes.push_back(
          static_cast<data::Code>(std::distance(levels.begin(), levels.find(row->x.at(name)))));
    }
    data.design.add(attribute, codes);
  }
  return data;
}

struct Sums {
  explicit Sums(const Design& design)
      : weight(static_cast<std::size_t>(design.rows())), positive(weight), people(weight) {}
  void add(std::int64_t row, double w, double label) {
    weight[static_cast<std::size_t>(row)] += w;
    positive[static_cast<std::size_t>(row)] += w * label;
    people[static_cast<std::size_t>(row)] += 1;
  }
  [[nodiscard]] TrainingRows rows() const {
    return {.weight = weight, .positive = positive, .people = people};
  }
  std::vector<double> weight, positive, people;
};

void check(bool grouped) {
  FAULTLINE_NEEDS_SHARED(raw, "data/compas-scores-two-years.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/cbs/compas_coefficients.csv");
  const std::vector<Person> people = read_people(raw);
  ASSERT_EQ(people.size(), 6172U);
  std::map<std::string, std::pair<double, double>> by_decile;
  for (const Person& person : people) {
    by_decile[person.decile].first += person.reoffended ? 1 : 0;
    by_decile[person.decile].second += 1;
  }
  std::map<std::string, double> prediction;
  for (const auto& [decile, sums] : by_decile) prediction[decile] = sums.first / sums.second;

  int compared = 0;
  for (const CsvRow& row : testing::read_csv_rows(reference)) {
    SCOPED_TRACE(row.at("protected") + " " + row.at("scan"));
    const std::string& scan = row.at("scan");
    std::vector<std::string> names = covariates(row.at("design"));
    const auto expected_propensity = numbers(row.at("prop_coef"));
    const auto expected_outcome = numbers(row.at("out_coef_std"));
    const auto means = numbers(row.at("out_mean"));
    const auto deviations = numbers(row.at("out_sd"));

    std::vector<std::string> without_prediction = names;
    std::erase(without_prediction, "logitP");
    const Data x = design_of(people, without_prediction, prediction, grouped);
    Sums all(x.design);
    for (std::size_t i = 0; i < people.size(); ++i) {
      all.add(x.row_of_person[i], 1, is_protected(row.at("protected"), people[i]) ? 1 : 0);
    }
    Logistic propensity(x.design, {});
    propensity.fit(all.rows());
    ASSERT_TRUE(propensity.converged());
    ASSERT_EQ(propensity.coefficients().size(), expected_propensity.size());
    for (std::size_t j = 0; j < expected_propensity.size(); ++j) {
      EXPECT_NEAR(propensity.coefficients()[j], expected_propensity[j], 1e-8) << j;
    }
    std::vector<double> odds(static_cast<std::size_t>(x.design.rows()));
    propensity.predict_log_odds(odds);

    const Data xc = design_of(people, names, prediction, grouped);
    Sums others(xc.design);
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (is_protected(row.at("protected"), people[i]) || !is_kept(scan, people[i])) continue;
      others.add(xc.row_of_person[i], std::exp(odds[static_cast<std::size_t>(x.row_of_person[i])]),
                 event(scan, people[i], prediction.at(people[i].decile)));
    }
    Logistic outcome(xc.design, {.standardise = true});
    outcome.fit(others.rows());
    ASSERT_TRUE(outcome.converged());
    const auto b = outcome.coefficients();
    ASSERT_EQ(b.size(), expected_outcome.size());
    double intercept = b[0];
    for (std::size_t j = 1; j < b.size(); ++j) {
      intercept += b[j] * means[j];
      EXPECT_NEAR(b[j] * deviations[j], expected_outcome[j], 1e-8) << j;
    }
    EXPECT_NEAR(intercept, expected_outcome[0], 1e-8);
    ++compared;
  }
  EXPECT_EQ(compared, 28);
}

TEST(CompasModels, ProfilesGiveTheReferenceCoefficients) { check(true); }
TEST(CompasModels, PeopleGiveTheReferenceCoefficients) { check(false); }

}  // namespace
}  // namespace faultline::model
