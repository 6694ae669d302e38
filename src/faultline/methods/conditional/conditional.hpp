#pragma once
// Conditional Bias Scan (Boxer, McFowland, Neill): for every protected class and criterion, the
// subgroup of the class whose events depart most from what the comparable people outside the class
// let one expect. Expectations come from a model fitted on the others, weighted by their odds of
// belonging to the class; the p-value comes from redrawing membership and repeating everything.
// Assumed: the covariates hold everything that makes people comparable, rows are independent, and
// the model of membership (membership.hpp) is about right where membership is redrawn from it.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/metric.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/resample/checkpoint.hpp"

namespace faultline::methods {

/// People and what is known of them. `profiles.attributes` holds the scanned attributes, the
/// protected ones and the categorical covariates; `profiles.numbers` the numeric covariates and
/// given columns.
struct ConditionalInput {
  const data::Profiles& profiles;
  std::vector<std::string> scanned{};     // attributes to search
  std::vector<std::string> covariates{};  // attributes or numbers of both models
};

/// How membership is drawn in a null replicate.
enum class Permute {
  automatic,  // within where nearly all of the class can be exchanged, else redraw
  within,     // exchanged among people with the same covariates, scanned attributes and condition
  redraw,     // from a model of membership given covariates and condition
  everyone,   // exchanged over all people, as published: valid only when the class has nothing to
              // do with the covariates
};
[[nodiscard]] std::span<const describe::Word> words(Permute);

/// A subgroup that a search among other people found for one scan of a class.
struct FoundSubgroup {
  ProtectedClass protected_class{};
  Criterion criterion = Criterion::calibration;
  Direction direction = Direction::higher;
  result::NamedValues subgroup{};
};

/// How messages call a class and whom it is compared with.
struct SideWords {
  const char* members = "the class";
  const char* outside = "outside it";  // where the class was named before
  const char* others = "outside the class";
  const char* is_outside = "is outside it";
  const char* belong = "belong to the class";
};
/// Where the class is a period.
inline constexpr SideWords kPeriodWords{.members = "those after",
                                        .outside = "before",
                                        .others = "before",
                                        .is_outside = "came before",
                                        .belong = "came after"};

struct ConditionalOptions : SearchSettings {
  std::vector<CriterionScan> scans{};
  model::LearnerOptions propensity{};
  model::LearnerOptions expectation{.standardise = true};
  std::string propensity_column{};   // given P(A = 1 | X) instead of a model
  std::string expectation_column{};  // given expectation instead of a model
  bool doubly_robust = false;
  std::optional<double> sigma = 1.0;  // of the Gaussian score; none: estimated
  double clip = 0.001;                // predictions are kept in [clip, 1 - clip] for their log-odds
  Permute permute = Permute::automatic;
  int calibration_bins = 10;
  /// Scores and tests this subgroup of each class, such as 'race=A|B;sex=Female', without search
  /// and penalty; empty: searches.
  std::string subgroup{};
  /// Scores and tests these in the same way, each in its own scan, and nothing in a scan that has
  /// none (holdout.hpp); none: as above.
  std::optional<std::vector<FoundSubgroup>> found{};
  /// Says how large an effect would have had to be to be found. Everything is searched then, and
  /// the subgroup that is named is what this is about, beside the class.
  bool power = false;
  SideWords words{};
  /// Called once the classes are searched and before anything is redrawn, with the number of
  /// families that the verdicts will be adjusted for; may refuse to go on.
  std::function<void(std::size_t families)> before_tests{};
};

/// Throws ConfigError.
void validate(const ConditionalOptions& options);

struct ConditionalResult {
  std::vector<Finding> findings{};  // by class, then scan as asked, then rank
  std::vector<ModelReport> models{};
  Notices notices{};
  bool partial = false;
};

/// Findings with p-values and verdicts: the criteria and directions of a class share their redraws
/// and are adjusted together, Holm's adjustment stands between classes. Two scans that are one test
/// (complement()) give one finding. A class
/// that cannot be audited (nobody in it, everybody in it, nobody to compare with) throws InputError
/// with its own sentence; so does a subgroup that is named and holds nobody. A subgroup that is
/// named for both directions of a criterion is reported in the one in which it departs. The answer
/// for a class does not depend on which other classes are asked for. `checkpoint` may be null.
[[nodiscard]] ConditionalResult conditional_scan(const ConditionalInput& input,
                                                 const std::vector<ProtectedClass>& classes,
                                                 const ConditionalOptions& options,
                                                 const Hooks& hooks = {},
                                                 resample::Checkpoint* checkpoint = nullptr);

}  // namespace faultline::methods
