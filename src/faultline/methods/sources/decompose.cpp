#include "faultline/methods/sources/decompose.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/decompose_draws.hpp"
#include "faultline/methods/sources/decompose_optimal.hpp"
#include "faultline/methods/sources/decompose_terms.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/optimum.hpp"
#include "faultline/methods/sources/regret.hpp"

namespace faultline::methods {
namespace {

// With fewer, the training or the test part could be a single person.
constexpr std::int64_t kFewestToDecompose = 4;
constexpr double kRounding = 1e-9;
constexpr std::int64_t kFewestHalves = 8;

using Terms = std::vector<std::optional<PersonTerms>>;  // per person

class DecompositionWriter {
 public:
  DecompositionWriter(const SourcesInput& input, const SourcesOptions& options,
                      const TrainingDrawsResult& draws, const std::vector<OptimalEstimate>& optimal,
                      SourcesReport& report)
      : input_(input), options_(options), draws_(draws), optimal_(optimal), report_(report) {}

  void add_metric(CostMetric metric) {
    const auto groups = static_cast<int>(input_.groups.size());
    std::vector<Terms> of_learners;
    for (std::size_t l = 0; l < draws_.learners.size(); ++l) {
      of_learners.push_back(person_terms(input_, draws_, l, metric, optimal_.front().value));
      const auto terms = group_terms(input_, draws_, metric, of_learners.back());
      std::vector<GroupTerms> others;
      if (optimal_.size() > 1) {
        others = group_terms(input_, draws_, metric,
                             person_terms(input_, draws_, l, metric, optimal_[1].value));
      }
      for (int g = 0; g < groups; ++g) add_group(metric, l, g, terms, others);
      for (int g = 0; g < groups; ++g) {
        for (int h = g + 1; h < groups; ++h) add_gap(metric, l, g, h, terms);
      }
    }
    for (std::size_t l = 0; l < of_learners.size(); ++l) {
      for (std::size_t k = l + 1; k < of_learners.size(); ++k) {
        for (int g = 0; g < groups; ++g) {
          for (int h = g + 1; h < groups; ++h) {
            const auto found =
                compare_bias_variance(input_, metric, of_learners[l], of_learners[k], g, h);
            if (!found) continue;
            report_.comparisons.push_back({.what = ComparisonKind::bias_variance,
                                           .models = {name(l), name(k)},
                                           .groups = {label(g), label(h)},
                                           .metric = metric,
                                           .difference = found->difference,
                                           .p_value = found->p_value});
          }
        }
      }
    }
  }

 private:
  void add_group(CostMetric metric, std::size_t l, int g, const std::vector<GroupTerms>& terms,
                 const std::vector<GroupTerms>& others) {
    const GroupTerms& here = terms[static_cast<std::size_t>(g)];
    if (here.variance.n == 0) {
      cut(report_, SourcesPart::decomposition,
          fmt::format("Decomposition of {} for {}: nobody counts.", name_of(metric), label(g)));
      return;
    }
    const Decomposition& parts = here.parts;
    SourcesReport::Decomposition entry{.model = name(l),
                                       .group = label(g),
                                       .metric = metric,
                                       .cost = parts.cost,
                                       .noise = parts.noise,
                                       .bias = parts.bias,
                                       .variance = parts.variance,
                                       .bayes_risk = parts.bayes_risk};
    entry.residual = parts.cost - (parts.noise + parts.bias + parts.variance);
    // An identity that holds person by person leaves rounding, which is not a finding.
    if (std::abs(entry.residual) < kRounding * std::max(1.0, std::abs(parts.cost)))
      entry.residual = 0;
    entry.noise_estimator = optimal_.front().estimator;
    entry.n = here.variance.n;
    entry.predictions_per_person = here.predictions;
    if (!others.empty() && others[static_cast<std::size_t>(g)].variance.n > 0) {
      const Decomposition& other = others[static_cast<std::size_t>(g)].parts;
      entry.noise_range = std::minmax(parts.noise, other.noise);
      entry.bias_range = std::minmax(parts.bias, other.bias);
    }
    report_.decomposition.push_back(std::move(entry));
  }

  void add_gap(CostMetric metric, std::size_t l, int g, int h,
               const std::vector<GroupTerms>& terms) {
    const GroupTerms& a = terms[static_cast<std::size_t>(g)];
    const GroupTerms& b = terms[static_cast<std::size_t>(h)];
    if (a.variance.n == 0 || b.variance.n == 0) return;
    SourcesReport::DecompositionGap gap{.model = name(l),
                                        .groups = {label(g), label(h)},
                                        .metric = metric,
                                        .level = a.parts.cost - b.parts.cost,
                                        .noise = a.parts.noise - b.parts.noise,
                                        .bias = a.parts.bias - b.parts.bias,
                                        .variance = a.parts.variance - b.parts.variance};
    if (const auto difference = level(a.variance, b.variance)) {
      const double half =
          math::normal_quantile(1 - options_.alpha / 2) * difference->standard_error;
      gap.variance_interval = {difference->difference - half, difference->difference + half};
    }
    report_.decomposition_gaps.push_back(std::move(gap));
  }

  [[nodiscard]] std::string label(int g) const {
    return input_.groups[static_cast<std::size_t>(g)];
  }
  [[nodiscard]] std::string name(std::size_t l) const {
    return std::string(model::name_of(options_.learners[l].kind));
  }

  const SourcesInput& input_;
  const SourcesOptions& options_;
  const TrainingDrawsResult& draws_;
  const std::vector<OptimalEstimate>& optimal_;
  SourcesReport& report_;
};

void say_what_was_cut(const SourcesInput& input, const SourcesOptions& options,
                      const TrainingDrawsResult& draws, const Deadline& deadline,
                      const std::vector<OptimalEstimate>& optimal, SourcesReport& report) {
  if (draws.finished < options.repetitions) {
    const std::string why =
        draws.stopped ? "the rest was stopped"
                      : "the budget of " + shortest(deadline.seconds()) + " seconds was used up";
    cut(report, SourcesPart::decomposition,
        fmt::format("Decomposition: {} of {} were done; {}.", with_thousands(draws.finished),
                    plural(options.repetitions, "training set"), why));
  }
  if (draws.finished == 0) return;
  std::int64_t few = 0;
  std::int64_t alone = 0;
  for (std::size_t i = 0; i < input.outcome.size(); ++i) {
    if (draws.predictions[i] < 2) {
      ++few;
    } else if (std::isnan(optimal.front().value[i])) {
      ++alone;
    }
  }
  if (few > 0) {
    cut(report, SourcesPart::decomposition,
        fmt::format(
            "Decomposition: {} predicted fewer than twice and left out; more training sets help.",
            few == 1 ? "1 person was" : people(few) + " were"));
  }
  if (alone > 0) {
    cut(report, SourcesPart::decomposition,
        fmt::format(
            "Decomposition: {} left out, because nobody else tells what is optimal for them.",
            alone == 1 ? "1 person was" : people(alone) + " were"));
  }
}

}  // namespace

bool add_decomposition(const SourcesInput& input, const SourcesOptions& options,
                       const Deadline& deadline, const Hooks& hooks, SourcesReport& report,
                       const WhatIf* tried) {
  if (input.people() < kFewestToDecompose) {
    cut(report, SourcesPart::decomposition,
        fmt::format("Decomposition: {} are too few; there must be at least {}.",
                    people(input.people()), kFewestToDecompose));
    return true;
  }
  const TrainingDrawsResult draws = run_training_draws(input, options, deadline, hooks);
  std::vector<OptimalEstimate> optimal;
  if (draws.finished > 0) {
    optimal = estimate_optimal(input, options, hooks,
                               tried == nullptr ? std::vector<double>{} : chosen_scores(*tried));
  }
  if (draws.finished > 0 && optimal.empty()) return false;
  say_what_was_cut(input, options, draws, deadline, optimal, report);
  if (draws.finished == 0) return !draws.stopped;
  for (std::size_t l = 0; l < draws.learners.size(); ++l)
    count_fits(draws.learners[l], draws.finished, draws.moments[l].not_converged, report);
  if (tried != nullptr && options.draws == TrainingDraws::halves) {
    if (draws.finished >= kFewestHalves) {
      add_regrets(*tried, draws, report);
    } else {  // how often decisions change is then mostly chance
      cut(report, SourcesPart::decomposition,
          fmt::format("Least possible cost, bias and variance are told apart from {} training sets "
                      "on, and there are {}.",
                      kFewestHalves, draws.finished));
    }
  }
  DecompositionWriter writer(input, options, draws, optimal, report);
  // The best decision is taken to be the likelier outcome: with another threshold, decisions are
  // not meant to be right most often, and that would pass for bias.
  const bool decisions = options.rule.threshold == 0.5;
  if (!decisions && input.outcome_kind == model::OutcomeKind::binary) {
    cut(report, SourcesPart::decomposition,
        fmt::format("Decomposition of fpr, fnr and zero-one: only for a threshold of 0.5, not {}.",
                    shortest(options.rule.threshold)));
  }
  for (const CostMetric metric : metrics_of(input.outcome_kind)) {
    const bool of_scores = metric == CostMetric::mse;
    if (metric != CostMetric::generalised_zero_one && (of_scores || decisions))
      writer.add_metric(metric);
  }
  return true;
}

}  // namespace faultline::methods
