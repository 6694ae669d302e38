#pragma once
// People among whom one cluster is known to be worst, and the clusters that are found.

#include <memory>
#include <string>
#include <vector>

#include "faultline/methods/sources/clusters.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

/// Two (or three) groups whose model errs in 10 % of people, but in 60 % of group "b" where job is
/// "cook". Ages say nothing.
struct ClusterPeople {
  SourcesInput input{};
  EvaluatedModel evaluated{};
};

inline ClusterPeople make_people(std::int64_t n, int groups = 2) {
  ClusterPeople made;
  rng::Stream stream(21, rng::Purpose::test, 0);
  std::vector<data::Code> job;
  std::vector<data::Code> shift;
  std::vector<double> age;
  made.input.groups = {"a", "b", "c"};
  made.input.groups.resize(static_cast<std::size_t>(groups));
  ModelPredictions& predicted = made.evaluated.predicted;
  for (std::int64_t i = 0; i < n; ++i) {
    job.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    shift.push_back(static_cast<data::Code>(rng::below(stream, 2)));
    age.push_back(20 + static_cast<double>(rng::below(stream, 40)));
    const auto group = static_cast<std::int32_t>(rng::below(stream, made.input.groups.size()));
    const double outcome = rng::bernoulli(stream, 0.4) ? 1 : 0;
    const bool wrong = rng::bernoulli(stream, group == 1 && job.back() == 1 ? 0.6 : 0.1);
    made.input.group.push_back(group);
    made.input.outcome.push_back(outcome);
    predicted.outcome.push_back(outcome);
    predicted.group.push_back(group);
    predicted.score.push_back(wrong ? 0.8 - 0.6 * outcome : 0.2 + 0.6 * outcome);
    made.evaluated.person.push_back(i);
  }
  decide(predicted);
  made.input.features = std::make_unique<model::Features>(n);
  made.input.features->add(data::Attribute{"job", {"baker", "cook", "waiter"}}, job);
  made.input.features->add(data::Attribute{"shift", {"day", "night"}}, shift);
  made.input.features->add("age", age);
  return made;
}

inline SourcesReport clusters_of(const ClusterPeople& people, const SourcesOptions& options = {}) {
  SourcesReport report;
  add_clusters(people.input, options, people.evaluated, {}, report);
  return report;
}

inline std::vector<SourcesReport::Cluster> by_metric(const SourcesReport& report,
                                                     CostMetric metric) {
  std::vector<SourcesReport::Cluster> found;
  for (const auto& cluster : report.clusters) {
    if (cluster.metric == metric) found.push_back(cluster);
  }
  return found;
}

}  // namespace faultline::methods
