#include "faultline/model/registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/model/design/design_features.hpp"
#include "faultline/model/linear/lasso_logistic.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/linear/ridge.hpp"
#include "faultline/model/linear/sparse_logistic.hpp"
#include "faultline/model/people_learner.hpp"
#include "faultline/model/platt_scaled.hpp"
#include "faultline/model/trees/boosted.hpp"
#include "faultline/model/trees/forest.hpp"

namespace faultline::model {
namespace {

constexpr std::array kLearners{
    LearnerEntry{.kind = LearnerKind::logistic, .settings = true, .log_odds = true},
    LearnerEntry{.kind = LearnerKind::logistic_l1, .settings = true, .log_odds = true},
    LearnerEntry{.kind = LearnerKind::ridge, .numbers = true, .settings = true},
    LearnerEntry{.kind = LearnerKind::tree, .numbers = true, .settings = true},
    LearnerEntry{.kind = LearnerKind::forest, .numbers = true},
    LearnerEntry{.kind = LearnerKind::boosted, .numbers = true}};

void validate(const LearnerOptions& options) {
  if (options.depth < 1) {
    throw ConfigError(
        fmt::format("a tree cannot have a depth of {}; allow 1 or more", options.depth));
  }
  if (options.trees < 1) {
    throw ConfigError(
        fmt::format("a model of trees cannot have {} of them; allow 1 or more", options.trees));
  }
}

void check_strength(const LearnerOptions& options) {
  if (options.strength > 0 && std::isfinite(options.strength)) return;
  throw ConfigError(fmt::format("the strength of a penalty is {}, but must be above 0",
                                shortest(options.strength)));
}

ForestOptions forest_options(const LearnerOptions& options) {
  if (options.kind == LearnerKind::tree) {
    return {.kind = options.kind,
            .trees = 1,
            .bootstrap = false,
            .columns_tried = ForestOptions::kAllColumns,
            .depth = options.depth,
            .leaf = options.leaf};
  }
  return {.kind = options.kind,
          .trees = options.trees,
          .columns_tried = options.columns_tried,
          .leaf = options.leaf,
          .seed = options.seed};
}

using FeaturesPointer = std::shared_ptr<const Features>;

std::unique_ptr<Learner> on_features(const LearnerOptions& options, const FeaturesPointer& features,
                                     OutcomeKind outcome) {
  switch (options.kind) {
    case LearnerKind::logistic:
      check_strength(options);
      return std::make_unique<SparseLogistic>(features, options.strength);
    case LearnerKind::logistic_l1:
      check_strength(options);
      return std::make_unique<LassoLogistic>(features, options.strength);
    case LearnerKind::ridge:
      check_strength(options);
      return std::make_unique<Ridge>(features, options.strength);
    case LearnerKind::tree:
    case LearnerKind::forest:
      return std::make_unique<Forest>(forest_options(options), features, outcome);
    case LearnerKind::boosted:
      return std::make_unique<Boosted>(options.trees, sparse_table(*features), outcome);
    case LearnerKind::ensemble:
    case LearnerKind::column:
      break;
  }
  throw InternalError("a word for a learner that nobody makes");
}

}  // namespace

std::span<const LearnerEntry> learners() { return kLearners; }

const LearnerEntry& learner_entry(LearnerKind kind) {
  const auto found = std::ranges::find(kLearners, kind, &LearnerEntry::kind);
  if (found != kLearners.end()) return *found;
  throw InternalError(fmt::format("'{}' is no single learner", name_of(kind)));
}

LearnerOptions parse_learner(std::string_view name) {
  std::vector<std::string> names;
  for (const LearnerEntry& entry : kLearners) {
    if (name == name_of(entry.kind)) return {.kind = entry.kind};
    names.emplace_back(name_of(entry.kind));
  }
  const auto near = nearest_name(name, names);
  throw ConfigError(fmt::format("there is no learner '{}'; choose {}{}", name,
                                join_words(names, names.size(), "or"),
                                near ? fmt::format(" (did you mean '{}'?)", *near) : ""));
}

std::string describe(const LearnerOptions& options) {
  switch (options.kind) {
    case LearnerKind::logistic:
    case LearnerKind::logistic_l1:
      return fmt::format("{} logistic regression, strength {}",
                         options.kind == LearnerKind::logistic ? "L2" : "L1",
                         shortest(options.strength));
    case LearnerKind::ridge:
      return fmt::format("ridge regression, strength {}", shortest(options.strength));
    case LearnerKind::tree:
      return fmt::format("tree of depth {}", options.depth);
    case LearnerKind::forest:
      return fmt::format("forest of {}", plural(options.trees, "tree"));
    case LearnerKind::boosted:
      return plural(options.trees, "boosted tree");
    case LearnerKind::ensemble:
    case LearnerKind::column:
      break;
  }
  throw InternalError(fmt::format("'{}' is no single learner", name_of(options.kind)));
}

std::unique_ptr<Learner> bare_learner(const LearnerOptions& options, const Design& design) {
  (void)learner_entry(options.kind);
  validate(options);
  if (options.kind == LearnerKind::logistic) {
    return std::make_unique<Logistic>(
        design, LogisticOptions{.ridge = options.strength, .standardise = options.standardise});
  }
  if (options.kind == LearnerKind::boosted) {
    return std::make_unique<Boosted>(options.trees, dense_table(design), OutcomeKind::binary);
  }
  return on_features(options, std::make_shared<Features>(features_of(design)), OutcomeKind::binary);
}

std::unique_ptr<Learner> bare_learner(const LearnerOptions& options, const Features& features,
                                      OutcomeKind outcome) {
  validate(options);
  if (outcome == OutcomeKind::number && !learner_entry(options.kind).numbers) {
    throw ConfigError(
        "logistic regression predicts an outcome of 0 and 1; take ridge, tree, forest or boosted "
        "for a number");
  }
  // The caller keeps the features.
  return on_features(options, FeaturesPointer(FeaturesPointer{}, &features), outcome);
}

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const Design& design) {
  std::unique_ptr<Learner> learner = bare_learner(options, design);
  if (learner_entry(options.kind).log_odds) return learner;
  return std::make_unique<PlattScaled>(std::move(learner));
}

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const Features& features,
                                      OutcomeKind outcome) {
  return std::make_unique<PeopleLearner>(bare_learner(options, features, outcome), outcome);
}

}  // namespace faultline::model
