// Analyses of sources at the edges of what a report can be asked to show.

#include <cmath>
#include <limits>

#include "sample_sources.hpp"

namespace faultline::report::samples {
namespace {

using Report = audit::SourcesReport;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Report::Interval around(double middle, double half) { return {{middle - half, middle + half}}; }

double rounded(double value) { return std::round(1e4 * value) / 1e4; }

}  // namespace

audit::Result sources_given() {
  audit::Result result = sources();
  Report& report = *result.sources;
  report = {};
  result.data.source = "stays.csv";
  result.config = {{"input", std::string("stays.csv")},
                   {"outcome", std::string("length_of_stay")},
                   {"score", std::vector<std::string>{"old_score", "new_score"}},
                   {"protected", std::vector<std::string>{"insurance"}}};
  result.data.attributes = {{"insurance", {{"Private", 3021}, {"Public", 4410}, {"None", 209}}}};
  result.data.rows = result.data.rows_used = 7640;
  report.outcome = "number";
  report.protected_column = "insurance";
  report.parts = {"costs"};
  report.evaluation = "Predictions came with the data.";
  report.groups = {{"Private", 3021, 4.31}, {"Public", 4410, 5.02}, {"None", 209, 3.875}};
  report.models = {{"old_score", "predictions in the column old_score", true, 0, 0},
                   {"new_score", "predictions in the column new_score", true, 0, 0}};
  const double costs[][3] = {{6.21, 7.74, 11.31}, {5.93, 7.12, 7.4}};
  const double errors[][3] = {{0.21, 0.18, 1.32}, {0.2, 0.17, 1.01}};
  for (std::size_t m = 0; m < 2; ++m) {
    const std::string& model = report.models[m].name;
    Report::GroupTest test{.model = model,
                           .metric = "mse",
                           .folds = 5,
                           .f = m == 0 ? 9.4 : 2.1,
                           .degrees_of_freedom = 12,
                           .p_value = m == 0 ? 0.0035 : 0.165};
    for (std::size_t g = 0; g < 3; ++g) {
      report.costs.push_back({.model = model,
                              .group = report.groups[g].group,
                              .metric = "mse",
                              .estimate = costs[m][g],
                              .se = errors[m][g],
                              .interval = around(costs[m][g], 1.96 * errors[m][g]),
                              .n = report.groups[g].n});
      for (std::size_t h = g + 1; h < 3; ++h) {
        const double difference = rounded(costs[m][g] - costs[m][h]);
        const double se = rounded(std::hypot(errors[m][g], errors[m][h]));
        const Report::Groups groups = {report.groups[g].group, report.groups[h].group};
        report.levels.push_back({.model = model,
                                 .groups = groups,
                                 .metric = "mse",
                                 .difference = difference,
                                 .se = se,
                                 .interval = around(difference, 1.96 * se),
                                 .p_value = m == 0 ? 0.0004 : 0.21,
                                 .p_value_adjusted = m == 0 ? 0.0012 : 0.63});
        test.pairs.push_back({.groups = groups,
                              .difference = difference,
                              .interval = {difference - 2.7, difference + 2.7},
                              .p_value = m == 0 ? 0.0061 : 0.36});
        if (m == 1) {
          report.comparisons.push_back({.what = "level",
                                        .models = {"old_score", "new_score"},
                                        .groups = groups,
                                        .metric = "mse",
                                        .difference = 0.35,
                                        .p_value = 0.042});
        }
      }
    }
    report.group_tests.push_back(test);
  }
  report.recommendation = {{.groups = {"Public", "None"},
                            .metric = "mse",
                            .action = "none",
                            .advice = "The difference is not clear enough to act on.",
                            .because = {"Holm's p-value is 0.63."}}};
  report.cut = {"Decomposition, learning curves and noise need a learner, and none was given."};
  return result;
}

audit::Result sources_many() {
  audit::Result result = sources();
  Report& report = *result.sources;
  const Report two = report;
  for (const char* label : {"B", "C", "D", "E", "F"}) {
    const std::string other = std::string("Group with a rather long name ") + label;
    report.groups.push_back({other, 120, 0.2});
    const auto renamed = [&](auto item) {
      item.groups.second = other;
      return item;
    };
    for (Report::Cost item : two.costs) {
      if (item.group != "Male") continue;
      item.group = other;
      report.costs.push_back(item);
    }
    for (const auto& item : two.levels) report.levels.push_back(renamed(item));
    for (const auto& item : two.decomposition_gaps) {
      report.decomposition_gaps.push_back(renamed(item));
    }
    for (const auto& item : two.gap_curves) report.gap_curves.push_back(renamed(item));
    for (const auto& item : two.recommendation) report.recommendation.push_back(renamed(item));
    for (Report::LearningCurve item : two.learning_curves) {
      if (item.group != "Male") continue;
      item.group = other;
      report.learning_curves.push_back(item);
    }
    for (Report::Noise item : two.noise) {
      if (item.group != "Male") continue;
      item.group = other;
      item.upper = item.lower = {};
      item.note = "fewer than 50 people have the outcome";
      report.noise.push_back(item);
    }
    for (Report::GroupTest& test : report.group_tests) {
      Report::GroupTest::Pair pair = test.pairs[0];
      pair.groups.second = other;
      test.pairs.push_back(pair);
    }
  }
  report.models.push_back({"logistic", "logistic regression", false, 425, 31});
  return result;
}

audit::Result sources_bare() {
  audit::Result result = sources();
  Report& report = *result.sources;
  Report costs;
  costs.outcome = report.outcome;
  costs.protected_column = report.protected_column;
  costs.evaluation = report.evaluation;
  costs.groups = report.groups;
  costs.models = report.models;
  costs.costs = report.costs;
  report = costs;
  report.parts = {"costs"};
  report.costs[2].n = 0;
  report.costs[2].estimate = kNaN;
  report.costs[2].se = kNaN;
  report.costs[2].interval.reset();
  result.partial = true;
  return result;
}

audit::Result sources_hostile() {
  const std::string evil = "<script>alert('x')</script>&\x1b[31m\xff";
  audit::Result result = sources();
  Report& report = *result.sources;
  const Report::Groups pair = {evil, evil + "2"};
  report.protected_column = report.evaluation = evil;
  report.topics = {evil, "pain, chest"};
  report.cut = {evil};
  for (Report::Group& one : report.groups) one.group = evil;
  report.groups[1].mean_outcome = kNaN;
  report.models = {{evil, evil, false, 3, 2}, {evil + "b", "", true, 0, 0}};
  for (Report::Cost& one : report.costs) {
    one.model = one.group = evil;
    one.estimate = kNaN;
    one.interval = {{kNaN, 1}};
  }
  report.costs[1].interval = {{-kInfinity, kInfinity}};
  report.costs[1].estimate = 0.5;
  for (Report::Level& one : report.levels) {
    one.groups = pair;
    one.model = evil;
    one.difference = kInfinity;
    one.se = kNaN;
    one.p_value = kNaN;
  }
  report.comparisons = {{"bias-variance", {evil, evil}, pair, "mse", kNaN, {}}};
  for (Report::GroupTest& one : report.group_tests) {
    one.model = evil;
    one.f = kInfinity;
    one.pairs[0].groups = pair;
    one.pairs[0].interval = {-kInfinity, kInfinity};
  }
  for (Report::Decomposition& one : report.decomposition) {
    one.model = one.group = one.noise_estimator = evil;
    one.noise = kNaN;
    one.bias_range = {{-kInfinity, 0.1}};
  }
  for (Report::DecompositionGap& one : report.decomposition_gaps) {
    one.model = evil;
    one.groups = pair;
    one.variance = -kInfinity;
    one.variance_interval = {{-kInfinity, kInfinity}};
  }
  for (Report::LearningCurve& one : report.learning_curves) {
    one.group = evil;
    one.grows = one.grows.empty() ? "" : evil;
    one.points[0].mean = kNaN;
    one.points[1].sem = kInfinity;
    one.fit->alpha = kInfinity;
    one.fit->why = evil;
  }
  report.learning_curves[1].points.clear();
  for (Report::GapCurve& one : report.gap_curves) {
    one.groups = pair;
    one.grows = one.grows.empty() ? "" : evil;
    one.answer = evil;
    one.extrapolation[0].value = kNaN;
    one.n_for_gap_interval = {{kInfinity, kInfinity}};
  }
  report.gap_curves[1].points.clear();
  report.gap_curves[1].extrapolation.clear();
  for (Report::Noise& one : report.noise) {
    one.group = evil;
    one.note = evil;
    one.lower = kNaN;
  }
  for (Report::Cluster& one : report.clusters) {
    one.cluster = evil;
    one.pair = pair;
    one.gap = kNaN;
    one.groups[0].group = evil;
    one.groups[0].cost = kInfinity;
    one.interval = {{-0.1, kInfinity}};
  }
  for (Report::Recommendation& one : report.recommendation) {
    one.groups = pair;
    one.advice = evil;
    one.because = {evil};
  }
  return result;
}

}  // namespace faultline::report::samples
