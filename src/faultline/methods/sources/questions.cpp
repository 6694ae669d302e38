#include "faultline/methods/sources/questions.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/share_test.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

// Below this no test of a mean of zeros and ones is to be trusted.
constexpr std::int64_t kFewestAsked = 10;

GapQuestion tested(CostMetric metric, const GroupCost& a, const GroupCost& b, double alpha,
                   std::optional<double>& p_value) {
  GapQuestion question{.metric = metric, .difference = a.mean - b.mean};
  if (std::min(a.n, b.n) < kFewestAsked) return question;
  if (metric == CostMetric::mse) {
    const auto found = level(a, b);
    if (!found || !(found->standard_error > 0)) return question;
    const double half = math::normal_quantile(1 - alpha / 2) * found->standard_error;
    question.interval = std::pair{question.difference - half, question.difference + half};
    p_value = found->p_value;
    return question;
  }
  const auto share_of = [](const GroupCost& cost) {
    const auto n = static_cast<double>(cost.n);
    return Share{.wrong = std::round(cost.mean * n), .n = n};
  };
  question.interval = share_interval(share_of(a), share_of(b), alpha);
  p_value = share_p_value(share_of(a), share_of(b));
  return question;
}

/// Significant ones first; of several groups those that are worse off before those that are better
/// off than all others; then by size.
void sort(std::vector<GapQuestion>& questions, bool pairs) {
  const auto key = [pairs](const GapQuestion& question) {
    const bool better_off = !pairs && question.worse_side() == 1;
    return std::tuple(!question.significant, better_off, -std::abs(question.difference));
  };
  std::ranges::stable_sort(questions, {}, key);
}

}  // namespace

bool is_asked_about(CostMetric metric, OutcomeKind outcome) {
  if (outcome == OutcomeKind::number) return metric == CostMetric::mse;
  return metric == CostMetric::fpr || metric == CostMetric::fnr || metric == CostMetric::zero_one;
}

std::vector<GapQuestion> questions_of_levels(const SourcesReport& report, double alpha) {
  std::vector<GapQuestion> questions;
  if (report.models.empty()) return questions;
  for (const SourcesReport::Level& one : report.levels) {
    if (one.model != report.models.front().name || !is_asked_about(one.metric, report.outcome))
      continue;
    questions.push_back({.groups = one.groups,
                         .metric = one.metric,
                         .difference = one.difference,
                         .interval = one.interval,
                         .p_value_adjusted = one.p_value_adjusted});
    questions.back().significant = one.p_value_adjusted && *one.p_value_adjusted <= alpha;
  }
  sort(questions, true);
  return questions;
}

std::vector<GapQuestion> questions_of(const SourcesInput& input, const SourcesOptions& options,
                                      const EvaluatedModel& evaluated,
                                      const SourcesReport& report) {
  if (input.groups.size() == 2) return questions_of_levels(report, options.alpha);
  std::vector<GapQuestion> questions;
  const std::vector<Contrast> contrasts = contrasts_of(input.groups);
  std::vector<std::optional<double>> p_values;
  for (std::size_t k = 0; k < contrasts.size(); ++k) {
    ModelPredictions predicted = evaluated.predicted;
    predicted.group = contrasts[k].sides(evaluated.predicted.group);
    for (const CostMetric metric : metrics_of(input.outcome_kind)) {
      if (!is_asked_about(metric, report.outcome)) continue;
      const auto costs = group_costs(metric, predicted, 2);
      if (costs[0].n == 0 || costs[1].n == 0) continue;
      GapQuestion question =
          tested(metric, costs[0], costs[1], options.alpha, p_values.emplace_back());
      question.contrast = k;
      question.groups = contrasts[k].names;
      questions.push_back(std::move(question));
    }
  }
  const auto adjusted = resample::holm_adjusted(p_values);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    questions[q].p_value_adjusted = adjusted[q];
    questions[q].significant = adjusted[q] && *adjusted[q] <= options.alpha;
  }
  sort(questions, false);
  return questions;
}

}  // namespace faultline::methods
