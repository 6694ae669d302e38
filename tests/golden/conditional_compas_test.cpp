// Conditional Bias Scan on COMPAS against an independent program (reference/cbs): expectations of
// every cell to 1e-8, scores to 1e-6, subgroups and rates; and against the paper's Table 5 within
// its printed rounding, with the exceptions that the method's page explains.

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/compas_profiles.hpp"
#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {
namespace {

using testing::CsvRow;
using testing::number;
using testing::read_csv_rows;

const std::map<std::string, ProtectedClass> kClasses = {
    {"Black", {"race", "African-American"}},
    {"White", {"race", "Caucasian"}},
    {"NativeAmerican", {"race", "Native American"}},
    {"Asian", {"race", "Asian"}},
    {"Hispanic", {"race", "Hispanic"}},
    {"Male", {"sex", "Male"}},
    {"Female", {"sex", "Female"}},
    {"Under25", {"under25", "Yes"}},
    {"25plus", {"under25", "No"}},
    {"NoPriors", {"priors", "None"}},
    {"Priors1to5", {"priors", "1to5"}},
    {"Priors6plus", {"priors", "Over5"}},
    {"Felony", {"charge", "F"}},
    {"Misdemeanor", {"charge", "M"}}};
const std::map<std::string, std::size_t> kScans = {
    {"SepPred", 0}, {"SepRec", 1}, {"SuffPred", 2}, {"SuffRec", 3}};

ConditionalOptions case_study() {
  ConditionalOptions options;
  const auto scans = default_scans(Harm::positive);
  options.scans.assign(scans.begin(), scans.end());
  options.permute = Permute::everyone;  // the paper's
  return options;
}

struct Row {
  search::SearchResult found{};
  std::string subgroup{};  // "" when nothing is found
  double observed = 0;
  std::int64_t n = 0;
  double comparison = 0;
  std::int64_t comparison_n = 0;
  double expected = 0;
};

class ConditionalCompas : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto path = testing::shared_file("data/compas-scores-two-years.csv");
    if (!path) GTEST_SKIP() << "needs the shared file data/compas-scores-two-years.csv, not here";
    profiles_ = testing::compas_profiles(*path);
    ASSERT_EQ(profiles_.people(), 6172);
  }

  /// Runs a class once and keeps it.
  ClassScanner& scanner(const std::string& name) {
    auto& held = held_[name];
    if (!held.second) {
      const ConditionalInput input{.profiles = profiles_,
                                   .scanned = testing::kCompasAttributes,
                                   .covariates = testing::kCompasAttributes};
      held.first = std::make_unique<ClassProblem>(input, kClasses.at(name), case_study());
      held.second = std::make_unique<ClassScanner>(*held.first);
      held.second->use(held.first->members());
      for (std::size_t scan = 0; scan < 4; ++scan) EXPECT_TRUE(held.second->expect(scan));
    }
    return *held.second;
  }
  const ClassProblem& problem(const std::string& name) {
    (void)scanner(name);
    return *held_[name].first;
  }
  Row run(const std::string& name, std::size_t scan) {
    const ClassScanner& it = scanner(name);
    const ClassProblem& of = problem(name);
    const CriterionProblem& criterion = of.criteria()[scan];
    Row row;
    row.found = it.search(scan, of.options().search_options(criterion.direction));
    if (row.found.found.empty()) return row;
    const search::Subgroup& subgroup = row.found.found.front().subgroup;
    row.subgroup = text_of(subgroup, of.lattice().attributes);
    for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
      const std::int32_t tuple = criterion.tuple[e];
      if (!of.lattice().contains(subgroup, of.cells()[tuple])) continue;
      const std::int64_t in = of.members()[tuple];
      const std::int64_t out = of.sizes()[tuple] - in;
      row.n += in;
      row.comparison_n += out;
      row.observed += static_cast<double>(in) * criterion.event[e];
      row.comparison += static_cast<double>(out) * criterion.event[e];
      row.expected +=
          static_cast<double>(in) * it.state(scan).expected[criterion.unit_row[criterion.unit[e]]];
    }
    row.observed /= static_cast<double>(row.n);
    row.expected /= static_cast<double>(row.n);
    row.comparison /= static_cast<double>(row.comparison_n);
    return row;
  }
  /// As the reference writes it: "sex=Male;priors=1to5|None", ALL for everybody.
  static std::string text_of(const search::Subgroup& subgroup,
                             const std::vector<data::Attribute>& attributes) {
    std::string text;
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      if (subgroup.sets[a] == search::all_values(attributes[a].arity())) continue;
      std::string values;
      for (int v = 0; v < attributes[a].arity(); ++v) {
        if (((subgroup.sets[a] >> v) & 1) == 0) continue;
        values += (values.empty() ? "" : "|") + attributes[a].labels[v];
      }
      text += (text.empty() ? "" : ";") + attributes[a].name + "=" + values;
    }
    return text.empty() ? "ALL" : text;
  }

  data::Profiles profiles_{};
  std::map<std::string, std::pair<std::unique_ptr<ClassProblem>, std::unique_ptr<ClassScanner>>>
      held_{};
};

TEST_F(ConditionalCompas, ScoresSubgroupsAndRatesOfTheReferenceProgram) {
  FAULTLINE_NEEDS_SHARED(path, "reference/cbs/compas_expected.csv");
  int compared = 0;
  for (const CsvRow& row : read_csv_rows(path)) {
    SCOPED_TRACE(row.at("protected") + " " + row.at("scan"));
    const Row ours = run(row.at("protected"), kScans.at(row.at("scan")));
    EXPECT_EQ(ours.found.subgroups, number(row, "n_rectangles"));
    EXPECT_TRUE(ours.found.certified);
    EXPECT_EQ(ours.subgroup, row.at("subgroup"));
    ++compared;
    if (row.at("subgroup").empty()) continue;
    ASSERT_FALSE(ours.found.found.empty());
    const search::ScoredSubgroup& best = ours.found.found.front();
    EXPECT_NEAR(best.score, number(row, "score"), 1e-6);
    EXPECT_NEAR(best.log_likelihood_ratio, number(row, "log_likelihood_ratio"), 1e-6);
    EXPECT_EQ(best.penalty, number(row, "penalty"));
    const double theta = number(row, "theta");
    const double scale = row.at("scan") == "SepPred" ? best.theta : std::exp(best.theta);
    if (std::isinf(theta)) {
      EXPECT_TRUE(std::isinf(best.theta));
    } else {
      EXPECT_NEAR(scale, theta, 1e-6 * std::max(1.0, theta));
    }
    EXPECT_NEAR(ours.expected, number(row, "expected"), 1e-8);
    EXPECT_NEAR(ours.observed, number(row, "obs_protected"), 1e-12);
    EXPECT_NEAR(ours.comparison, number(row, "obs_comparison"), 1e-12);
    EXPECT_EQ(ours.n, number(row, "n_protected"));
    EXPECT_EQ(ours.comparison_n, number(row, "n_comparison"));
  }
  EXPECT_EQ(compared, 28);
}

TEST_F(ConditionalCompas, ExpectationsOfEveryCell) {
  FAULTLINE_NEEDS_SHARED(path, "reference/cbs/compas_cells_black_female.csv");
  int compared = 0;
  for (const CsvRow& row : read_csv_rows(path)) {
    const std::string& name = row.at("protected");
    const std::size_t scan = kScans.at(row.at("scan"));
    const ClassScanner& it = scanner(name);
    const ClassProblem& of = problem(name);
    const CriterionProblem& criterion = of.criteria()[scan];
    const search::Subgroup cell = search::parse_subgroup(
        row.at("x1") + ";" + row.at("x2") + ";" + row.at("x3") + ";" + row.at("x4"),
        of.lattice().attributes);
    bool found = false;
    for (std::size_t e = 0; e < criterion.tuple.size() && !found; ++e) {
      const std::int32_t tuple = criterion.tuple[e];
      if (!of.lattice().contains(cell, of.cells()[tuple])) continue;
      if (of.members()[tuple] == 0) continue;
      if (std::abs(criterion.event[e] - number(row, "I")) > 1e-12) continue;
      const double expected = it.state(scan).expected[criterion.unit_row[criterion.unit[e]]];
      found = std::abs(expected - number(row, "Ihat")) < 1e-8;
    }
    EXPECT_TRUE(found) << name << " " << row.at("scan") << " " << row.at("x1") << " "
                       << row.at("x2") << " " << row.at("x3") << " " << row.at("x4") << " I "
                       << row.at("I") << " Ihat " << row.at("Ihat");
    ++compared;
  }
  EXPECT_EQ(compared, 1276);
}

/// Half a unit in the last printed digit; the paper prints a score of 0 as 0.0.
double rounding_of(const std::string& printed) {
  if (printed == "0") return 0.05;
  const auto point = printed.find('.');
  const std::size_t digits = point == std::string::npos ? 0 : printed.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(digits)) + 1e-9;
}

std::string canonical(const std::string& subgroup, const std::vector<data::Attribute>& attributes) {
  if (subgroup == "ALL") return "ALL";
  return search::in_words(search::parse_subgroup(subgroup, attributes), attributes);
}

TEST_F(ConditionalCompas, Table5OfThePaper) {
  FAULTLINE_NEEDS_SHARED(path, "reference/cbs/paper_table5.csv");
  // Another subgroup than printed: the paper's search ended at "all", which is not the optimum, or
  // printed 0 where the optimum is .001.
  const std::set<std::string> other_subgroup = {"NativeAmerican SepRec", "NativeAmerican SuffPred",
                                                "NativeAmerican SuffRec"};
  // Scores beyond the printed rounding: last digits (2.456 / 2.45, 1.675006 / 1.67, 3.516 / 3.51,
  // 51.12 / 51.0), and classes of a few people.
  const std::set<std::string> other_score = {"NativeAmerican SepPred",  "NativeAmerican SepRec",
                                             "NativeAmerican SuffPred", "Asian SuffRec",
                                             "Felony SepPred",          "Misdemeanor SepRec",
                                             "Misdemeanor SuffPred",    "NoPriors SuffRec"};
  int subgroups = 0;
  int scores = 0;
  int nonzero = 0;
  for (const CsvRow& row : read_csv_rows(path)) {
    const std::string name = row.at("protected") + " " + row.at("scan");
    SCOPED_TRACE(name);
    const Row ours = run(row.at("protected"), kScans.at(row.at("scan")));
    const auto& attributes = problem(row.at("protected")).lattice().attributes;
    const std::string theirs =
        row.at("subgroup").empty() ? "" : canonical(row.at("subgroup"), attributes);
    const std::string found = ours.subgroup.empty() ? "" : canonical(ours.subgroup, attributes);
    EXPECT_EQ(found == theirs, !other_subgroup.contains(name)) << found << " / " << theirs;
    subgroups += found == theirs ? 1 : 0;
    const double score = ours.found.found.empty() ? 0 : ours.found.found.front().score;
    const bool near = std::abs(score - number(row, "score")) <= rounding_of(row.at("score"));
    EXPECT_EQ(near, !other_score.contains(name)) << score << " / " << row.at("score");
    if (number(row, "score") > 0) {
      ++nonzero;
      scores += near ? 1 : 0;
    }
    if (found != theirs || theirs.empty()) continue;
    EXPECT_NEAR(ours.observed, number(row, "obs_protected"), rounding_of(row.at("obs_protected")));
    EXPECT_NEAR(ours.comparison, number(row, "obs_comparison"),
                rounding_of(row.at("obs_comparison")));
    // The counts printed for people under 25 are those of felonies alone; its rates are
    // everybody's.
    if (name == "Under25 SepRec") {
      EXPECT_EQ(ours.n, 593);
      EXPECT_EQ(ours.comparison_n, 2770);
      continue;
    }
    EXPECT_EQ(ours.n, number(row, "n_protected"));
    EXPECT_EQ(ours.comparison_n, number(row, "n_comparison"));
  }
  EXPECT_EQ(nonzero, 41);
  EXPECT_EQ(subgroups, 53);
  EXPECT_EQ(scores, 33);
}

}  // namespace
}  // namespace faultline::methods
