// Single problems with their true optimum (reference/scan/hard_*.csv, direction higher, penalty
// 0.1): coordinate ascent with ten restarts misses some of them, proof does not.

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/data/table.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

const std::vector<std::string> kAttributes = {"sex", "race", "under_25", "charge_degree",
                                              "prior_offenses"};

BernoulliCells read_problem(const std::filesystem::path& path) {
  const auto rows = testing::read_csv_rows(path);
  std::vector<data::CategoricalColumn> columns;
  std::vector<data::Attribute> attributes;
  for (const std::string& name : kAttributes) {
    std::vector<std::string> values;
    for (const auto& row : rows) values.push_back(row.at(name));
    columns.push_back(data::make_categorical(name, values));
    attributes.push_back(columns.back().attribute);
  }
  std::vector<testing::Group> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    testing::Group group;
    for (const auto& column : columns) group.codes.push_back(column.codes[i]);
    group.p = testing::number(rows[i], "p_hat");
    group.n = static_cast<std::int64_t>(testing::number(rows[i], "n"));
    group.y = static_cast<std::int64_t>(testing::number(rows[i], "positives"));
    groups.push_back(group);
  }
  return testing::cells_of(attributes, groups);
}

Subgroup from_json(const BernoulliCells& cells, const nlohmann::json& subset) {
  Subgroup subgroup = everybody(cells.lattice.attributes);
  for (std::size_t a = 0; a < kAttributes.size(); ++a) {
    if (!subset.contains(kAttributes[a])) continue;
    const std::vector<std::string> named = subset[kAttributes[a]];
    subgroup.sets[a] = 0;
    for (int v = 0; v < cells.lattice.attributes[a].arity(); ++v) {
      if (std::count(named.begin(), named.end(), cells.lattice.attributes[a].labels[v]) > 0)
        subgroup.sets[a] |= ValueSet{1} << v;
    }
  }
  return subgroup;
}

class HardScan : public ::testing::TestWithParam<const char*> {};

TEST_P(HardScan, BothProofsReachTheOptimum) {
  const std::string stem = std::string("reference/scan/") + GetParam();
  FAULTLINE_NEEDS_SHARED(problem, stem + ".csv");
  FAULTLINE_NEEDS_SHARED(answer, stem + ".expected.json");
  const BernoulliCells cells = read_problem(problem);
  std::ifstream in(answer);
  const auto expected = nlohmann::json::parse(in);
  ASSERT_EQ(expected["penalty"], 0.1);
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  for (const Strategy strategy : {Strategy::exhaustive, Strategy::bounded}) {
    const SearchResult result = search(family, cells.n, {.penalty = 0.1, .strategy = strategy});
    EXPECT_TRUE(result.certified);
    ASSERT_FALSE(result.found.empty());
    const auto& first = expected["exhaustive_top5"][0];
    EXPECT_NEAR(result.found[0].score, first["score"].get<double>(), 1e-8);
    EXPECT_EQ(result.found[0].subgroup, from_json(cells, first["subset"]))
        << in_words(result.found[0].subgroup, cells.lattice.attributes);
    EXPECT_EQ(result.found[0].n, first["n"].get<std::int64_t>());
    EXPECT_EQ(result.found[0].observed, first["positives"].get<double>());
    EXPECT_NEAR(result.found[0].expected, first["expected"].get<double>(), 1e-8);
  }
}

// The reference lists rectangles; where several hold the same people (they differ in values that
// nobody has), ours lists the one with fewest values and goes on. So its ranks are walked with
// rectangles of people already seen left out.
TEST_P(HardScan, TheNextRanksFollow) {
  const std::string stem = std::string("reference/scan/") + GetParam();
  FAULTLINE_NEEDS_SHARED(problem, stem + ".csv");
  FAULTLINE_NEEDS_SHARED(answer, stem + ".expected.json");
  const BernoulliCells cells = read_problem(problem);
  std::ifstream in(answer);
  const auto expected = nlohmann::json::parse(in);
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  const SearchResult result =
      search(family, cells.n,
             {.penalty = 0.1, .strategy = Strategy::exhaustive, .top = 5, .max_overlap = 1});
  DistinctFilter seen(cells.lattice, cells.n, {.max_overlap = 1});
  std::size_t rank = 0;
  for (const auto& entry : expected["exhaustive_top5"]) {
    const Subgroup reference = from_json(cells, entry["subset"]);
    if (!seen.admits(reference)) continue;
    seen.exclude(reference);
    ASSERT_LT(rank, result.found.size());
    EXPECT_NEAR(result.found[rank].score, entry["score"].get<double>(), 1e-8);
    EXPECT_EQ(result.found[rank].subgroup, reference) << "rank " << rank + 1;
    ++rank;
  }
  EXPECT_GE(rank, 2U);
}

INSTANTIATE_TEST_SUITE_P(Reference, HardScan,
                         ::testing::Values("hard_neg_lam0_c0_k0", "hard_neg_lam1_c0_k0"));

}  // namespace
}  // namespace faultline::search
