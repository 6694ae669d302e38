#include "faultline/methods/sources/what_if.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/losses.hpp"
#include "faultline/model/tuning.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::methods {
namespace {

// A log loss of nearly infinity for one person would decide between candidates.
constexpr double kLeastProbability = 0.005;
// Fewer people to train on say nothing about a law.
constexpr double kFewestTrained = 20;
constexpr double kShares[] = {1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1};
constexpr double kMixShares[] = {1.0 / 4, 1.0 / 2, 1};
constexpr double kTenth = 0.1;
// Numbers of jobs: candidate times sixteen plus size; mixes come after all of them.
constexpr std::uint32_t kPerCandidate = 16;
constexpr std::uint32_t kFullSize = 15;
constexpr std::uint32_t kMixes = 0x1000;
// Apart from the substreams of other parts.
constexpr std::uint32_t kWhatIfSubstream = 0x2000'0000U;

std::uint32_t job_substream(std::uint32_t job, int fold) {
  return kWhatIfSubstream + job * 8 + static_cast<std::uint32_t>(fold);
}

}  // namespace

WhatIf::WhatIf(const SourcesInput& input, const SourcesOptions& options, const Hooks& hooks,
               SourcesReport& report)
    : input_(input),
      options_(options),
      hooks_(hooks),
      plan_(deal_plan(input, options.seed, most_people(*input.features))),
      candidates_(input, options, std::ssize(plan_.person), report) {
  if (std::cmp_less(plan_.size(), input.people())) {
    cut(report, SourcesPart::candidates,
        fmt::format("Other models and more data were tried on {} drawn from {}, to bound the work.",
                    people(std::ssize(plan_.person)), with_thousands(input.people())));
  }
}

std::vector<double> WhatIf::everybody(double share) const {
  return std::vector<double>(input_.groups.size(), share);
}

std::int64_t WhatIf::mean_trained(std::span<const double> share) const {
  std::int64_t sum = 0;
  for (int f = 0; f < kPlanFolds; ++f) sum += std::ssize(plan_.training(f, share));
  return (sum + kPlanFolds / 2) / kPlanFolds;
}

/// Penalties and depths of the audited learner, once per size, by the first fold's people.
void WhatIf::tune(const Job& job) {
  const model::LearnerOptions& learner = candidates_[0].learner;
  if (job.candidate != 0 || !options_.tune || !model::learner_entry(learner.kind).settings) return;
  if (settings_.contains(job.number)) return;
  const auto training = plan_.training(0, job.share);
  settings_[job.number] = model::tuned(
      learner, *input_.features, input_.outcome_kind,
      model::TrainingPeople{
          .people = training, .outcome = input_.outcome, .substream = kWhatIfSubstream});
}

const model::LearnerOptions* WhatIf::settings(const Job& job) const {
  const auto found = settings_.find(job.number);
  return job.candidate == 0 && found != settings_.end() ? &found->second : nullptr;
}

const model::LearnerOptions& WhatIf::audited() const {
  const model::LearnerOptions* chosen = settings({.candidate = 0, .number = kFullSize});
  return chosen != nullptr ? *chosen : candidates_[0].learner;
}

std::uint32_t WhatIf::audited_substream(int fold) { return job_substream(kFullSize, fold); }

std::vector<std::vector<double>> WhatIf::run(const std::vector<Job>& jobs, std::string_view phase) {
  for (const Job& job : jobs) tune(job);
  std::vector<std::vector<double>> scores(jobs.size(), std::vector<double>(plan_.size()));
  const auto tasks = std::ssize(jobs) * kPlanFolds;
  resample::ProgressMeter meter(std::string(phase), tasks, hooks_.progress);
  const auto done = parallel::for_each(
      tasks, options_.threads,
      [&](std::int64_t task) {
        const auto j = static_cast<std::size_t>(task / kPlanFolds);
        const auto fold = static_cast<int>(task % kPlanFolds);
        const auto entries = plan_.tested(fold);
        std::vector<std::int64_t> tested;
        for (const std::size_t i : entries) tested.push_back(plan_.person[i]);
        std::vector<double> out(tested.size());
        candidates_.predict(jobs[j].candidate, plan_.training(fold, jobs[j].share), tested,
                            job_substream(jobs[j].number, fold), out, settings(jobs[j]));
        for (std::size_t k = 0; k < entries.size(); ++k) scores[j][entries[k]] = out[k];
        meter.tick();
      },
      hooks_.stop);
  meter.finish();
  if (done < tasks) throw Cancelled("stopped while other models were tried");
  return scores;
}

void WhatIf::try_all() {
  std::vector<Job> jobs;
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    if (tried(c)) continue;
    jobs.push_back({.candidate = c,
                    .share = everybody(1),
                    .number = static_cast<std::uint32_t>(c) * kPerCandidate + kFullSize});
  }
  auto scores = run(jobs, "other models");
  for (std::size_t j = 0; j < jobs.size(); ++j) full_[jobs[j].candidate] = std::move(scores[j]);
  losses_.clear();
  proper_.clear();
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    losses_.push_back(losses(metrics().front(), full_.at(c)));
    proper_.push_back(proper(full_.at(c)));
  }
}

void WhatIf::fill(ScoreCurve& curve, std::vector<Job> jobs, std::string_view phase) {
  for (const Job& job : jobs) curve.trained.push_back(mean_trained(job.share));
  curve.scores = run(jobs, phase);
}

const ScoreCurve& WhatIf::curve(std::size_t c) {
  const auto known = curves_.find(c);
  if (known != curves_.end()) return known->second;
  ScoreCurve& curve = curves_[c];
  std::vector<Job> jobs;
  const double people = static_cast<double>(plan_.size()) * (kPlanFolds - 1) / kPlanFolds;
  std::uint32_t size = 0;
  for (const double share : kShares) {
    const std::uint32_t number =
        static_cast<std::uint32_t>(c) * kPerCandidate + (share == 1 ? kFullSize : size++);
    if (share * people < kFewestTrained) continue;
    curve.share.push_back(share);
    if (share == 1 && tried(c)) continue;
    jobs.push_back({.candidate = c, .share = everybody(share), .number = number});
  }
  fill(curve, std::move(jobs), "smaller training sets");
  if (tried(c)) {
    curve.trained.push_back(mean_trained(everybody(1)));
    curve.scores.push_back(full_.at(c));
  } else {
    full_[c] = curve.scores.back();
  }
  return curve;
}

const ScoreCurve& WhatIf::mix_curve(std::span<const std::int32_t> side) {
  const std::vector<std::int32_t> key(side.begin(), side.end());
  const auto known = mixes_.find(key);
  if (known != mixes_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(kMixes + mixes_.size() * std::size(kMixShares));
  ScoreCurve& curve = mixes_[key];
  std::vector<Job> jobs;
  for (const double share : kMixShares) {
    Job job{.number = number + static_cast<std::uint32_t>(jobs.size())};
    for (const std::int32_t which : side) job.share.push_back(which == 0 ? share : kTenth * share);
    curve.share.push_back(share);
    jobs.push_back(std::move(job));
  }
  fill(curve, std::move(jobs), "more of one group");
  return curve;
}

std::vector<double> WhatIf::losses(CostMetric metric, const std::vector<double>& scores) const {
  ModelPredictions predicted;
  for (std::size_t i = 0; i < plan_.size(); ++i)
    predicted.outcome.push_back(input_.outcome[static_cast<std::size_t>(plan_.person[i])]);
  predicted.score = scores;
  predicted.group = plan_.group;
  if (input_.outcome_kind == model::OutcomeKind::binary) decide(predicted, options_.rule);
  std::vector<double> result;
  result.reserve(plan_.size());
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    result.push_back(std::isnan(scores[i]) ? kNone : loss_of(metric, predicted, i).value_or(kNone));
  }
  return result;
}

std::vector<double> WhatIf::proper(const std::vector<double>& scores) const {
  if (input_.outcome_kind == model::OutcomeKind::number) return losses(CostMetric::mse, scores);
  std::vector<double> result;
  result.reserve(plan_.size());
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const double p = std::clamp(scores[i], kLeastProbability, 1 - kLeastProbability);
    const bool positive = input_.outcome[static_cast<std::size_t>(plan_.person[i])] > 0.5;
    result.push_back(std::isnan(scores[i]) ? scores[i] : -std::log(positive ? p : 1 - p));
  }
  return result;
}

CurveMoments WhatIf::moments(const ScoreCurve& curve, CostMetric metric,
                             const std::vector<bool>& counts,
                             std::span<const double> weight) const {
  std::vector<std::vector<double>> loss;
  for (const std::vector<double>& scores : curve.scores) {
    std::vector<double> of_size = losses(metric, scores);
    for (std::size_t i = 0; i < of_size.size(); ++i) {
      if (!counts[i]) of_size[i] = std::numeric_limits<double>::quiet_NaN();
    }
    loss.push_back(std::move(of_size));
  }
  return curve_moments(curve.share, loss, plan_.fold, weight);
}

std::vector<CostMetric> WhatIf::metrics() const {
  if (input_.outcome_kind == model::OutcomeKind::number) return {CostMetric::mse};
  return {CostMetric::zero_one, CostMetric::fpr, CostMetric::fnr};
}

LawOptions WhatIf::law(std::size_t c, std::uint32_t number) const {
  return {.linear = candidates_[c].linear,
          .most = input_.outcome_kind == model::OutcomeKind::number
                      ? std::numeric_limits<double>::infinity()
                      : 1,
          .seed = options_.seed,
          .number = number};
}

}  // namespace faultline::methods
