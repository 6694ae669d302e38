#include "faultline/studies/bias_scan/family_level.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/residual_scan/residual_scan.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::Finding;

methods::BiasScanOptions scan_options(const FamilyLevelOptions& study, std::uint64_t seed) {
  methods::BiasScanOptions options{{.replicates = study.replicates, .seed = seed, .threads = 1}};
  options.strategy = search::Strategy::exhaustive;
  return options;
}

bool contains(const Finding& finding, const methods::OutcomeTable& table, std::size_t entry) {
  return std::ranges::all_of(*finding.subgroup, [&](const auto& set) {
    const auto attribute = std::ranges::find(table.attributes, set.first, &data::Attribute::name);
    const auto a = static_cast<std::size_t>(attribute - table.attributes.begin());
    const std::string& label = attribute->labels[static_cast<std::size_t>(table.codes[a][entry])];
    return std::ranges::find(set.second, label) != set.second.end();
  });
}

/// The mean shift of the people in the subgroup found, or the ratio of their means.
double true_theta(const Finding& finding, const ResidualSample& sample, result::Family family) {
  double mean = 0;
  double expected = 0;
  double people = 0;
  for (std::size_t k = 0; k < sample.mean.size(); ++k) {
    if (!contains(finding, sample.table, k)) continue;
    mean += sample.mean[k];
    expected += sample.expected[k];
    ++people;
  }
  return family == result::Family::poisson ? mean / expected : (mean - expected) / people;
}

struct Outcome {
  bool evidence = false;
  bool named = false;
  bool intervals = false;
  bool covered = true;
};

bool any_evidence(const std::vector<Finding>& findings) {
  return std::ranges::any_of(findings, [](const Finding& finding) {
    return finding.verdict == result::Verdict::evidence;
  });
}

Outcome one_data_set(const FamilyLevelRow& row, const FamilyLevelOptions& study,
                     std::uint32_t data_set) {
  const ResidualSample sample =
      residual_sample(row.design, row.people, row.effect, study.seed, data_set);
  const result::Family family = family_of(row.design);
  const methods::ResidualPeople people(sample.table, family);
  methods::BiasScanOptions options = scan_options(study, study.seed + data_set);
  const std::vector<Finding> findings = methods::residual_scan(people, options).findings;
  Outcome outcome{.evidence = any_evidence(findings)};
  for (const Finding& finding : findings) {
    if (!finding.subgroup || !finding.theta_interval) continue;
    const double truth = true_theta(finding, sample, family);
    outcome.intervals = true;
    outcome.covered = outcome.covered && truth >= finding.theta_interval->first &&
                      truth <= finding.theta_interval->second;
  }
  const search::Subgroup named = search::parse_subgroup(kNamedSubgroup, sample.table.attributes);
  options.named = {named, named};
  outcome.named = any_evidence(methods::residual_scan(people, options).findings);
  return outcome;
}

}  // namespace

void validate(const FamilyLevelOptions& options) {
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  if (options.replicates < 1)
    throw ConfigError(fmt::format("`replicates` {}: must be 1 or more", options.replicates));
  if (!(options.effect >= 0))
    throw ConfigError(fmt::format("`effect` {}: must be 0 or more", options.effect));
  for (const std::int64_t people : options.people) {
    if (people < 100) throw ConfigError(fmt::format("`people` {}: must be 100 or more", people));
  }
}

FamilyLevelStudy family_level_study(const FamilyLevelOptions& options,
                                    const methods::Hooks& hooks) {
  validate(options);
  FamilyLevelStudy study{.options = options};
  for (const ResidualDesign design : options.designs) {
    for (const std::int64_t people : options.people) {
      for (const double effect : {0.0, options.effect}) {
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
    FamilyLevelRow& row = study.rows[i / static_cast<std::size_t>(options.data_sets)];
    row.evidence += outcomes[i].evidence ? 1 : 0;
    row.named += outcomes[i].named ? 1 : 0;
    row.intervals += outcomes[i].intervals ? 1 : 0;
    row.covered += outcomes[i].intervals && outcomes[i].covered ? 1 : 0;
  }
  return study;
}

}  // namespace faultline::studies
