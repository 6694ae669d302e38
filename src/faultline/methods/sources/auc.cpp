#include "faultline/methods/sources/auc.hpp"

#include <map>
#include <optional>

#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/methods/metrics/ranking.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

/// How many people of every group have which score and outcome, in the order of scores.
std::vector<std::vector<ScoreCell>> score_cells(const ModelPredictions& predicted,
                                                std::size_t groups) {
  std::vector<std::map<double, ScoreCell>> cells(groups);
  for (std::size_t i = 0; i < predicted.score.size(); ++i) {
    ScoreCell& cell = cells[static_cast<std::size_t>(predicted.group[i])][predicted.score[i]];
    cell.score = predicted.score[i];
    (predicted.outcome[i] > 0.5 ? cell.positives : cell.negatives) += 1;
  }
  std::vector<std::vector<ScoreCell>> lists(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    for (const auto& [score, cell] : cells[g]) lists[g].push_back(cell);
  }
  return lists;
}

/// None where there are too few people.
std::optional<Measure> add_auc(const std::vector<ScoreCell>& cells, double confidence,
                               SourcesReport::Auc entry, SourcesReport& report) {
  for (const ScoreCell& cell : cells) {
    entry.positive += cell.positives;
    entry.negative += cell.negatives;
  }
  std::optional<Measure> measure;
  if (entry.positive >= kFewestForRanks && entry.negative >= kFewestForRanks) {
    measure = ranking(cells);
    entry.auc = measure->estimate;
    entry.se = measure->se;
    entry.interval = interval_of(*measure, confidence);
  }
  report.aucs.push_back(std::move(entry));
  return measure;
}

void add_model(const SourcesInput& input, double confidence, const EvaluatedModel& model,
               SourcesReport& report) {
  const auto cells = score_cells(model.predicted, input.groups.size());
  std::vector<std::optional<Measure>> measures;
  measures.reserve(cells.size());
  for (std::size_t g = 0; g < cells.size(); ++g) {
    measures.push_back(add_auc(cells[g], confidence,
                               {.model = model.model.name, .group = input.groups[g]}, report));
  }
  std::vector<SourcesReport::AucGap> gaps;
  std::vector<std::optional<double>> p_values;
  for (std::size_t a = 0; a < measures.size(); ++a) {
    for (std::size_t b = a + 1; b < measures.size(); ++b) {
      if (!measures[a] || !measures[b]) continue;
      const MetricsReport::Comparison made =
          compare(RateName::auc, *measures[a], *measures[b], confidence);
      gaps.push_back({.model = model.model.name,
                      .groups = {input.groups[a], input.groups[b]},
                      .difference = measures[a]->estimate - measures[b]->estimate,
                      .interval = made.difference_interval,
                      .p_value = made.p_value});
      p_values.push_back(made.p_value);
    }
  }
  const auto adjusted = resample::holm_adjusted(p_values);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    gaps[i].p_value_adjusted = adjusted[i];
    report.auc_gaps.push_back(std::move(gaps[i]));
  }
}

}  // namespace

void add_aucs(const SourcesInput& input, const SourcesOptions& options,
              const std::vector<EvaluatedModel>& models, SourcesReport& report) {
  if (input.outcome_kind != model::OutcomeKind::binary || !options.cost_metrics.empty()) return;
  for (const EvaluatedModel& model : models) add_model(input, 1 - options.alpha, model, report);
}

}  // namespace faultline::methods
