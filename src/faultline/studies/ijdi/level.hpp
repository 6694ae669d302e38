#pragma once
// `faultline reproduce ijdi-level`: what the verdicts of IJDI-Scan are worth, on people who are
// treated as the criterion allows (criterion_world.hpp). How often is there evidence at the lambda
// that is true: with exact probabilities, with fitted ones that are taken for exact (the published
// test), and with the fit drawn again. How often is a planted group found. And how often does a
// sweep claim a lambda that is too large.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/ijdi/criterion_world.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

/// exact: the true p. published: p fitted by logistic regression, decisions redrawn alone. refit:
/// the same p, everything redrawn. boosted: p fitted by boosted trees, everything redrawn. given: a
/// column from a logistic regression of other people (of the same kinds, four fifths as many),
/// decisions redrawn alone, as whenever a column gives p.
enum class IjdiTest { exact, published, refit, boosted, given };
[[nodiscard]] std::span<const describe::Word> words(IjdiTest);

struct IjdiLevelOptions {
  std::uint64_t seed = 1;
  std::vector<CriterionWorld> worlds = {CriterionWorld::narrow, CriterionWorld::wide,
                                        CriterionWorld::curved};
  std::vector<std::int64_t> people = {1000, 4000, 20000};
  std::vector<IjdiTest> tests = {IjdiTest::exact, IjdiTest::published, IjdiTest::refit};
  std::vector<double> lambdas = {0.5, 1, 2, 5, 10};
  double shift = 0.2;  // of the planted group's rate
  bool sweeps = true;  // also sweep over lambda, by refit
  std::int64_t data_sets = 400;
  std::int64_t replicates = 99;
  double alpha = 0.05;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const IjdiLevelOptions& options);

struct IjdiLevelRow {
  CriterionWorld world = CriterionWorld::narrow;
  std::int64_t people = 0;
  IjdiTest test = IjdiTest::refit;
  double lambda = 0;
  double shift = 0;
  std::int64_t data_sets = 0;
  std::int64_t rejected = 0;
};

/// A sweep over both error rates where `lambda` is true.
struct IjdiSweepRow {
  CriterionWorld world = CriterionWorld::narrow;
  std::int64_t people = 0;
  double lambda = 0;
  std::int64_t data_sets = 0;
  std::int64_t too_far = 0;           // evidence at this lambda or above, in either rate
  std::vector<std::int64_t> found{};  // [lambda of the sweep]: evidence in the fpr
};

struct IjdiLevelStudy {
  IjdiLevelOptions options{};
  std::vector<IjdiLevelRow> rows{};  // by world, people, test, shift (none first), lambda
  std::vector<IjdiSweepRow> sweeps{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] IjdiLevelStudy ijdi_level_study(const IjdiLevelOptions& options,
                                              const methods::Hooks& hooks = {});

/// Lambdas of the sweeps, and those of them that are true in turn.
[[nodiscard]] const std::vector<double>& swept_lambdas();

/// Tables as Markdown; ijdi-level.csv and ijdi-sweeps.csv.
[[nodiscard]] StudyOutput to_output(const IjdiLevelStudy& study);

}  // namespace faultline::studies
