#include "faultline/studies/sources/adult.hpp"

#include <algorithm>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/clusters.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/sources.hpp"

namespace faultline::studies {
namespace {

constexpr const char* kExecutives = "occupation=Exec-managerial";

methods::SourcesOptions base(const AdultStudyOptions& study) {
  methods::SourcesOptions options;
  options.costs = options.decomposition = options.curves = false;
  options.noise = options.clusters = false;
  options.candidates = options.forecasts = false;
  options.learners = {model::parse_learner("forest")};
  options.learners[0].seed = study.seed;
  options.seed = study.seed;
  options.threads = study.threads;
  options.repetitions = study.repetitions;
  options.sizes = study.sizes;
  options.targeted = false;
  return options;
}

std::vector<double> executives_of(const model::Features& features) {
  for (int j = 0; j < features.columns(); ++j) {
    if (features.feature(j).name == kExecutives) return features.column(j);
  }
  throw InternalError("the census file has no executives");
}

int group_named(const methods::SourcesInput& people, const char* name) {
  const auto at = std::find(people.groups.begin(), people.groups.end(), name);
  if (at == people.groups.end()) throw InternalError("the census file has men and women");
  return static_cast<int>(at - people.groups.begin());
}

}  // namespace

OccupationRates occupation_rates(const methods::SourcesInput& people,
                                 const methods::EvaluatedModel& evaluated) {
  const std::vector<double> executive = executives_of(*people.features);
  double missed[2][2] = {};
  double positive[2][2] = {};
  double in = 0;
  for (std::size_t i = 0; i < evaluated.person.size(); ++i) {
    const std::size_t side = executive[static_cast<std::size_t>(evaluated.person[i])] > 0 ? 0 : 1;
    in += side == 0 ? 1 : 0;
    const auto loss = methods::loss_of(methods::CostMetric::fnr, evaluated.predicted, i);
    if (!loss) continue;
    missed[side][evaluated.predicted.group[i]] += *loss;
    positive[side][evaluated.predicted.group[i]] += 1;
  }
  OccupationRates rates;
  rates.executive_share = in / static_cast<double>(evaluated.person.size());
  const int groups[2] = {group_named(people, "Male"), group_named(people, "Female")};
  for (int k = 0; k < 2; ++k) {
    rates.executives[k] = missed[0][groups[k]] / positive[0][groups[k]];
    rates.others[k] = missed[1][groups[k]] / positive[1][groups[k]];
  }
  return rates;
}

AdultStudy adult_study(const methods::SourcesInput& people, const AdultStudyOptions& options,
                       const methods::Hooks& hooks) {
  if (!people.features) throw InternalError("the census study got no covariates");
  AdultStudy study{.options = options};

  methods::SourcesOptions split = base(options);
  split.costs = true;
  split.evaluation = methods::Evaluation::split;
  for (const char* name : {"logistic", "tree"}) {
    split.learners.push_back(model::parse_learner(name));
    split.learners.back().seed = options.seed;
  }
  study.split = methods::find_sources(people, split, hooks).report;

  methods::SourcesOptions bounds = base(options);
  bounds.noise = true;
  study.bounds = methods::find_sources(people, bounds, hooks).report;

  const methods::SourcesOptions clusters = base(options);
  const methods::EvaluatedModel evaluated =
      methods::evaluate(people, clusters, clusters.learners[0], hooks);
  methods::add_clusters(people, clusters, evaluated, hooks, study.clusters);
  study.occupation = occupation_rates(people, evaluated);
  if (options.forests) study.forests = adult_forests(people, options, hooks);

  methods::SourcesOptions curves = base(options);
  curves.curves = true;
  study.curves = methods::find_sources(people, curves, hooks).report;
  return study;
}

}  // namespace faultline::studies
