// Columns on offer, on data whose cause is known: chance is not called helpful, and what nobody had
// measured is found.

#include "support/simulation_size.hpp"
#include "support/upper_limit.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/column_values.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/causes.hpp"

namespace faultline::methods {
namespace {

SourcesInput input_of(const simulate::CausePeople& people) {
  SourcesInput input;
  input.protected_column = "g";
  input.groups = {"A", "B"};
  input.group = people.in_b;
  input.outcome = people.outcome;
  input.features = std::make_unique<model::Features>(std::ssize(people.outcome));
  for (std::size_t j = 0; j < people.columns.size(); ++j)
    input.features->add(fmt::format("x{}", j), people.columns[j]);
  input.offered = std::make_unique<model::Features>(std::ssize(people.outcome));
  return input;
}

SourcesReport::ColumnValue first_value(const SourcesInput& input, const char* learner) {
  SourcesOptions options;
  options.learners = {model::parse_learner(learner)};
  options.tune = false;
  options.threads = 1;
  SourcesReport report;
  const Hooks hooks;
  WhatIf what_if(input, options, hooks, report);
  (void)what_if.curve(0);
  add_column_values(what_if, hooks, report);
  return report.column_values.front();
}

// The bound is exceeded with probability 1e-6 by a test that rejects in exactly alpha. A column of
// chance makes errors rise, if anything, so that fewer are expected.
TEST(ColumnValuesLevel, AColumnOfChanceIsNotCalledHelpful) {
  const auto& design = simulate::cause_design("nothing");
  const int sets = testing::data_sets(200);
  int called = 0;
  for (int d = 0; d < sets; ++d) {
    const auto replicate = static_cast<std::uint32_t>(d);
    SourcesInput input = input_of(simulate::draw_causes(design, 500, 0.4, 3, replicate));
    rng::Stream stream(4, rng::Purpose::test, replicate);
    std::vector<double> chance(500);
    for (double& value : chance) value = rng::normal(stream);
    input.offered->add("chance", chance);
    called += *first_value(input, "logistic").p_value_adjusted <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(called, testing::upper_limit(sets, 0.05, 1e-6));
}

// Of B in one segment, what nobody measured decides the outcome nine times of ten. The learner is
// told the group: where it cannot tell B from A, for whom the column says nothing, it makes little
// of it.
TEST(ColumnValuesLevel, WhatNobodyMeasuredIsFound) {
  const auto& design = simulate::cause_design("missing");
  for (std::uint32_t d = 0; d < 3; ++d) {
    const auto people = simulate::draw_causes(design, 3000, design.share, 5, d);
    SourcesInput input = input_of(people);
    input.features->add("group", std::vector<double>(people.in_b.begin(), people.in_b.end()));
    rng::Stream stream(6, rng::Purpose::test, d);
    std::vector<double> hidden;
    for (std::size_t i = 0; i < people.outcome.size(); ++i) {
      const bool decides = people.in_b[i] == 1 && people.best[i] == 0.5;
      const bool outcome = people.outcome[i] > 0.5;
      const bool other = rng::bernoulli(stream, 0.5);
      hidden.push_back((decides ? outcome != rng::bernoulli(stream, 0.1) : other) ? 1 : 0);
    }
    input.offered->add("hidden", hidden);
    const auto value = first_value(input, "boosted");
    EXPECT_LT(*value.p_value_adjusted, 0.001);
    EXPECT_EQ(value.groups.first, "B");
    EXPECT_GT(value.interval->first, 0);
  }
}

}  // namespace
}  // namespace faultline::methods
