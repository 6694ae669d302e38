// The run behind `faultline ijdi`: people become profiles with a true probability, and every error
// rate is searched and tested at every lambda.

#include "faultline/run/ijdi.hpp"

#include <memory>
#include <utility>

#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/methods/ijdi/lambda_list.hpp"
#include "faultline/run/checkpoint.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

methods::IjdiOptions method_options(const IjdiSpec& spec) {
  methods::IjdiOptions options;
  static_cast<methods::SearchSettings&>(options) = spec.search;
  options.clip = spec.clip;
  options.harm = spec.harm;
  options.least_people = spec.least_people;
  if (spec.error == ErrorRates::fpr) options.errors = {methods::ErrorRate::fpr};
  if (spec.error == ErrorRates::tpr) options.errors = {methods::ErrorRate::tpr};
  if (!spec.lambdas.empty()) options.lambdas = methods::parse_lambdas(spec.lambdas);
  if (!spec.costs.empty()) {
    const methods::Costs costs = methods::parse_costs(spec.costs);
    options.lambdas = {methods::lambda_n(costs)};
    if (const auto lambda = methods::lambda_p(costs); lambda && spec.error != ErrorRates::fpr)
      options.lambdas_tpr = {*lambda};
  }
  methods::validate(options);
  return options;
}

}  // namespace

methods::Result ijdi(const IjdiSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  methods::IjdiOptions options = method_options(spec);
  data::RoleOptions roles = to_options(spec.roles);
  add_roles(spec.probability, roles);
  const OpenedPeople opened = open(source, spec.input, roles, spec.search.threads, context);
  const data::People& people = *opened.people;
  // A mistyped subgroup is told before the long work.
  if (!spec.subgroup.empty()) {
    const auto first = people.attributes().begin();
    options.named =
        search::parse_subgroup(spec.subgroup, {first, first + std::ssize(people.scanned())});
  }
  methods::Result result = begin_result(opened, options);

  const Stopwatch grouping;
  ProbablePeople read =
      read_with_probability(people, spec.probability, options.seed, context.hooks.stop);
  result.data.profiles = read.profiles.size();
  if (read.model) result.models.push_back(std::move(*read.model));
  result.timing.emplace_back("group", grouping.seconds());

  // A replicate depends on its own error rate and lambda alone, so others may join later.
  const std::unique_ptr<resample::Checkpoint> checkpoint =
      open_checkpoint(context, options.replicates, result.data, read.profiles,
                      fingerprint(describe::echo(spec), {"error", "lambda", "costs"}));
  const Stopwatch searching;
  const methods::IjdiInput input{
      .profiles = read.profiles,
      .scanned = people.scanned(),
      .true_probability = read.column,
      .recipe = spec.redraw == Redraw::decisions ? nullptr : read.recipe.get()};
  methods::IjdiResult found = methods::ijdi_scan(input, options, context.hooks, checkpoint.get());
  result.findings = std::move(found.findings);
  append(result.notices, found.notices);
  result.partial = found.partial;
  note_checkpoint(checkpoint.get(), context, result);
  result.timing.emplace_back("scan", searching.seconds());

  IjdiSpec resolved = spec;
  resolve(resolved, "attributes", resolved.roles.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.roles.ordered, people.ordered());
  if (spec.probability.fit)
    resolve(resolved, "covariates", resolved.probability.covariates, people.covariates());
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
