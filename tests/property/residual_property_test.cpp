// Scans of numbers and counts against brute force.

#include <algorithm>
#include <cmath>

#include "support/naive_scan.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/methods/residual_scan/residual_scan.hpp"

namespace faultline::methods {
namespace {

OutcomeTable arbitrary_table(bool counts) {
  OutcomeTable table;
  const int arities[] = {*rc::gen::inRange(1, 4), *rc::gen::inRange(2, 5)};
  for (int a = 0; a < 2; ++a) {
    data::Attribute attribute{.name = a == 0 ? "a" : "b"};
    for (int v = 0; v < arities[a]; ++v) attribute.labels.push_back(std::to_string(v));
    table.attributes.push_back(std::move(attribute));
  }
  table.codes.resize(2);
  for (int u = 0; u < arities[0]; ++u) {
    for (int v = 0; v < arities[1]; ++v) {
      const int people = *rc::gen::inRange(1, 6);
      for (int i = 0; i < people; ++i) {
        table.codes[0].push_back(static_cast<data::Code>(u));
        table.codes[1].push_back(static_cast<data::Code>(v));
        table.outcome.push_back(counts ? *rc::gen::inRange(0, 9)
                                       : *rc::gen::inRange(-400, 401) / 16.0);
        table.expected.push_back(*rc::gen::inRange(1, 90) / 16.0);
        table.count.push_back(*rc::gen::inRange<std::int64_t>(1, 4));
      }
    }
  }
  return table;
}

double plain_best(const OutcomeTable& table, bool counts, Direction direction, double penalty) {
  double squares = 0;
  double weights = 0;
  for (std::size_t i = 0; i < table.count.size(); ++i) {
    const auto n = static_cast<double>(table.count[i]);
    const double e = table.outcome[i] - table.expected[i];
    squares += n * e * e;
    weights += counts ? n * table.expected[i] : n;
  }
  double best = 0;
  testing::for_each_subgroup(table.attributes, [&](const search::Subgroup& subgroup) {
    double s = 0;
    double v = 0;
    for (std::size_t i = 0; i < table.count.size(); ++i) {
      if (((subgroup.sets[0] >> table.codes[0][i]) & 1) == 0) continue;
      if (((subgroup.sets[1] >> table.codes[1][i]) & 1) == 0) continue;
      const auto n = static_cast<double>(table.count[i]);
      s += n * (table.outcome[i] - table.expected[i]);
      v += counts ? n * table.expected[i] : n;
    }
    if (direction == Direction::lower) s = -s;
    if (!(s > 0)) return;
    best = std::max(best, s * s / (2 * squares / weights * v) -
                              penalty * search::listed_values(subgroup, table.attributes));
  });
  return best;
}

RC_GTEST_PROP(ResidualScan, EqualsBruteForce, (bool counts)) {
  const OutcomeTable table = arbitrary_table(counts);
  BiasScanOptions options;
  options.replicates = 0;
  options.penalty = *rc::gen::element(0.0, 0.2, 1.0);
  options.strategy = *rc::gen::element(search::Strategy::exhaustive, search::Strategy::bounded);
  options.threads = 1;
  const ResidualPeople people(table, counts ? Family::poisson : Family::gaussian);
  for (const Finding& finding : residual_scan(people, options).findings) {
    const double best = plain_best(table, counts, finding.direction, options.penalty);
    RC_ASSERT(std::abs(finding.score - best) <= 1e-9 * std::max(1.0, best));
    RC_ASSERT(finding.search.certified);
  }
}

RC_GTEST_PROP(ResidualScan, SplittingCountsChangesNothing, (bool counts)) {
  const OutcomeTable table = arbitrary_table(counts);
  OutcomeTable split = table;
  split.codes.assign(2, {});
  split.outcome.clear();
  split.expected.clear();
  split.count.clear();
  for (std::size_t i = 0; i < table.count.size(); ++i) {
    for (std::int64_t k = 0; k < table.count[i]; ++k) {
      split.codes[0].push_back(table.codes[0][i]);
      split.codes[1].push_back(table.codes[1][i]);
      split.outcome.push_back(table.outcome[i]);
      split.expected.push_back(table.expected[i]);
      split.count.push_back(1);
    }
  }
  BiasScanOptions options;
  options.replicates = 9;
  options.threads = 1;
  const Family family = counts ? Family::poisson : Family::gaussian;
  const BiasScanResult whole = residual_scan(ResidualPeople(table, family), options);
  const BiasScanResult parts = residual_scan(ResidualPeople(split, family), options);
  for (std::size_t i = 0; i < whole.findings.size(); ++i) {
    const auto close = [](double a, double b) {
      return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(a));
    };
    RC_ASSERT(close(whole.findings[i].score, parts.findings[i].score));
    const auto& a = whole.findings[i].null.scores;
    const auto& b = parts.findings[i].null.scores;
    RC_ASSERT(std::equal(a.begin(), a.end(), b.begin(), b.end(), close));
  }
}

}  // namespace
}  // namespace faultline::methods
