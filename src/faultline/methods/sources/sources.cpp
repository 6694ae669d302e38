#include "faultline/methods/sources/sources.hpp"

#include <chrono>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/auc.hpp"
#include "faultline/methods/sources/clusters.hpp"
#include "faultline/methods/sources/column_steps.hpp"
#include "faultline/methods/sources/column_values.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/decompose.hpp"
#include "faultline/methods/sources/equal_sizes.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/evidence.hpp"
#include "faultline/methods/sources/forecasts.hpp"
#include "faultline/methods/sources/label_plan.hpp"
#include "faultline/methods/sources/learning_curves.hpp"
#include "faultline/methods/sources/noise.hpp"
#include "faultline/methods/sources/optimum.hpp"
#include "faultline/methods/sources/outlook.hpp"
#include "faultline/methods/sources/questions.hpp"
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
    if (options_.costs) {
      part(SourcesPart::costs, [&] {
        add_costs(input_, options_, models, report());
        add_aucs(input_, options_, models, report());
      });
    }
    std::vector<GapQuestion> questions;
    if (options_.costs && !models.empty())
      questions = questions_of(input_, options_, models.front(), report());
    add_what_if(questions);
    // Curves are to have a share of the budget too.
    const Deadline half(options_.curves ? options_.budget / 2 : options_.budget);
    const Deadline deadline(options_.budget);
    refitting(SourcesPart::decomposition, options_.decomposition, [&] {
      return add_decomposition(input_, options_, half, hooks_, report(),
                               all_tried_ ? what_if_.get() : nullptr);
    });
    refitting(SourcesPart::curves, options_.curves,
              [&] { return add_learning_curves(input_, options_, deadline, hooks_, report()); });
    if (options_.noise) add_noise_part();
    if (options_.clusters && !stopped(SourcesPart::clusters)) {
      part(SourcesPart::clusters, [&] {
        const std::vector<NamedCluster> named =
            add_clusters(input_, options_, models.front(), hooks_, report());
        if (outlooks_ && !report().forecasts.empty())
          add_cluster_forecasts(named, *outlooks_, report());
      });
    }
    advise(questions);
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

  /// Other models and more data, tried on the same people.
  void add_what_if(const std::vector<GapQuestion>& questions) {
    const bool candidates = may_ask(SourcesPart::candidates, options_.candidates);
    const bool forecasts = may_ask(SourcesPart::forecasts, options_.forecasts);
    if (!candidates && !forecasts) return;
    while_not_stopped([&] {
      what_if_ = std::make_unique<WhatIf>(input_, options_, hooks_, report());
      outlooks_ = std::make_unique<Outlooks>(*what_if_);
      if (candidates) {
        part(SourcesPart::candidates, [&] {
          what_if_->try_all();
          all_tried_ = true;
          add_optimum(*what_if_, report());
          add_equal_sizes_of(questions, *outlooks_);
          add_column_values(*what_if_, hooks_, report());
          add_column_steps(*what_if_, hooks_, report());
          add_label_plan(*what_if_, report());
        });
      }
      if (forecasts) {
        part(SourcesPart::forecasts, [&] {
          (void)what_if_->curve(0);
          add_forecasts(questions, *outlooks_, report());
        });
      }
    });
  }

  void advise(const std::vector<GapQuestion>& questions) {
    while_not_stopped([&] {
      timed("recommendation",
            [&] { add_recommendation(questions, options_, outlooks_.get(), report()); });
    });
    tell_not_converged();
    const bool any = outlooks_ != nullptr || !report().recommendation.empty();
    if (!any && result_.partial) add_recommendation(questions, options_, nullptr, report());
  }

  void tell_not_converged() {
    if (!what_if_ || what_if_->candidates().not_converged() == 0) return;
    cut(report(), SourcesPart::candidates,
        fmt::format(
            "Other models and more data: {} of {} fits did not converge; what they cost may "
            "be too high.",
            with_thousands(what_if_->candidates().not_converged()),
            with_thousands(what_if_->candidates().fits())));
  }

  /// What was stopped on the way has no figures to show.
  void while_not_stopped(const std::function<void()>& work) {
    try {
      work();
    } catch (const Cancelled&) {
      cut(report(), SourcesPart::candidates,
          "Other models and more data were not tried to the end: the run was stopped.");
      result_.partial = true;
      outlooks_.reset();
      report().recommendation.clear();
    }
  }

  /// The largest difference of every contrast in error rates or squared errors.
  void add_equal_sizes_of(const std::vector<GapQuestion>& questions, Outlooks& outlooks) {
    std::size_t asked = 0;
    for (const GapQuestion& question : questions) {
      const bool rate = question.metric == CostMetric::fpr || question.metric == CostMetric::fnr;
      if (!question.significant || rate || asked == kMostGrown) continue;
      add_equal_sizes(question, outlooks, hooks_, report());
      ++asked;
    }
  }

  bool may_ask(SourcesPart which, bool wanted) {
    if (!wanted) return false;
    if (options_.learners.empty()) {
      cut(report(), which,
          fmt::format("Part {} needs a learner to train again: name one with `model`.",
                      name_of(which)));
      return false;
    }
    if (input_.people() < kFewestForWhatIf) {
      cut(report(), which,
          fmt::format("Part {}: {} are too few; there must be at least {}.", name_of(which),
                      people(input_.people()), kFewestForWhatIf));
      return false;
    }
    return !stopped(which);
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
  std::unique_ptr<WhatIf> what_if_{};
  std::unique_ptr<Outlooks> outlooks_{};
  bool all_tried_ = false;  // all candidates
};

}  // namespace

SourcesResult find_sources(const SourcesInput& input, const SourcesOptions& options,
                           const Hooks& hooks) {
  check(input, options);
  return Run(input, options, hooks).all();
}

}  // namespace faultline::methods
