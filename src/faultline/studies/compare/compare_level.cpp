#include "faultline/studies/compare/compare_level.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::CompareReport;
using methods::Finding;
using methods::RateName;

// p-values are multiples of 1 / (R + 1); the margin is far below one.
constexpr double kAtMost = 0.05 + 1e-9;

methods::CompareModelsOptions compare_options(PairedDesign design, const CompareLevelOptions& study,
                                              std::uint32_t data_set) {
  methods::CompareModelsOptions options;
  options.losses = {loss_of(design)};
  options.scanned = {0, 1, 2};
  options.table.attributes = {0, 1, 2};
  options.table.threads = 1;
  options.strategy = search::Strategy::exhaustive;
  options.replicates = study.replicates;
  options.sequential = data::Choice::no;
  // Each data set has its own redraws: shared ones would make the data sets dependent.
  options.seed = study.seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  options.threads = 1;
  return options;
}

const std::string& label_of(const methods::ComparedPeople& people, const std::string& name,
                            std::size_t entry) {
  const auto attribute = std::ranges::find(people.attributes, name, &data::Attribute::name);
  const auto a = static_cast<std::size_t>(attribute - people.attributes.begin());
  return attribute->labels[static_cast<std::size_t>(people.codes[a][entry])];
}

bool holds(const Finding& finding, const methods::ComparedPeople& people, std::size_t entry) {
  return std::ranges::all_of(*finding.subgroup, [&](const auto& set) {
    return std::ranges::find(set.second, label_of(people, set.first, entry)) != set.second.end();
  });
}

/// The mean change of the people in the subgroup found.
double true_change(const Finding& finding, const PairedSample& sample) {
  double sum = 0;
  double people = 0;
  for (std::size_t i = 0; i < sample.change.size(); ++i) {
    if (!holds(finding, sample.people, i)) continue;
    sum += sample.change[i];
    ++people;
  }
  return sum / people;
}

RateName rate_of(methods::PairedLoss loss) {
  switch (loss) {
    case methods::PairedLoss::brier:
      return RateName::brier;
    case methods::PairedLoss::log_loss:
      return RateName::log_loss;
    case methods::PairedLoss::error:
      return RateName::accuracy;
  }
  throw InternalError("a loss without a rate");
}

/// Whether the interval of a change in the table holds the mean change of the group's people.
bool holds_truth(const CompareReport::Change& change, const PairedSample& sample) {
  double sum = 0;
  double people = 0;
  for (std::size_t i = 0; i < sample.change.size(); ++i) {
    const bool inside = std::ranges::all_of(change.group, [&](const auto& value) {
      return label_of(sample.people, value.first, i) == value.second;
    });
    if (!inside) continue;
    sum += sample.change[i];
    ++people;
  }
  // Accuracy is what errors leave.
  const double truth = change.metric == RateName::accuracy ? -sum / people : sum / people;
  return change.interval->first <= truth && truth <= change.interval->second;
}

struct Outcome {
  bool all_interval = false;
  bool all_covered = false;
  bool group_interval = false;
  bool group_covered = false;
  bool scan = false;
  bool named = false;
  bool gate = false;
  bool interval = false;
  bool covered = false;
};

void look_at_table(const CompareReport& report, RateName rate, const PairedSample& sample,
                   Outcome& outcome) {
  const CompareReport::Change* smallest = nullptr;
  for (const CompareReport::Change& change : report.changes) {
    if (change.metric != rate || !change.interval) continue;
    if (change.group.empty()) {
      outcome.all_interval = true;
      outcome.all_covered = holds_truth(change, sample);
    }
    if (change.group.size() == 1 && (smallest == nullptr || change.n_after < smallest->n_after))
      smallest = &change;
  }
  outcome.group_interval = smallest != nullptr;
  outcome.group_covered = smallest != nullptr && holds_truth(*smallest, sample);
}

Outcome one_data_set(const CompareLevelRow& row, const CompareLevelOptions& study,
                     std::uint32_t data_set) {
  const PairedSample sample =
      paired_sample(row.design, row.people, row.effect, study.seed, data_set);
  methods::CompareModelsOptions options = compare_options(row.design, study, data_set);
  const methods::CompareResult found = methods::compare_models(sample.people, options);
  const Finding& finding = found.findings.front();
  Outcome outcome{
      .scan = finding.p_value && *finding.p_value <= kAtMost,
      .gate = finding.significant.value_or(false) || methods::has_evidence(found.report, true)};
  if (finding.subgroup && finding.theta_interval) {
    const double truth = true_change(finding, sample);
    outcome.interval = true;
    outcome.covered =
        truth >= finding.theta_interval->first && truth <= finding.theta_interval->second;
  }
  look_at_table(found.report, rate_of(loss_of(row.design)), sample, outcome);
  // Of few people, nobody may be in it.
  const auto& codes = sample.people.codes;
  bool anybody = false;
  for (std::size_t i = 0; i < sample.people.size() && !anybody; ++i)
    anybody = codes[0][i] == 1 && codes[1][i] == 2;
  if (!anybody) return outcome;
  options.subgroup = kNamedPair;
  const std::vector<Finding> named = methods::compare_models(sample.people, options).findings;
  outcome.named = named.front().p_value && *named.front().p_value <= kAtMost;
  return outcome;
}

}  // namespace

void validate(const CompareLevelOptions& options) {
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  if (options.replicates < 39)
    throw ConfigError(fmt::format("`replicates` {}: must be 39 or more", options.replicates));
  if (!(options.effect >= 0))
    throw ConfigError(fmt::format("`effect` {}: must be 0 or more", options.effect));
  for (const std::int64_t people : options.people) {
    if (people < 100) throw ConfigError(fmt::format("`people` {}: must be 100 or more", people));
  }
}

CompareLevelStudy compare_level_study(const CompareLevelOptions& options,
                                      const methods::Hooks& hooks) {
  validate(options);
  CompareLevelStudy study{.options = options};
  for (const PairedDesign design : options.designs) {
    for (const std::int64_t people : options.people) {
      for (const double effect : {0.0, options.effect * usual_effect(design)}) {
        study.rows.push_back(
            {.design = design, .people = people, .effect = effect, .data_sets = options.data_sets});
      }
    }
  }
  std::vector<Outcome> outcomes(study.rows.size() * static_cast<std::size_t>(options.data_sets));
  run_all("data sets", std::ssize(outcomes), options.threads, hooks, [&](std::int64_t i) {
    outcomes[static_cast<std::size_t>(i)] =
        one_data_set(study.rows[static_cast<std::size_t>(i / options.data_sets)], options,
                     static_cast<std::uint32_t>(i % options.data_sets));
  });
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    CompareLevelRow& row = study.rows[i / static_cast<std::size_t>(options.data_sets)];
    row.scan += outcomes[i].scan ? 1 : 0;
    row.named += outcomes[i].named ? 1 : 0;
    row.gate += outcomes[i].gate ? 1 : 0;
    row.intervals += outcomes[i].interval ? 1 : 0;
    row.covered += outcomes[i].covered ? 1 : 0;
    row.all_intervals += outcomes[i].all_interval ? 1 : 0;
    row.all_covered += outcomes[i].all_covered ? 1 : 0;
    row.group_intervals += outcomes[i].group_interval ? 1 : 0;
    row.group_covered += outcomes[i].group_covered ? 1 : 0;
  }
  return study;
}

}  // namespace faultline::studies
