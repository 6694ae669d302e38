#include "faultline/model/predictor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/model/linear/liblinear_predictor.hpp"
#include "faultline/model/linear/ridge_predictor.hpp"
#include "faultline/model/trees/forest_predictor.hpp"
#include "faultline/model/trees/tree_predictor.hpp"

namespace faultline::model {
namespace {

struct Named {
  const char* name;
  PredictorKind kind;
  Penalty penalty;
};
constexpr std::array kNames{Named{"logistic", PredictorKind::logistic, Penalty::l2},
                            Named{"logistic-l1", PredictorKind::logistic, Penalty::l1},
                            Named{"ridge", PredictorKind::ridge, Penalty::l2},
                            Named{"tree", PredictorKind::tree, Penalty::l2},
                            Named{"forest", PredictorKind::forest, Penalty::l2},
                            Named{"boosted", PredictorKind::boosted, Penalty::l2}};

void validate(const PredictorOptions& options) {
  if (!(options.strength > 0) || !std::isfinite(options.strength)) {
    throw ConfigError(fmt::format("The strength of a penalty is {}, but must be above 0.",
                                  shortest(options.strength)));
  }
  if (options.depth < 1) {
    throw ConfigError(
        fmt::format("A tree cannot have a depth of {}; allow 1 or more.", options.depth));
  }
  if (options.trees < 1) {
    throw ConfigError(
        fmt::format("A model of trees cannot have {} of them; allow 1 or more.", options.trees));
  }
}

// What every learner has in common: nobody to learn from, one outcome only, and probabilities.
class Guarded final : public Predictor {
 public:
  Guarded(std::unique_ptr<Predictor> learner, std::int64_t rows, OutcomeKind outcome)
      : learner_(std::move(learner)), rows_(rows), outcome_(outcome) {}

  void fit(const TrainingSet& training) override {
    if (training.people.empty()) throw NumericError("A model has nobody to learn from.");
    if (std::cmp_not_equal(training.outcome.size(), rows_)) {
      throw InternalError(
          fmt::format("A model got {} outcomes for {} people.", training.outcome.size(), rows_));
    }
    const auto outcome = [&](std::int64_t person) {
      return training.outcome[static_cast<std::size_t>(person)];
    };
    const double first = outcome(training.people.front());
    only_.reset();
    if (std::ranges::all_of(training.people,
                            [&](std::int64_t person) { return outcome(person) == first; })) {
      only_ = first;
      return;
    }
    learner_->fit(training);
  }

  void predict(std::span<const std::int64_t> people, std::span<double> out) const override {
    if (people.size() != out.size()) {
      throw InternalError(
          fmt::format("{} predictions were asked of {} people.", out.size(), people.size()));
    }
    if (only_) {
      std::ranges::fill(out, *only_);
      return;
    }
    learner_->predict(people, out);
    if (outcome_ == OutcomeKind::number) return;
    for (double& value : out) value = std::clamp(value, 0.0, 1.0);
  }

  [[nodiscard]] bool converged() const override { return only_ || learner_->converged(); }

 private:
  std::unique_ptr<Predictor> learner_;
  std::int64_t rows_;
  OutcomeKind outcome_;
  std::optional<double> only_{};
};

std::unique_ptr<Predictor> bare_predictor(const PredictorOptions& options, const Features& features,
                                          OutcomeKind outcome) {
  switch (options.kind) {
    case PredictorKind::ridge:
      return std::make_unique<RidgePredictor>(features, options.strength);
    case PredictorKind::forest:
      return std::make_unique<ForestPredictor>(options, features);
    case PredictorKind::tree:
    case PredictorKind::boosted:
      return std::make_unique<TreePredictor>(options, features, outcome);
    case PredictorKind::logistic:
      return std::make_unique<LiblinearPredictor>(features, options);
  }
  throw InternalError("A predictor that nobody makes.");
}

}  // namespace

PredictorOptions parse_predictor(std::string_view name) {
  std::vector<std::string> names;
  for (const Named& named : kNames) {
    if (name == named.name) return {.kind = named.kind, .penalty = named.penalty};
    names.emplace_back(named.name);
  }
  const auto near = nearest_name(name, names);
  throw ConfigError(fmt::format("There is no learner '{}'; choose {}{}.", name,
                                join_words(names, names.size(), "or"),
                                near ? fmt::format(" (did you mean '{}'?)", *near) : ""));
}

std::string name_of(const PredictorOptions& options) {
  for (const Named& named : kNames) {
    const bool either = options.kind != PredictorKind::logistic;
    if (named.kind == options.kind && (either || named.penalty == options.penalty)) {
      return named.name;
    }
  }
  throw InternalError("A predictor without a name.");
}

std::string describe(const PredictorOptions& options) {
  switch (options.kind) {
    case PredictorKind::logistic:
      return fmt::format("{} logistic regression, strength {}",
                         options.penalty == Penalty::l1 ? "L1" : "L2", shortest(options.strength));
    case PredictorKind::ridge:
      return fmt::format("ridge regression, strength {}", shortest(options.strength));
    case PredictorKind::tree:
      return fmt::format("tree of depth {}", options.depth);
    case PredictorKind::forest:
      return fmt::format("forest of {}", plural(options.trees, "tree"));
    case PredictorKind::boosted:
      return plural(options.trees, "boosted tree");
  }
  throw InternalError("A predictor without a description.");
}

std::unique_ptr<Predictor> make_predictor(const PredictorOptions& options, const Features& features,
                                          OutcomeKind outcome) {
  validate(options);
  if (options.kind == PredictorKind::logistic && outcome == OutcomeKind::number) {
    throw ConfigError(
        "Logistic regression predicts an outcome of 0 and 1; take ridge, tree, forest or boosted "
        "for a number.");
  }
  return std::make_unique<Guarded>(bare_predictor(options, features, outcome), features.rows(),
                                   outcome);
}

bool has_settings(PredictorKind kind) {
  return kind == PredictorKind::logistic || kind == PredictorKind::ridge ||
         kind == PredictorKind::tree;
}

}  // namespace faultline::model
