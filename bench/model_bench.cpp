// Refits of the models at the two sizes a permutation test needs: the profiles of COMPAS
// (72 rows, 10 columns of dummies) and its people with a number among the covariates (6,172 rows,
// 12 columns). Labels change from fit to fit. Answers are compared with a fit of a fresh model
// before a time is printed.
//   model_bench [Google Benchmark options]

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/rng/draw.hpp"

namespace {

using namespace faultline;

constexpr int kLabelSets = 16;

struct Problem {
  model::Design design{0};
  std::vector<double> weight{}, people{};
  std::vector<std::vector<double>> positive{};
};

data::Attribute attribute(std::string name, int values) {
  data::Attribute result{.name = std::move(name)};
  for (int v = 0; v < values; ++v) result.labels.push_back(fmt::format("v{}", v));
  return result;
}

// All combinations of the attributes, `repeats` rows each.
Problem make_problem(const std::vector<int>& arity, int repeats, bool number) {
  std::int64_t cells = 1;
  for (const int values : arity) cells *= values;
  const std::int64_t rows = cells * repeats;
  Problem problem;
  problem.design = model::Design(rows);
  rng::Stream stream(1, rng::Purpose::simulate, 0);
  std::int64_t stride = 1;
  for (std::size_t a = 0; a < arity.size(); ++a) {
    std::vector<data::Code> codes;
    codes.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t i = 0; i < rows; ++i) {
      codes.push_back(static_cast<data::Code>(i / stride % arity[a]));
    }
    stride *= arity[a];
    problem.design.add(attribute(fmt::format("a{}", a), arity[a]), codes);
  }
  if (number) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t i = 0; i < rows; ++i) values.push_back(rng::normal(stream));
    problem.design.add("number", values);
  }
  const double size = 6172.0 / static_cast<double>(rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    problem.people.push_back(1 + std::floor(size * 2 * rng::uniform(stream)));
    problem.weight.push_back(problem.people.back() * std::exp(rng::normal(stream) / 2));
  }
  for (int k = 0; k < kLabelSets; ++k) {
    problem.positive.emplace_back();
    for (std::int64_t i = 0; i < rows; ++i) {
      const auto n = static_cast<std::int64_t>(problem.people[static_cast<std::size_t>(i)]);
      const double eta = -0.5 + (i % arity[0] == 1 ? 0.8 : 0.0) - (i % 7 == 3 ? 0.5 : 0.0);
      const auto y = static_cast<double>(rng::binomial(stream, n, model::expit(eta)));
      problem.positive.back().push_back(problem.weight[static_cast<std::size_t>(i)] * y /
                                        static_cast<double>(n));
    }
  }
  return problem;
}

void refit(benchmark::State& state, const Problem& problem, bool standardise, bool warm) {
  const model::LogisticOptions options{.standardise = standardise, .warm_start = warm};
  model::Logistic learner(problem.design, options);
  std::vector<double> log_odds(problem.weight.size());
  const auto rows = [&](int k) {
    return model::TrainingRows{.weight = problem.weight,
                               .positive = problem.positive[static_cast<std::size_t>(k)],
                               .people = problem.people};
  };
  int iterations = 0;
  for (int k = 0; k < kLabelSets; ++k) {
    model::Logistic fresh(problem.design, options);
    learner.fit(rows(k));
    fresh.fit(rows(k));
    iterations += learner.report().iterations;
    for (std::size_t j = 0; j < learner.coefficients().size(); ++j) {
      if (!(std::abs(learner.coefficients()[j] - fresh.coefficients()[j]) < 1e-10) ||
          !learner.converged()) {
        fmt::print(stderr, "model_bench: a refit differs from a fresh fit\n");
        std::exit(1);
      }
    }
  }
  int k = 0;
  for (auto _ : state) {
    learner.fit(rows(k));
    learner.predict_log_odds(log_odds);
    benchmark::DoNotOptimize(log_odds.data());
    k = (k + 1) % kLabelSets;
  }
  state.counters["fits/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["iterations"] = static_cast<double>(iterations) / kLabelSets;
  state.counters["columns"] = problem.design.columns();
}

// One fit of trees with its five cross-validation fits.
void refit_trees(benchmark::State& state, const Problem& problem, model::LearnerKind kind) {
  const auto learner = model::make_learner({.kind = kind}, problem.design);
  int k = 0;
  for (auto _ : state) {
    learner->fit({.weight = problem.weight,
                  .positive = problem.positive[static_cast<std::size_t>(k)],
                  .people = problem.people});
    k = (k + 1) % kLabelSets;
  }
  state.counters["columns"] = problem.design.columns();
}

}  // namespace

int main(int argc, char** argv) {
  const Problem profiles = make_problem({2, 2, 3, 6}, 1, false);   // 72 rows, 10 columns
  const Problem people = make_problem({2, 2, 3, 6, 2}, 43, true);  // 6,192 rows, 12 columns
  benchmark::RegisterBenchmark("refit/72x10", [&](auto& s) { refit(s, profiles, true, false); });
  benchmark::RegisterBenchmark("refit/72x10/warm",
                               [&](auto& s) { refit(s, profiles, true, true); });
  benchmark::RegisterBenchmark("refit/6192x12", [&](auto& s) { refit(s, people, true, false); });
  benchmark::RegisterBenchmark("refit/6192x12/warm",
                               [&](auto& s) { refit(s, people, true, true); });
  for (const auto kind : {model::LearnerKind::boosted, model::LearnerKind::forest}) {
    const std::string name(model::name_of(kind));
    benchmark::RegisterBenchmark((name + "/72x10").c_str(), [&, kind](auto& s) {
      refit_trees(s, profiles, kind);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/6192x12").c_str(), [&, kind](auto& s) {
      refit_trees(s, people, kind);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
