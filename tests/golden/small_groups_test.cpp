// Rates of small groups with borrowed data against an independent program
// (reference/counterfactual/small_deterministic.csv), with the folds it used. Propensity: treatment
// on the groups, X and the score; outcome: X_outcome; group: X_pa, of which the external data have
// five.

#include "faultline/methods/counterfactual/small_groups.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::methods {
namespace {

using testing::CsvRow;
using testing::number;

const std::vector<std::string> kGroups{"00", "01", "02", "10", "11", "12"};

std::vector<double> column(const std::vector<CsvRow>& rows, const std::string& name) {
  std::vector<double> values;
  for (const CsvRow& row : rows) values.push_back(number(row, name));
  return values;
}

std::vector<std::uint8_t> flags(const std::vector<CsvRow>& rows, const std::string& name) {
  std::vector<std::uint8_t> values;
  for (const CsvRow& row : rows) values.push_back(number(row, name) != 0 ? 1 : 0);
  return values;
}

std::vector<int> group_of(const std::vector<CsvRow>& rows) {
  std::vector<int> group;
  for (const CsvRow& row : rows) {
    group.push_back(static_cast<int>(3 * number(row, "A1") + number(row, "A2")));
  }
  return group;
}

model::Design design(const std::vector<CsvRow>& rows, const std::string& prefix, int count) {
  model::Design made(std::ssize(rows));
  for (int j = 1; j <= count; ++j) {
    const std::string name = prefix + "." + std::to_string(j);
    made.add(name, column(rows, name));
  }
  return made;
}

// Owns what an input points to.
struct People {
  explicit People(const std::vector<CsvRow>& rows)
      : group(group_of(rows)),
        outcome(flags(rows, "Y")),
        treatment(flags(rows, "D")),
        decision(flags(rows, "S")),
        for_outcome(design(rows, "X_outcome", 8)),
        for_group(design(rows, "X_pa", 7)) {
    model::Design covariates = design(rows, "X", 4);
    covariates.add("score", column(rows, "S_prob"));
    data::Attribute groups{.name = "group", .labels = kGroups};
    covariates.add(groups, std::vector<data::Code>(group.begin(), group.end()));
    model::Logistic logistic(covariates, {.ridge = 0});
    logistic.fit({.weight = std::vector<double>(rows.size(), 1.0),
                  .positive = std::vector<double>(treatment.begin(), treatment.end())});
    propensity.resize(rows.size());
    logistic.predict_log_odds(propensity);
    for (double& p : propensity) p = model::expit(p);
  }
  [[nodiscard]] SmallGroupsInput input() const {
    return {.groups = kGroups,
            .group = group,
            .outcome = outcome,
            .treatment = treatment,
            .decision = decision,
            .propensity = propensity,
            .outcome_covariates = for_outcome,
            .group_covariates = for_group,
            .fold = fold};
  }

  std::vector<int> group, fold{};
  std::vector<std::uint8_t> outcome, treatment, decision;
  std::vector<double> propensity{};
  model::Design for_outcome, for_group;
};

TEST(SmallGroupsReference, InternalAndBorrowedRates) {
  FAULTLINE_NEEDS_SHARED(data, "reference/counterfactual/small.csv");
  FAULTLINE_NEEDS_SHARED(external_data, "reference/counterfactual/external.csv");
  FAULTLINE_NEEDS_SHARED(folds, "reference/counterfactual/small_folds.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/counterfactual/small_deterministic.csv");
  People people(testing::read_csv_rows(data));
  for (const CsvRow& row : testing::read_csv_rows(folds)) {
    people.fold.push_back(static_cast<int>(number(row, "fold")) - 1);
  }
  const auto external_rows = testing::read_csv_rows(external_data);
  const model::Design external_design = design(external_rows, "X_pa", 5);
  const std::vector<int> external_group = group_of(external_rows);
  const ExternalRows external{.covariates = external_design, .group = external_group};
  SmallGroupsInput input = people.input();
  input.external = &external;
  const SmallGroupsResult result = small_groups(input);
  EXPECT_TRUE(result.converged);
  EXPECT_TRUE(result.notices.empty());
  EXPECT_GT(result.clipped, 0);

  std::map<std::string, CsvRow> reference;
  for (const CsvRow& row : testing::read_csv_rows(expected)) reference[row.at("quantity")] = row;
  const auto of = [&](const std::string& quantity, const std::string& which) {
    return number(reference.at(quantity), which);
  };
  const std::string borrowed = "borrow_scaling_fixed";
  EXPECT_NEAR(*result.cfpr_all, of("cfpr_all", "internal"), 1e-9);
  EXPECT_NEAR(*result.cfnr_all, of("cfnr_all", "internal"), 1e-9);
  for (std::size_t g = 0; g < kGroups.size(); ++g) {
    SCOPED_TRACE(kGroups[g]);
    EXPECT_NEAR(*result.internal[g].cfpr, of("cfpr_small_" + kGroups[g], "internal"), 1e-7);
    EXPECT_NEAR(*result.internal[g].cfnr, of("cfnr_small_" + kGroups[g], "internal"), 1e-7);
    EXPECT_NEAR(*result.borrowed[g].cfpr, of("cfpr_small_" + kGroups[g], borrowed), 1e-7);
    EXPECT_NEAR(*result.borrowed[g].cfnr, of("cfnr_small_" + kGroups[g], borrowed), 1e-7);
  }
  EXPECT_NEAR(result.alpha, of("alpha", borrowed), 1e-6);
  EXPECT_NEAR(result.brier_internal, of("brier_final", "internal"), 1e-8);
  EXPECT_NEAR(*result.brier_external, of("brier_ext", borrowed), 1e-8);
  EXPECT_NEAR(*result.brier_borrowed, of("brier_final", borrowed), 1e-8);
}

TEST(SmallGroupsReference, PeopleCountAsRows) {
  FAULTLINE_NEEDS_SHARED(data, "reference/counterfactual/small.csv");
  auto rows = testing::read_csv_rows(data);
  rows.resize(1500);
  People people(rows);
  people.fold = deal_group_folds(people.group, 6, kSmallGroupsFolds, 3);
  SmallGroupsInput input = people.input();
  const std::vector<double> twice(rows.size(), 2.0);
  const SmallGroupsResult once = small_groups(input);
  input.people = twice;
  const SmallGroupsResult doubled = small_groups(input);
  EXPECT_TRUE(once.borrowed.empty());
  EXPECT_EQ(once.alpha, 0);
  for (std::size_t g = 0; g < kGroups.size(); ++g) {
    EXPECT_NEAR(*once.internal[g].cfpr, *doubled.internal[g].cfpr, 1e-9);
    EXPECT_NEAR(*once.internal[g].cfnr, *doubled.internal[g].cfnr, 1e-9);
  }
}

}  // namespace
}  // namespace faultline::methods
