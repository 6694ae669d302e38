// The run behind `faultline metrics`: people are counted as they stream past, and every rate is
// made from the counts.

#include "faultline/run/metrics.hpp"

#include <utility>

namespace faultline::run {
namespace {

data::RoleOptions roles_of(const MetricsSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  roles.score = spec.score;
  roles.risk_score = spec.risk_score;
  roles.decision = spec.decision;
  roles.threshold = spec.threshold;
  roles.count = spec.count;
  roles.attributes = spec.protected_columns;
  roles.attributes_option = "`protected`";
  roles.protected_classes = spec.protected_columns;  // so that nobody's is missing
  return roles;
}

}  // namespace

methods::Result metrics(const MetricsSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  return metrics_of(spec, open(source, spec.input, roles_of(spec), spec.method.threads, context),
                    context);
}

methods::Result metrics_of(const MetricsSpec& spec, const OpenedPeople& opened,
                           const Context& context) {
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, spec.method);

  const Stopwatch counting;
  methods::TalliesBuilder builder(people.attributes());
  people.stream(builder, context.hooks.stop);
  const methods::Tallies tallies = std::move(builder).finish();
  check_same_people(result.data, tallies.people());
  result.data.profiles = static_cast<std::int64_t>(tallies.intersections.size());
  result.timing.emplace_back("group", counting.seconds());

  const Stopwatch measuring;
  result.metrics = methods::metrics(tallies, spec.method, context.hooks);
  result.timing.emplace_back("measure", measuring.seconds());
  finish_result(spec, result);
  return result;
}

}  // namespace faultline::run
