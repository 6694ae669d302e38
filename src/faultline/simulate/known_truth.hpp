#pragma once
// People of whom it is known whether a model treats a class unfairly, to try verdicts on. In most
// designs outcome, score and decision depend on the covariates alone, never on the class; what
// differs is how the class depends on the covariates and which models can express it. Where `bias`
// is not 0, the score of the class's members in one subgroup is shifted up by so many log-odds.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::simulate {

enum class TruthDesign {
  independent,  // class independent of the covariates
  depends,      // it depends on them
  strong,       // more strongly
  interaction,  // through an interaction that main effects miss, and so does the outcome
  sparse,       // hardly anybody outside the class is like its members
  number,       // a numeric covariate with a quadratic effect on the outcome
  curve,        // class and outcome both depend on its square
  income,       // the class follows a numeric covariate on which the outcome depends
  separation,   // base rates differ; only separation holds
  sufficiency,  // the score's mean and spread differ; only sufficiency holds
  jump,         // class and outcome both jump at one value of a number, which no spline follows
  rare,         // a class of 8 %, a rare outcome, a covariate with a long tail
  many,         // twelve correlated covariates, all of which matter a little
  twenty,       // twenty of them
  corner,       // class and outcome both jump where two numbers are large together
  ratio,        // where one number is large for another
  band,         // where two numbers are nearly the same
  ring,         // where both are near the middle
  bump,         // smoothly, the more two numbers are the same
  triple,       // where two numbers are large together, of one category only
};
[[nodiscard]] std::span<const describe::Word> words(TruthDesign);
[[nodiscard]] std::span<const TruthDesign> all_truth_designs();

struct KnownTruthOptions {
  TruthDesign design = TruthDesign::independent;
  std::int64_t people = 1000;
  double bias = 0;
  bool whole_class = false;  // bias reaches the class, not one subgroup of it
  bool rounded = false;      // predictions in steps of .05
  std::uint64_t seed = 1;
  std::uint32_t data_set = 0;
};

struct KnownTruth {
  data::Profiles profiles{};  // attribute `class`, values out and in
  std::vector<std::string> scanned{};
  std::vector<std::string> covariates{};
};

/// The criteria that hold in a design without bias: those conditional on the outcome, those
/// conditional on score or decision.
struct TrueCriteria {
  bool separation = true;
  bool sufficiency = true;
};
[[nodiscard]] TrueCriteria true_criteria(TruthDesign design);

/// Depends on the options alone.
[[nodiscard]] KnownTruth known_truth(const KnownTruthOptions& options);

}  // namespace faultline::simulate
