#include "faultline/methods/sources/sources.hpp"

#include <chrono>
#include <functional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/clusters.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/decompose.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/evidence.hpp"
#include "faultline/methods/sources/learning_curves.hpp"
#include "faultline/methods/sources/noise.hpp"
#include "faultline/methods/sources/recommendation.hpp"

namespace faultline::methods {
namespace {

// Groups below this are named: their figures are mostly chance.
constexpr std::int64_t kSmallGroup = 30;

std::string evaluation_sentence(const SourcesInput& input, const SourcesOptions& options) {
  if (options.learners.empty()) return "Predictions are taken as given, for everybody.";
  if (options.evaluation == Evaluation::split) {
    return fmt::format(
        "A test part of {} %, drawn once, was predicted by models trained on the "
        "rest.",
        shortest(100 * options.test_share));
  }
  return fmt::format(
      "Everybody was predicted by a model that had not seen them, in {}-fold "
      "cross-validation over {}.",
      options.folds, people(input.people()));
}

void check(const SourcesInput& input, const SourcesOptions& options) {
  validate(options);
  if (options.learners.empty() && input.given.empty()) {
    throw ConfigError(
        "sources needs a learner (`model` forest with `covariates`) or predictions (`score = "
        "COL`)");
  }
  if (input.groups.size() < 2) {
    throw InputError(fmt::format("everybody has the same {}: there are no groups to compare",
                                 input.protected_column));
  }
}

void add_groups(const SourcesInput& input, SourcesResult& result) {
  std::vector<std::int64_t> n(input.groups.size(), 0);
  std::vector<double> sum(input.groups.size(), 0);
  for (std::size_t i = 0; i < input.outcome.size(); ++i) {
    n[input.group[i]] += 1;
    sum[input.group[i]] += input.outcome[i];
  }
  for (std::size_t g = 0; g < n.size(); ++g) {
    result.report.groups.push_back(
        {.group = input.groups[g], .n = n[g], .mean_outcome = sum[g] / static_cast<double>(n[g])});
    if (n[g] < kSmallGroup) {
      result.notices.push_back(
          Notice::warning(fmt::format("Group '{}' has {} only: its figures are mostly chance.",
                                      input.groups[g], people(n[g])),
                          input.groups[g]));
    }
  }
}

class Run {
 public:
  Run(const SourcesInput& input, const SourcesOptions& options, const Hooks& hooks)
      : input_(input), options_(options), hooks_(hooks) {}

  SourcesResult all() {
    describe();
    const std::vector<EvaluatedModel> models = evaluate_all();  // empty when no part needs them
    if (options_.costs)
      part(SourcesPart::costs, [&] { add_costs(input_, options_, models, report()); });
    // Curves are to have a share of the budget too.
    const Deadline half(options_.curves ? options_.budget / 2 : options_.budget);
    const Deadline deadline(options_.budget);
    refitting(SourcesPart::decomposition, options_.decomposition,
              [&] { return add_decomposition(input_, options_, half, hooks_, report()); });
    refitting(SourcesPart::curves, options_.curves,
              [&] { return add_learning_curves(input_, options_, deadline, hooks_, report()); });
    if (options_.noise) add_noise_part();
    if (options_.clusters && !stopped(SourcesPart::clusters)) {
      part(SourcesPart::clusters,
           [&] { add_clusters(input_, options_, models.front(), hooks_, report()); });
    }
    add_recommendation(options_, report());
    return std::move(result_);
  }

 private:
  SourcesReport& report() { return result_.report; }

  void describe() {
    SourcesReport& report = result_.report;
    report.outcome = input_.outcome_kind;
    report.protected_column = input_.protected_column;
    report.evaluation = evaluation_sentence(input_, options_);
    report.confidence = 1 - options_.alpha;
    add_groups(input_, result_);
  }

  std::vector<EvaluatedModel> evaluate_all() {
    std::vector<EvaluatedModel> models;
    if (options_.costs || options_.clusters) {
      timed("evaluation", [&] {
        for (const model::LearnerOptions& learner : options_.learners)
          models.push_back(evaluate(input_, options_, learner, hooks_));
      });
      for (const SourcesInput::GivenModel& given : input_.given)
        models.push_back(evaluate(input_, options_, given));
      for (const EvaluatedModel& model : models) {
        report().models.push_back(model.model);
        if (model.clipped == 0) continue;
        report().notices.push_back(Notice::cut(
            fmt::format("{}: {} were predicted below 0 or above 1, and count as 0 and 1.",
                        model.model.name, people(model.clipped)),
            "model " + model.model.name));
      }
      return models;
    }
    for (const model::LearnerOptions& learner : options_.learners) {
      report().models.push_back({.name = std::string(model::name_of(learner.kind)),
                                 .description = model::describe(learner)});
    }
    return models;
  }

  /// Parts that train the first learner again and again.
  void refitting(SourcesPart which, bool wanted, const std::function<bool()>& work) {
    if (!wanted) return;
    if (options_.learners.empty()) {
      cut(report(), which,
          fmt::format("Part {} needs a learner to train again: name one with `model`.",
                      name_of(which)));
      return;
    }
    if (stopped(which)) return;
    part(which, [&] {
      if (work()) return;
      result_.partial = true;
      cut(report(), which,
          fmt::format("Part {}: stopped before anything was done.", name_of(which)));
    });
  }

  void add_noise_part() {
    if (!input_.features) {
      cut(report(), SourcesPart::noise, "Part noise needs `covariates`.");
    } else if (input_.outcome_kind != model::OutcomeKind::binary) {
      cut(report(), SourcesPart::noise, "Part noise has bounds for binary outcomes only.");
    } else if (!stopped(SourcesPart::noise)) {
      part(SourcesPart::noise, [&] { add_noise(input_, options_, hooks_, report()); });
      for (SourcesReport::Noise& bound : report().noise) {
        if (!model_beats(report(), bound)) continue;
        bound.note +=
            (bound.note.empty() ? "" : " ") +
            fmt::format("The model errs less often in {}: this is no bound there.", bound.group);
      }
    }
  }

  bool stopped(SourcesPart which) {
    if (!hooks_.stop.stop_requested()) return false;
    cut(report(), which,
        fmt::format("Part {} was not begun: the run was stopped.", name_of(which)));
    result_.partial = true;
    return true;
  }

  void part(SourcesPart which, const std::function<void()>& work) {
    timed(std::string(name_of(which)), work);
    report().parts.push_back(which);
  }

  void timed(const std::string& name, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    result_.timing.emplace_back(name, took.count());
  }

  const SourcesInput& input_;
  const SourcesOptions& options_;
  const Hooks& hooks_;
  SourcesResult result_{};
};

}  // namespace

SourcesResult find_sources(const SourcesInput& input, const SourcesOptions& options,
                           const Hooks& hooks) {
  check(input, options);
  return Run(input, options, hooks).all();
}

}  // namespace faultline::methods
