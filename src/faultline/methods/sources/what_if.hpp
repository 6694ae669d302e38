#pragma once
// One table of predictions for every question "what if": each candidate's prediction of every
// person, by models that did not see him or her, under one plan of folds; and on demand the same
// with smaller training sets, or with another mix of groups.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/candidates.hpp"
#include "faultline/methods/sources/fold_plan.hpp"
#include "faultline/methods/sources/scaling_law.hpp"

namespace faultline::methods {

/// Scores of everybody in the plan at growing sizes, and of whom: curves for a law.
struct ScoreCurve {
  std::vector<double> share{};                // of the largest size, ascending
  std::vector<std::int64_t> trained{};        // people trained on, on average over the folds
  std::vector<std::vector<double>> scores{};  // per size and entry of the plan
};

class WhatIf {
 public:
  /// Keeps references. Throws Cancelled when stopped.
  WhatIf(const SourcesInput& input, const SourcesOptions& options, const Hooks& hooks,
         SourcesReport& report);

  [[nodiscard]] const FoldPlan& plan() const { return plan_; }
  [[nodiscard]] const Candidates& candidates() const { return candidates_; }
  [[nodiscard]] const SourcesInput& input() const { return input_; }
  [[nodiscard]] const SourcesOptions& options() const { return options_; }

  /// Predicts everybody by all candidates with all people; without it there is the first alone.
  void try_all();
  /// Scores of a candidate that was tried.
  [[nodiscard]] const std::vector<double>& scores(std::size_t c) const { return full_.at(c); }
  [[nodiscard]] bool tried(std::size_t c) const { return full_.contains(c); }
  /// By candidate and entry, after all were tried: losses by the first of the metrics, and proper
  /// scores.
  [[nodiscard]] const std::vector<std::vector<double>>& tried_losses() const { return losses_; }
  [[nodiscard]] const std::vector<std::vector<double>>& tried_proper() const { return proper_; }

  /// For whoever trains the audited learner on other columns: its settings with all people, and
  /// the substream of its fit in a fold. After it was tried.
  [[nodiscard]] const model::LearnerOptions& audited() const;
  [[nodiscard]] static std::uint32_t audited_substream(int fold);

  /// From a sixteenth to all; trained once and kept.
  const ScoreCurve& curve(std::size_t c);
  /// Of the first candidate with the other side cut to a tenth, from a quarter of both to all: ten
  /// times the last is what ten times as many of one side give. `side` per group: 0 grows.
  const ScoreCurve& mix_curve(std::span<const std::int32_t> side);

  /// One entry per entry of the plan; NaN where the metric does not look.
  [[nodiscard]] std::vector<double> losses(CostMetric metric,
                                           const std::vector<double>& scores) const;
  /// Log loss, or squared error of numbers.
  [[nodiscard]] std::vector<double> proper(const std::vector<double>& scores) const;
  /// Of the people for whom `counts` is true, each with a weight where there are any.
  [[nodiscard]] CurveMoments moments(const ScoreCurve& curve, CostMetric metric,
                                     const std::vector<bool>& counts,
                                     std::span<const double> weight = {}) const;
  /// The metrics that advice speaks of.
  [[nodiscard]] std::vector<CostMetric> metrics() const;
  /// Options of the law of a candidate's costs.
  [[nodiscard]] LawOptions law(std::size_t c, std::uint32_t number) const;

 private:
  struct Job {
    std::size_t candidate = 0;
    std::vector<double> share{};  // per group
    std::uint32_t number = 0;
  };
  std::vector<std::vector<double>> run(const std::vector<Job>& jobs, std::string_view phase);
  [[nodiscard]] const model::LearnerOptions* settings(const Job& job) const;
  void tune(const Job& job);
  [[nodiscard]] std::vector<double> everybody(double share) const;
  [[nodiscard]] std::int64_t mean_trained(std::span<const double> share) const;
  void fill(ScoreCurve& curve, std::vector<Job> jobs, std::string_view phase);

  const SourcesInput& input_;
  const SourcesOptions& options_;
  const Hooks& hooks_;
  FoldPlan plan_;
  Candidates candidates_;
  std::map<std::size_t, std::vector<double>> full_{};
  std::vector<std::vector<double>> losses_{};
  std::vector<std::vector<double>> proper_{};
  std::map<std::size_t, ScoreCurve> curves_{};
  std::map<std::vector<std::int32_t>, ScoreCurve> mixes_{};
  std::map<std::uint32_t, model::LearnerOptions> settings_{};  // of the first candidate, by number
};

/// With fewer people nothing of this is tried.
inline constexpr std::int64_t kFewestForWhatIf = 100;

}  // namespace faultline::methods
