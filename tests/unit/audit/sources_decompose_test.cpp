// Bias, variance and noise: the terms of people with observed outcomes against a full enumeration,
// and the whole way from people to report.

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/audit/sources/decompose.hpp"
#include "faultline/audit/sources/decompose_draws.hpp"
#include "faultline/audit/sources/decompose_optimal.hpp"
#include "faultline/audit/sources/decompose_terms.hpp"
#include "faultline/audit/sources/decomposition.hpp"
#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::audit {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Eight cells of x, two groups; training sets of 40 people.
constexpr int kCells = 8;
constexpr double kSecondGroup = 0.3;
constexpr std::array<std::array<double, kCells>, 2> kCellShare = {
    {{.20, .20, .15, .15, .10, .10, .05, .05}, {.05, .05, .10, .10, .15, .15, .20, .20}}};
constexpr std::array<std::array<double, kCells>, 2> kPositive = {
    {{.05, .20, .30, .55, .60, .70, .80, .95}, {.10, .20, .40, .35, .55, .45, .65, .90}}};

int draw_cell(rng::Stream& stream, std::size_t group) {
  double u = rng::uniform(stream);
  for (int x = 0; x < kCells; ++x) {
    u -= kCellShare[group][static_cast<std::size_t>(x)];
    if (u < 0) return x;
  }
  return kCells - 1;
}

/// Predictions of every cell after one training set of 40: a vote of the people in it ("hist"), or
/// in it and its neighbour ("coarse"); scores with one more of either outcome.
struct Learned {
  std::array<bool, kCells> flagged{};
  std::array<double, kCells> score{};
};
Learned learn(rng::Stream& stream, bool coarse) {
  std::array<std::array<int, 2>, kCells> count{};
  for (int i = 0; i < 40; ++i) {
    const std::size_t group = rng::bernoulli(stream, kSecondGroup) ? 1 : 0;
    const auto x = static_cast<std::size_t>(draw_cell(stream, group));
    ++count[coarse ? x / 2 : x][rng::bernoulli(stream, kPositive[group][x]) ? 1 : 0];
  }
  Learned learned;
  for (std::size_t x = 0; x < kCells; ++x) {
    const auto& here = count[coarse ? x / 2 : x];
    learned.flagged[x] = here[1] > here[0];
    learned.score[x] = (here[1] + 1.0) / (here[0] + here[1] + 2.0);
  }
  return learned;
}

struct Cell {
  double flagged = 0;
  double mean = 0;
  double squares = 0;
};
std::array<Cell, kCells> learn_often(rng::Stream& stream, bool coarse, int training_sets) {
  std::array<Cell, kCells> cells{};
  for (int t = 0; t < training_sets; ++t) {
    const Learned learned = learn(stream, coarse);
    for (std::size_t x = 0; x < kCells; ++x) {
      cells[x].flagged += learned.flagged[x] ? 1 : 0;
      const double before = learned.score[x] - cells[x].mean;
      cells[x].mean += before / (t + 1);
      cells[x].squares += before * (learned.score[x] - cells[x].mean);
    }
  }
  return cells;
}

/// Everybody of a group, as often as he or she occurs, with either outcome.
Decomposition decompose(CostMetric metric, const std::array<Cell, kCells>& cells, std::size_t group,
                        double training_sets) {
  DecompositionSum sum(metric);
  for (std::size_t x = 0; x < kCells; ++x) {
    const double p = kPositive[group][x];
    for (const double y : {0.0, 1.0}) {
      const auto terms = terms_of(metric, {.outcome = y,
                                           .optimal = p,
                                           .predictions = training_sets,
                                           .flagged = cells[x].flagged / training_sets,
                                           .mean = cells[x].mean,
                                           .variance = cells[x].squares / (training_sets - 1)});
      if (terms) sum.add(*terms, kCellShare[group][x] * (y != 0 ? p : 1 - p));
    }
  }
  return sum.finish();
}

struct Exact {
  bool coarse;
  CostMetric metric;
  std::size_t group;
  double cost, noise, bias, variance;
};

/// By full enumeration of training sets.
const std::vector<Exact> kExact = {{false, CostMetric::zero_one, 0, .304207, .083474, .15, .070733},
                                   {false, CostMetric::zero_one, 1, .374768, .089826, .15, .134941},
                                   {false, CostMetric::fpr, 0, .161632, .006708, .111570, .043353},
                                   {false, CostMetric::fpr, 1, .422466, .116006, .183333, .123127},
                                   {false, CostMetric::fnr, 0, .522581, .201051, .208861, .112669},
                                   {false, CostMetric::fnr, 1, .335741, .068407, .122727, .144607},
                                   {false, CostMetric::mse, 0, .194593, .1655, .010843, .018250},
                                   {false, CostMetric::mse, 1, .226720, .197, .009330, .020390},
                                   {true, CostMetric::zero_one, 0, .295435, .070510, .15, .074925},
                                   {true, CostMetric::zero_one, 1, .352782, .135812, .15, .066970},
                                   {true, CostMetric::fpr, 0, .162429, -.005463, .111570, .056322},
                                   {true, CostMetric::fpr, 1, .472661, .225643, .183333, .063685},
                                   {true, CostMetric::mse, 0, .190458, .1655, .012213, .012746},
                                   {true, CostMetric::mse, 1, .221966, .197, .010119, .014847}};

/// With 200,000 training sets a share that is flagged has a standard error of at most .0011, and no
/// cell's true share is within .04 of a half: the majority is right. Six standard errors of it make
/// .0067, twice that for the noise, in which the share counts twice. Scores have a standard
/// deviation of at most .16: six standard errors of their mean make .0022, which moves the squared
/// bias by .001, and of their variance less than .0005.
TEST(Decompose, EnumerationIsTheLimitOfTheEstimates) {
  constexpr int kTrainingSets = 200'000;
  for (const bool coarse : {false, true}) {
    rng::Stream stream(3, rng::Purpose::test, coarse ? 1 : 0);
    const auto cells = learn_often(stream, coarse, kTrainingSets);
    for (const Exact& exact : kExact) {
      if (exact.coarse != coarse) continue;
      SCOPED_TRACE(std::string(name_of(exact.metric)) + (coarse ? " coarse " : " hist ") +
                   std::to_string(exact.group));
      const Decomposition ours = decompose(exact.metric, cells, exact.group, kTrainingSets);
      const bool squared = exact.metric == CostMetric::mse;
      EXPECT_NEAR(ours.cost, exact.cost, squared ? 0.002 : 0.0067);
      EXPECT_NEAR(ours.noise, exact.noise, squared ? 1e-6 : 0.0134);
      EXPECT_NEAR(ours.bias, exact.bias, squared ? 0.001 : 1e-6);
      EXPECT_NEAR(ours.variance, exact.variance, squared ? 0.0005 : 0.0067);
      EXPECT_NEAR(ours.cost, ours.noise + ours.bias + ours.variance, 1e-12);
    }
  }
}

/// With five training sets the squared bias would be too large by variance / 5 = .0036, were it not
/// corrected. Means over 20,000 repetitions have standard errors below .0002.
TEST(Decompose, FewTrainingSetsDoNotBiasTheSquaredLoss) {
  rng::Stream stream(4, rng::Purpose::test, 0);
  Decomposition mean;
  constexpr int kRepetitions = 20'000;
  for (int k = 0; k < kRepetitions; ++k) {
    const auto cells = learn_often(stream, false, 5);
    const Decomposition parts = decompose(CostMetric::mse, cells, 0, 5);
    mean.cost += parts.cost / kRepetitions;
    mean.bias += parts.bias / kRepetitions;
    mean.variance += parts.variance / kRepetitions;
  }
  EXPECT_NEAR(mean.bias, .010843, 0.0012);
  EXPECT_NEAR(mean.variance, .018250, 0.0012);
  EXPECT_NEAR(mean.cost, .194593, 0.0012);
}

/// The cross term of the squared loss by hand, and the identity of the zero-one losses person by
/// person for any estimate of what is optimal.
TEST(Decompose, TermsOfOnePerson) {
  // Predictions .2 and .6 of somebody with outcome 1 and E[Y] = .7.
  const ObservedPerson person{.outcome = 1,
                              .optimal = 0.7,
                              .predictions = 2,
                              .flagged = 0.5,
                              .mean = 0.4,
                              .variance = 0.08};
  const auto squared = terms_of(CostMetric::mse, person);
  ASSERT_TRUE(squared);
  EXPECT_NEAR(squared->cost, (0.64 + 0.16) / 2, 1e-12);
  EXPECT_NEAR(squared->noise, 0.09, 1e-12);
  EXPECT_NEAR(squared->bias, 0.09 - 0.04, 1e-12);
  EXPECT_NEAR(squared->cost - squared->noise - squared->bias - squared->variance,
              2 * (0.4 - 0.7) * (0.7 - 1), 1e-12);
  const auto missed = terms_of(CostMetric::fnr, person);
  ASSERT_TRUE(missed);
  EXPECT_EQ(missed->bias, 1);  // a tie is a 0
  EXPECT_EQ(missed->variance, -0.5);
  EXPECT_EQ(missed->noise, 0);
  EXPECT_EQ(missed->cost, 0.5);
  EXPECT_FALSE(terms_of(CostMetric::fpr, person));
  EXPECT_THROW((void)terms_of(CostMetric::generalised_zero_one, person), InternalError);
  rng::Stream stream(5, rng::Purpose::test, 0);
  for (int k = 0; k < 1000; ++k) {
    const auto terms =
        terms_of(CostMetric::zero_one, {.outcome = rng::bernoulli(stream, 0.5) ? 1.0 : 0.0,
                                        .optimal = rng::uniform(stream),
                                        .predictions = 8,
                                        .flagged = rng::binomial(stream, 8, 0.5) / 8.0});
    EXPECT_NEAR(terms->cost, terms->noise + terms->bias + terms->variance, 1e-12);
  }
}

/// Supplement D: noise of the same variance everywhere does not add to a difference of squared
/// losses, whatever the learner does.
TEST(Decompose, EqualNoiseCancelsUnderSquaredLoss) {
  rng::Stream stream(6, rng::Purpose::test, 0);
  std::array<Decomposition, 2> parts;
  for (std::size_t g = 0; g < 2; ++g) {
    DecompositionSum sum(CostMetric::mse);
    for (int i = 0; i < 50; ++i) {
      const double expected = rng::normal(stream) + static_cast<double>(g);
      const double mean = rng::normal(stream);
      const double variance = rng::uniform(stream);
      for (const double noise : {-1.5, 1.5}) {
        sum.add(*terms_of(CostMetric::mse, {.outcome = expected + noise,
                                            .optimal = expected,
                                            .predictions = 7,
                                            .mean = mean,
                                            .variance = variance}),
                1);
      }
    }
    parts[g] = sum.finish();
  }
  EXPECT_NEAR(parts[0].noise - parts[1].noise, 0, 1e-12);
  EXPECT_NEAR(parts[0].cost - parts[1].cost,
              parts[0].bias - parts[1].bias + parts[0].variance - parts[1].variance, 1e-12);
}

/// People of the two groups above, x as a category.
SourcesInput cell_people(std::int64_t people, bool one_group = false) {
  SourcesInput input;
  input.protected_column = "sex";
  input.groups = {"a"};
  if (!one_group) input.groups.emplace_back("b");
  rng::Stream stream(7, rng::Purpose::test, 0);
  std::vector<data::Code> cells;
  for (std::int64_t i = 0; i < people; ++i) {
    const std::size_t group = !one_group && rng::bernoulli(stream, kSecondGroup) ? 1 : 0;
    const int x = draw_cell(stream, group);
    cells.push_back(static_cast<data::Code>(x));
    input.group.push_back(static_cast<std::int32_t>(group));
    input.outcome.push_back(
        rng::bernoulli(stream, kPositive[group][static_cast<std::size_t>(x)]) ? 1 : 0);
  }
  data::Attribute attribute{.name = "x"};
  for (int x = 0; x < kCells; ++x) attribute.labels.push_back(std::to_string(x));
  input.features = std::make_unique<model::Features>(people);
  input.features->add(attribute, cells);
  return input;
}

SourcesOptions with(std::vector<model::PredictorKind> kinds) {
  SourcesOptions options;
  for (const model::PredictorKind kind : kinds) options.learners.push_back({.kind = kind});
  options.repetitions = 12;
  options.tune = false;
  options.threads = 1;
  return options;
}

SourcesReport decompose(const SourcesInput& input, const SourcesOptions& options) {
  SourcesReport report;
  EXPECT_TRUE(add_decomposition(input, options, Deadline(options.budget), {}, report));
  return report;
}

TEST(AddDecomposition, FindsNoiseAndBayesRisk) {
  const SourcesInput input = cell_people(4000);
  SourcesOptions options = with({model::PredictorKind::ridge, model::PredictorKind::tree});
  options.learners[1].depth = 1;
  const SourcesReport report = decompose(input, options);
  ASSERT_EQ(report.decomposition.size(), 4U * 2 * 2);  // metrics, learners, groups
  ASSERT_EQ(report.decomposition_gaps.size(), 4U * 2);
  EXPECT_EQ(report.models.size(), 2U);
  EXPECT_EQ(report.models[0].fits, 12);
  for (const auto& entry : report.decomposition) {
    SCOPED_TRACE(entry.model + " " + entry.metric + " " + entry.group);
    EXPECT_EQ(entry.noise_estimator, "boosted");
    EXPECT_NEAR(entry.predictions_per_person, 12 * std::exp(-1), 0.5);
    ASSERT_TRUE(entry.noise_range);
    ASSERT_TRUE(entry.bias_range);
    EXPECT_LE(entry.noise_range->first, entry.noise);
    EXPECT_GE(entry.noise_range->second, entry.noise);
    if (entry.metric == "mse") {
      // A standard error is .005 at most: 2,800 and 1,200 people.
      EXPECT_NEAR(entry.noise, entry.group == "a" ? .1655 : .197, 0.02);
      EXPECT_NEAR(entry.residual, 0, 0.01);
    } else {
      EXPECT_NEAR(entry.residual, 0, 1e-12);
    }
    if (entry.metric == "zero-one") {
      EXPECT_NEAR(entry.bayes_risk, entry.group == "a" ? .245 : .315, 0.04);
    }
  }
  const auto& gap = report.decomposition_gaps[0];
  EXPECT_NEAR(gap.level, report.decomposition[0].cost - report.decomposition[1].cost, 1e-12);
  ASSERT_TRUE(gap.variance_interval);
  EXPECT_LT(gap.variance_interval->first, gap.variance);
  EXPECT_GT(gap.variance_interval->second, gap.variance);
}

TEST(AddDecomposition, LearnersAreComparedInBiasPlusVariance) {
  SourcesOptions options = with({model::PredictorKind::ridge, model::PredictorKind::tree});
  options.learners[1].depth = 1;
  options.noise_estimator = "boosted";
  const SourcesReport report = decompose(cell_people(4000), options);
  ASSERT_EQ(report.comparisons.size(), 4U);
  const auto gap_of = [&](const std::string& model, const std::string& metric) {
    return std::find_if(report.decomposition_gaps.begin(), report.decomposition_gaps.end(),
                        [&](const auto& g) { return g.model == model && g.metric == metric; });
  };
  for (const auto& comparison : report.comparisons) {
    SCOPED_TRACE(comparison.metric);
    EXPECT_EQ(comparison.what, "bias-variance");
    EXPECT_EQ(comparison.models, (std::pair<std::string, std::string>{"ridge", "tree"}));
    const auto ridge = gap_of("ridge", comparison.metric);
    const auto tree = gap_of("tree", comparison.metric);
    ASSERT_NE(ridge, report.decomposition_gaps.end());
    ASSERT_NE(tree, report.decomposition_gaps.end());
    const double expected = comparison.metric == "mse"
                                ? ridge->level - tree->level
                                : ridge->bias + ridge->variance - tree->bias - tree->variance;
    EXPECT_NEAR(comparison.difference, expected, 1e-9);
    ASSERT_TRUE(comparison.p_value);
  }
  // The same learner twice does not differ from itself.
  SourcesOptions twice = with({model::PredictorKind::ridge, model::PredictorKind::ridge});
  twice.noise_estimator = "nearest-neighbour";
  for (const auto& comparison : decompose(cell_people(300), twice).comparisons) {
    EXPECT_EQ(comparison.difference, 0);
    EXPECT_EQ(comparison.p_value, 1);
  }
}

TEST(AddDecomposition, SameForAnyNumberOfThreads) {
  const SourcesInput input = cell_people(400);
  SourcesOptions options = with({model::PredictorKind::tree, model::PredictorKind::forest});
  options.learners[1].trees = 10;
  options.tune = true;
  const SourcesReport one = decompose(input, options);
  options.threads = 3;
  const SourcesReport three = decompose(input, options);
  ASSERT_EQ(one.decomposition.size(), three.decomposition.size());
  for (std::size_t i = 0; i < one.decomposition.size(); ++i) {
    EXPECT_EQ(one.decomposition[i].cost, three.decomposition[i].cost);
    EXPECT_EQ(one.decomposition[i].noise, three.decomposition[i].noise);
    EXPECT_EQ(one.decomposition[i].variance, three.decomposition[i].variance);
    EXPECT_EQ(one.decomposition[i].noise_range, three.decomposition[i].noise_range);
  }
}

TEST(AddDecomposition, SplitsAndOneGroup) {
  SourcesOptions options = with({model::PredictorKind::ridge});
  options.draws = TrainingDraws::splits;
  options.noise_estimator = "nearest-neighbour";
  const SourcesReport report = decompose(cell_people(300, true), options);
  ASSERT_EQ(report.decomposition.size(), 4U);
  EXPECT_EQ(report.decomposition[0].noise_estimator, "nearest-neighbour");
  EXPECT_FALSE(report.decomposition[0].noise_range);
  EXPECT_TRUE(report.decomposition_gaps.empty());
  // 12 splits with a fifth tested: some people are tested once or never.
  EXPECT_THAT(report.cut, Contains(HasSubstr("predicted fewer than twice")));
  EXPECT_LT(report.decomposition[3].n, 300);
  EXPECT_GT(report.decomposition[3].n, 150);
}

TEST(AddDecomposition, Numbers) {
  SourcesInput input = cell_people(500);
  input.outcome_kind = model::OutcomeKind::number;
  rng::Stream stream(8, rng::Purpose::test, 0);
  for (double& y : input.outcome) y = 3 * y + rng::normal(stream);
  const SourcesReport report = decompose(input, with({model::PredictorKind::ridge}));
  ASSERT_EQ(report.decomposition.size(), 2U);
  EXPECT_EQ(report.decomposition[0].metric, "mse");
  EXPECT_GT(report.decomposition[0].noise, 1);
  EXPECT_NEAR(report.decomposition[0].residual, 0, 0.3);
}

TEST(AddDecomposition, FewPeople) {
  SourcesInput input = cell_people(10);
  input.group = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};  // nobody else of the second group
  input.outcome = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  SourcesOptions options = with({model::PredictorKind::ridge});
  options.noise_estimator = "nearest-neighbour";
  const SourcesReport report = decompose(input, options);
  EXPECT_THAT(report.cut, Contains(HasSubstr("nobody else tells what is optimal")));
  EXPECT_THAT(report.cut, Contains("Decomposition of fnr for b: nobody counts."));
  EXPECT_FALSE(report.decomposition.empty());
  EXPECT_TRUE(decompose(cell_people(3), options).decomposition.empty());
}

TEST(AddDecomposition, BudgetAndStop) {
  const SourcesInput input = cell_people(200);
  SourcesOptions options = with({model::PredictorKind::ridge});
  options.budget = 1e-9;
  const SourcesReport late = decompose(input, options);
  EXPECT_TRUE(late.decomposition.empty());
  EXPECT_THAT(late.cut, Contains(HasSubstr("0 of 12 training sets were done; the budget of")));
  options.budget = 0;
  std::stop_source source;
  source.request_stop();
  SourcesReport none;
  EXPECT_FALSE(add_decomposition(input, options, Deadline(0), {.stop = source.get_token()}, none));
  EXPECT_TRUE(none.decomposition.empty());
}

TEST(EstimateOptimal, KnowsTheGroup) {
  // The outcome is the group: x says nothing.
  SourcesInput input = cell_people(400);
  for (std::size_t i = 0; i < 400; ++i) input.outcome[i] = input.group[i];
  SourcesOptions options = with({model::PredictorKind::ridge});
  const auto estimates = estimate_optimal(input, options, {});
  ASSERT_EQ(estimates.size(), 2U);
  EXPECT_EQ(estimates[0].estimator, "boosted");
  EXPECT_EQ(estimates[1].estimator, "nearest-neighbour");
  for (const OptimalEstimate& estimate : estimates) {
    for (std::size_t i = 0; i < 400; ++i) {
      EXPECT_NEAR(estimate.value[i], input.outcome[i], 0.2);
    }
  }
  EXPECT_EQ(neighbours_among(10), 5);
  EXPECT_EQ(neighbours_among(400), 20);
  EXPECT_EQ(neighbours_among(100'000), 50);
}

}  // namespace
}  // namespace faultline::audit
