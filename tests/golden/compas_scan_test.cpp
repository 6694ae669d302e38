// Bias Scan on COMPAS (ProPublica's compas-scores-two-years.csv) against optima computed by an
// independent exhaustive program (reference/scan/bias_scan_compas7214.csv) and the table of golden
// values beside it.

#include <cmath>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::search {
namespace {

constexpr const char* kCompas = "data/compas-scores-two-years.csv";

BernoulliCells compas(const std::filesystem::path& path, bool all_rows) {
  data::InputOptions input;
  input.path = path.string();
  if (!all_rows) {
    input.where =
        "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' "
        "and score_text <> 'N/A'";
  }
  input.derive = {"under_25=case when age < 25 then 'True' else 'False' end",
                  "prior_offenses=case when priors_count = 0 then 'None' when priors_count <= 5 "
                  "then '1 to 5' else 'Over 5' end"};
  data::RoleOptions roles;
  roles.outcome = "two_year_recid";
  roles.risk_score = "decile_score";
  roles.attributes = {"sex", "race", "under_25", "prior_offenses", "c_charge_degree"};
  const sql::People people = sql::People::open(input, roles);
  BernoulliCellsBuilder builder(people.attributes(), true);
  people.stream(builder);
  return std::move(builder).finish();
}

SearchResult run(const BernoulliCells& cells, const SearchOptions& options) {
  const BernoulliFamily family(cells, cells.y, options.direction);
  return search(family, cells.n, options);
}

Subgroup only(const BernoulliCells& cells, const std::string& text) {
  return parse_subgroup(text, cells.lattice.attributes);
}

std::string name_of(Strategy strategy) {
  if (strategy == Strategy::exhaustive) return "exhaustive";
  return strategy == Strategy::bounded ? "bounded" : "ascent";
}

constexpr Strategy kStrategies[] = {Strategy::exhaustive, Strategy::bounded, Strategy::ascent};

struct Golden {
  double penalty;
  Direction direction;
  double score;
  double tolerance;  // from the printed digits
  const char* subgroup;
};

void expect_golden(const BernoulliCells& cells, const Golden& golden) {
  const double size = 3.0 * 63 * 3 * 7 * 3;
  for (const Strategy strategy : kStrategies) {
    SCOPED_TRACE(name_of(strategy) + ", penalty " + std::to_string(golden.penalty));
    const SearchResult result = run(
        cells, {.direction = golden.direction, .penalty = golden.penalty, .strategy = strategy});
    ASSERT_FALSE(result.found.empty());
    const ScoredSubgroup& best = result.found.front();
    EXPECT_NEAR(best.score, golden.score, golden.tolerance);
    EXPECT_EQ(best.subgroup, only(cells, golden.subgroup))
        << in_words(best.subgroup, cells.lattice.attributes);
    EXPECT_EQ(result.subgroups, size);
    EXPECT_EQ(result.certified, strategy != Strategy::ascent);
    EXPECT_GE(result.upper_bound, best.score - 1e-9);
  }
}

TEST(CompasScan, The6172People) {
  FAULTLINE_NEEDS_SHARED(path, kCompas);
  const BernoulliCells cells = compas(path, false);
  EXPECT_EQ(cells.people(), 6172);
  expect_golden(cells, {1, Direction::higher, 35.833614, 5e-7, "prior_offenses=Over 5"});
  expect_golden(cells, {1, Direction::lower, 43.523823, 5e-7, "prior_offenses=None"});
}

TEST(CompasScan, All7214People) {
  FAULTLINE_NEEDS_SHARED(path, kCompas);
  const BernoulliCells cells = compas(path, true);
  EXPECT_EQ(cells.people(), 7214);
  const char* over5 = "prior_offenses=Over 5";
  const char* none = "prior_offenses=None";
  const std::string most = "race=African-American|Caucasian|Hispanic|Other|";
  const std::string not_asian = most + "Native American;prior_offenses=Over 5";
  const std::string not_native = most + "Asian;prior_offenses=None";
  expect_golden(cells, {0, Direction::higher, 39.8732, 5e-5, not_asian.c_str()});
  expect_golden(cells, {0, Direction::lower, 34.2902, 5e-5, not_native.c_str()});
  expect_golden(cells, {0.5, Direction::higher, 39.0673, 5e-5, over5});
  expect_golden(cells, {0.5, Direction::lower, 33.5618, 5e-5, none});
  expect_golden(cells, {1, Direction::higher, 38.5673, 5e-5, over5});
  expect_golden(cells, {1, Direction::lower, 33.0618, 5e-5, none});
  expect_golden(cells, {2, Direction::higher, 37.5673, 5e-5, over5});
  expect_golden(cells, {2, Direction::lower, 32.0618, 5e-5, none});
}

Subgroup reference_subgroup(const BernoulliCells& cells, const std::string& json) {
  Subgroup subgroup = everybody(cells.lattice.attributes);
  const auto parsed = nlohmann::json::parse(json);
  for (std::size_t a = 0; a < cells.lattice.attributes.size(); ++a) {
    const data::Attribute& attribute = cells.lattice.attributes[a];
    if (!parsed.contains(attribute.name)) continue;
    subgroup.sets[a] = 0;
    for (int v = 0; v < attribute.arity(); ++v) {
      for (const auto& label : parsed[attribute.name]) {
        if (label.get<std::string>() == attribute.labels[v]) subgroup.sets[a] |= ValueSet{1} << v;
      }
    }
  }
  return subgroup;
}

/// The reference quotes its JSON field by doubling, which csv_fields drops; the text from the first
/// brace on, with the doubling undone, is the subgroup.
std::vector<std::string> subgroup_fields(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::vector<std::string> fields;
  while (std::getline(in, line)) {
    std::string field;
    const std::size_t begin = line.find('{');
    const std::size_t end = line.rfind('}');
    for (std::size_t i = begin; i <= end; ++i) {
      field += line[i];
      if (line[i] == '"' && line[i + 1] == '"') ++i;
    }
    fields.push_back(field);
  }
  return fields;
}

// The reference ranks distinct rectangles, ours distinct sets of people (an overlap of 1 is refused
// even with max_overlap = 1). No two of the reference's rectangles of one search hold the same
// people, and its three are the best three by either reading, so nothing has to be skipped.
TEST(CompasScan, EveryRankOfTheReference) {
  FAULTLINE_NEEDS_SHARED(path, kCompas);
  FAULTLINE_NEEDS_SHARED(reference, "reference/scan/bias_scan_compas7214.csv");
  const BernoulliCells cells = compas(path, true);
  const auto rows = testing::read_csv_rows(reference);
  const auto subgroups = subgroup_fields(reference);
  ASSERT_EQ(rows.size(), 24U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    SCOPED_TRACE("row " + std::to_string(i + 1));
    SearchOptions options;
    options.direction = row.at("direction") == "positive" ? Direction::higher : Direction::lower;
    options.penalty = testing::number(row, "penalty");
    options.strategy = Strategy::exhaustive;
    options.top = 3;
    options.max_overlap = 1;
    const auto rank = static_cast<std::size_t>(testing::number(row, "rank"));
    const SearchResult result = run(cells, options);
    ASSERT_EQ(result.found.size(), 3U);
    const ScoredSubgroup& ours = result.found[rank - 1];
    EXPECT_EQ(ours.subgroup, reference_subgroup(cells, subgroups[i]))
        << in_words(ours.subgroup, cells.lattice.attributes);
    EXPECT_NEAR(ours.score, testing::number(row, "score"), 1e-6);
    EXPECT_NEAR(ours.log_likelihood_ratio, testing::number(row, "unpenalized"), 1e-6);
    EXPECT_NEAR(std::exp(ours.theta), testing::number(row, "q"), 1e-6);
    EXPECT_EQ(static_cast<double>(ours.n), testing::number(row, "n"));
    EXPECT_EQ(ours.observed, testing::number(row, "y"));
    EXPECT_NEAR(ours.expected, testing::number(row, "expected"), 1e-6);
    EXPECT_EQ(listed_values(ours.subgroup, cells.lattice.attributes),
              testing::number(row, "n_values_penalised"));
    EXPECT_NEAR(ours.penalty, options.penalty * testing::number(row, "n_values_penalised"), 1e-12);
    if (rank != 1) continue;
    // Branch and bound proves the first rank; ascent reaches it on each of these problems.
    for (const Strategy strategy : {Strategy::bounded, Strategy::ascent}) {
      SCOPED_TRACE(name_of(strategy));
      options.strategy = strategy;
      const ScoredSubgroup other = run(cells, options).found.at(0);
      EXPECT_EQ(other.subgroup, ours.subgroup);
      EXPECT_NEAR(other.score, ours.score, 1e-9);
    }
  }
}

}  // namespace
}  // namespace faultline::search
