// A scan of several classes, one against the rest, keeps its level over all classes and directions
// together: classes drawn from their probabilities, which vary between people, and classes that
// have nothing to do with the attributes, compared with their overall shares. 150 people in 2 x 3
// cells, 300 data sets of 99 replicates; penalty 0.5.
//
// Fixed seed. Each of the 2 checks has a false-alarm rate of at most 5e-7 if the level is kept.

#include <algorithm>
#include <vector>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/class_scan/class_scan.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kDataSets = 300;
constexpr int kPeople = 150;

ClassTable null_people(std::uint32_t data_set, bool given) {
  rng::Stream stream(20261118, rng::Purpose::test, data_set);
  ClassTable table;
  table.attributes = {{.name = "a", .labels = {"0", "1"}},
                      {.name = "b", .labels = {"0", "1", "2"}}};
  table.codes.resize(2);
  table.classes = {"x", "y", "z"};
  if (given) table.probability.resize(3);
  std::vector<int> cells(kPeople);
  for (int& cell : cells) cell = static_cast<int>(rng::below(stream, 6));
  std::sort(cells.begin(), cells.end());
  for (const int cell : cells) {
    const double first = given ? 0.1 + 0.3 * rng::uniform(stream) + 0.05 * cell : 0.5;
    const double second = 0.3;
    const double u = rng::uniform(stream);
    table.codes[0].push_back(static_cast<data::Code>(cell / 3));
    table.codes[1].push_back(static_cast<data::Code>(cell % 3));
    table.outcome.push_back(static_cast<data::Code>(u < first ? 0 : u < first + second ? 1 : 2));
    table.count.push_back(1);
    if (!given) continue;
    table.probability[0].push_back(first);
    table.probability[1].push_back(second);
    table.probability[2].push_back(1 - first - second);
  }
  return table;
}

TEST(ClassScanLevel, IsKeptOverAllClassesAndDirections) {
  for (const bool given : {true, false}) {
    int evidence = 0;
    for (std::uint32_t i = 0; i < kDataSets; ++i) {
      const ClassPeople people(null_people(i, given));
      BiasScanOptions options{{.penalty = 0.5, .replicates = 99, .sequential = data::Choice::no}};
      options.seed = 700 + i;
      options.threads = 1;
      bool any = false;
      for (const Finding& finding : class_scan(people, options).findings)
        any = any || finding.verdict == Verdict::evidence;
      evidence += any ? 1 : 0;
    }
    RecordProperty(given ? "given" : "shares", evidence);
    EXPECT_LE(evidence, testing::upper_limit(kDataSets, 0.05, 5e-7)) << given;
  }
}

}  // namespace
}  // namespace faultline::methods
