#pragma once
// What `sources` is asked, and of whom. People stand in canonical order (the reader sorts them), so
// that splits do not depend on the order of a file.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/methods/sources/losses.hpp"
#include "faultline/model/design/features.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/model/text/documents.hpp"

namespace faultline::methods {

struct SourcesInput {
  /// Predictions that came with the data.
  struct GivenModel {
    std::string name{};
    std::vector<double> score{};  // per person
  };
  /// Soft memberships in one cluster, 0 .. 1.
  struct Membership {
    std::string name{};
    std::vector<double> value{};  // per person
  };

  std::string protected_column{};
  model::OutcomeKind outcome_kind = model::OutcomeKind::binary;
  std::vector<double> outcome{};                // per person
  std::vector<std::int32_t> group{};            // per person
  std::vector<std::string> groups{};            // labels, every one with people
  std::unique_ptr<model::Features> features{};  // none without a learner
  std::unique_ptr<model::Features> offered{};   // columns the model does not have; none: not asked
  std::vector<GivenModel> given{};
  std::vector<Membership> memberships{};
  std::optional<model::Documents> documents{};  // the words of a text column

  [[nodiscard]] std::int64_t people() const { return static_cast<std::int64_t>(outcome.size()); }
};

enum class Evaluation { folds, split };
[[nodiscard]] std::span<const describe::Word> words(Evaluation);
enum class TrainingDraws { halves, bootstrap, splits };
[[nodiscard]] std::span<const describe::Word> words(TrainingDraws);
/// What puts a cluster before another.
enum class ClusterRank { gap, variance };
[[nodiscard]] std::span<const describe::Word> words(ClusterRank);
/// What estimates the optimal prediction of a person: the best candidate of the group, where part
/// candidates is run; one of the paper's two, or the range of both.
enum class OptimumEstimator { nearest_neighbour, boosted, range, candidates };
[[nodiscard]] std::span<const describe::Word> words(OptimumEstimator);

struct SourcesOptions {
  std::vector<model::LearnerOptions> learners{};  // the first is the one that is taken apart
  bool costs = true;
  bool decomposition = true;
  bool curves = true;
  bool noise = true;
  bool clusters = true;
  bool candidates = true;
  bool forecasts = true;

  std::vector<CostMetric> cost_metrics{};  // none: all that the outcome has
  DecisionRule rule{};                     // what scores of a binary outcome decide
  Evaluation evaluation = Evaluation::folds;
  int folds = 5;
  double test_share = 0.2;           // of splits
  bool tune = true;                  // choose the learner's settings by the training people
  bool learner_knows_group = false;  // the protected columns are among the covariates

  std::int64_t repetitions = 20;
  std::vector<std::int64_t>
      sizes{};           // training sizes; empty: eight, from a 64th to all of 1 - test_share
  bool targeted = true;  // also grow one group alone
  double gap = 0.01;     // level at which more data is asked to arrive
  double budget = 0;     // seconds for curves and decomposition together; 0: no limit

  TrainingDraws draws = TrainingDraws::halves;
  OptimumEstimator noise_estimator = OptimumEstimator::candidates;
  double bhattacharyya_lambda = 0.01;
  int neighbours = 5;

  int least_people = 50;           // per group on either side of a split
  int k_means = 8;                 // clusters; 0: none
  int topics = 10;                 // of a text
  std::int64_t top_clusters = 10;  // reported per metric
  ClusterRank rank_clusters = ClusterRank::gap;
  std::int64_t labels = 1000;  // new ones, to be shared among groups; 0: not asked

  double alpha = 0.05;
  std::uint64_t seed = 1;
  int threads = 0;
};

[[nodiscard]] const describe::Object& description(const SourcesOptions*);

/// Throws ConfigError naming the option, its value and what is allowed.
void validate(const SourcesOptions& options);

/// Those that make sense: fpr, fnr, zero-one, generalised zero-one and mse of a binary outcome, mse
/// of a number.
[[nodiscard]] std::vector<CostMetric> metrics_of(model::OutcomeKind outcome);

}  // namespace faultline::methods
