#pragma once
// `faultline reproduce cbs-level`: how often Conditional Bias Scan cries wolf. Data sets without
// any bias (outcome, prediction and decision depend on the covariates alone, never on the class)
// are audited with both permutation tests; a test at level alpha may reject in at most a share
// alpha of them. Three designs: the class is independent of the covariates; it depends on them, as
// both models can express; it depends on them, and both models lack the interaction that matters.

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/parallel/progress.hpp"

namespace faultline::studies {

enum class ClassDesign { independent, depends, misspecified };

struct LevelStudyOptions {
  std::uint64_t seed = 1;
  std::vector<ClassDesign> designs = {ClassDesign::independent, ClassDesign::depends,
                                      ClassDesign::misspecified};
  std::int64_t people = 1000;
  std::int64_t data_sets = 400;
  std::int64_t replicates = 99;
  std::vector<double> alphas = {0.05, 0.1};
  int threads = 0;
};

/// Throws ConfigError.
void validate(const LevelStudyOptions& options);

/// One design, null, scan and level.
struct LevelRow {
  ClassDesign design = ClassDesign::independent;
  methods::Permute permute = methods::Permute::everyone;
  std::string metric{};
  double alpha = 0.05;
  std::int64_t rejected = 0;
  std::int64_t data_sets = 0;
  std::pair<double, double> interval{0, 1};  // 95 %, Wilson, of the rejection rate
};

struct LevelStudy {
  LevelStudyOptions options{};
  std::vector<LevelRow> rows{};
};

/// People without bias: covariates a (2 values), b (3), c (2), the class in attribute `class`,
/// predictions rounded to multiples of .05. Depends on the seed and the number of the data set
/// alone.
[[nodiscard]] data::Profiles unbiased_people(ClassDesign design, std::int64_t people,
                                             std::uint64_t seed, std::uint32_t data_set);

/// The four scans of the case study. The same for every thread count. Throws Cancelled when
/// stopped.
[[nodiscard]] LevelStudy level_study(const LevelStudyOptions& options,
                                     const parallel::ProgressFunction& progress = {},
                                     const std::stop_token& stop = {});

[[nodiscard]] std::string_view name_of(ClassDesign design);
[[nodiscard]] std::string to_csv(const LevelStudy& study);
/// For the terminal, at most 80 columns.
[[nodiscard]] std::string to_text(const LevelStudy& study);

}  // namespace faultline::studies
