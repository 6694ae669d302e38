// The run behind `faultline audit`: people become profiles, every protected class is searched and
// tested, and the models that made the expectations are reported with it.

#include "faultline/run/audit.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/bias_scan/holdout.hpp"
#include "faultline/methods/conditional/holdout.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/run/checkpoint.hpp"
#include "faultline/run/expectations.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/probability.hpp"
#include "faultline/run/set_aside.hpp"

namespace faultline::run {
namespace {

/// A model by name, or the column that holds what it would say.
void choose_learner(const std::string& option, const std::string& word,
                    model::LearnerOptions& learner, std::string& column, data::RoleOptions& roles) {
  if (const auto fitted = describe::value_named<FittedModel>(word)) {
    learner.kind = learner_of(*fitted);
    return;
  }
  column = word;
  roles.numbers.push_back(word);
  roles.numbers_option =
      fmt::format("`{}` (logistic, boosted, forest, or a column of probabilities)", option);
}

/// What a spec asks of the method and of the data.
struct AuditPlan {
  AuditScans chosen{};
  data::RoleOptions roles{};
  methods::ConditionalOptions options{};
};

AuditPlan plan_of(const AuditSpec& spec) {
  AuditPlan plan{.chosen = choose_scans(spec),
                 .roles = to_options(spec.roles),
                 .options = methods::ConditionalOptions{spec.search}};
  plan.roles.protected_classes = spec.protected_classes;
  plan.roles.covariates = spec.covariates;
  plan.roles.choose_covariates = true;
  plan.roles.against = spec.against;
  methods::ConditionalOptions& options = plan.options;
  options.scans = plan.chosen.scans;
  choose_learner("propensity", spec.propensity, options.propensity, options.propensity_column,
                 plan.roles);
  // With all of them, the first stands for the run.
  choose_learner("expectation",
                 spec.expectation == kAllExpectations ? AuditSpec{}.expectation : spec.expectation,
                 options.expectation, options.expectation_column, plan.roles);
  for (model::LearnerOptions* learner : {&options.propensity, &options.expectation}) {
    learner->strength = spec.ridge;
    learner->seed = spec.search.seed;
  }
  options.doubly_robust = spec.doubly_robust;
  options.sigma = spec.sigma == "estimate" ? std::nullopt : parse_double(spec.sigma);
  options.clip = spec.clip;
  options.permute = spec.permute;
  options.subgroup = spec.subgroup;
  options.power = spec.power;
  methods::validate(options);
  return plan;
}

/// A class whose attribute is the only one scanned leaves nothing to search but the class itself.
void note_nothing_to_scan(const data::People& people, methods::Result& result) {
  for (const data::ClassDefinition& one : people.protected_classes()) {
    const std::vector<std::string> columns = one.columns();
    const bool none_left = std::all_of(
        people.scanned().begin(), people.scanned().end(), [&columns](const std::string& name) {
          return std::find(columns.begin(), columns.end(), name) != columns.end();
        });
    if (none_left) {
      result.notices.push_back(methods::Notice::warning(
          fmt::format("no attribute is left to scan beside {}: only the class as a whole is "
                      "compared; add others to `attributes`",
                      join_words(columns)),
          columns.front()));
      return;
    }
  }
}

/// A mistyped subgroup is told before the long work.
void check_subgroup(const std::string& subgroup, const data::People& people) {
  std::vector<data::Attribute> scanned;
  for (const data::Attribute& attribute : people.attributes()) {
    if (std::ranges::find(people.scanned(), attribute.name) != people.scanned().end())
      scanned.push_back(attribute);
  }
  (void)search::parse_subgroup(subgroup, scanned);
}

/// "false positive rate (fpr)".
std::string unavailable_words(const std::string& name) {
  const auto criterion = methods::metric_named(name).criterion;
  for (const describe::Word& word : words(criterion)) {
    if (word.value != static_cast<int>(criterion)) continue;
    const std::string help(word.help);
    return fmt::format("{}{} ({})", lower_ascii(help.substr(0, 1)), help.substr(1), name);
  }
  return name;
}

void note_unavailable(const AuditScans& chosen, const AuditSpec& spec, methods::Result& result) {
  if (chosen.unavailable.empty()) return;
  std::vector<std::string> criteria;
  criteria.reserve(chosen.unavailable.size());
  for (const std::string& name : chosen.unavailable) criteria.push_back(unavailable_words(name));
  result.notices.push_back(methods::Notice::warning(fmt::format(
      "{} {} not audited, because no {}", join_words(criteria, criteria.size()),
      criteria.size() == 1 ? "was" : "were",
      spec.roles.has_decision() ? "predictions are given (add `score` or `risk_score`)"
                                : "decisions are given (add `decision` or `threshold`)")));
}

/// Searches one part of the people, or the first file, and tests on the other.
methods::ConditionalResult audit_with_holdout(
    data::Source& source, const FirstFile& first, const AuditSpec& spec,
    const methods::ConditionalInput& everybody, const std::vector<methods::ProtectedClass>& classes,
    const methods::ConditionalOptions& options, const Context& context,
    resample::Checkpoint* checkpoint, methods::Notices& notices) {
  methods::HoldoutParts parts;
  if (const std::optional<double> share = holdout_share(spec.holdout)) {
    parts = methods::hold_out(everybody.profiles, *share, options.seed);
  } else {
    parts.searched = everybody.profiles;
    parts.held_out = read_holdout(source, first, spec.holdout, context);
    (void)data::make_classes(parts.held_out, first.people.protected_classes());
  }
  notices.push_back(holdout_notice(parts.searched.people(), parts.held_out.people(),
                                   first.people.summary().source, spec.holdout));
  const auto input = [&](const data::Profiles& part) {
    return methods::ConditionalInput{
        .profiles = part, .scanned = everybody.scanned, .covariates = everybody.covariates};
  };
  return methods::holdout_audit(input(parts.searched), input(parts.held_out), classes, options,
                                context.hooks, checkpoint);
}

}  // namespace

data::RoleOptions audit_roles(const AuditSpec& spec) { return plan_of(spec).roles; }

methods::Result audit(const AuditSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  return audit_of(spec, open(source, spec.input, audit_roles(spec), spec.search.threads, context),
                  source, context);
}

methods::Result audit_of(const AuditSpec& spec, const OpenedPeople& opened, data::Source& source,
                         const Context& context) {
  AuditPlan plan = plan_of(spec);
  methods::ConditionalOptions& options = plan.options;
  // Only classes that have something to test count, which their search tells.
  options.before_tests = [&spec](std::size_t families) {
    check_gate(spec.fail_on, spec.search, families);
  };
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, options);
  check_subgroup(spec.subgroup, people);

  const Stopwatch grouping;
  data::Profiles profiles = read_profiles(people, context.hooks.stop);
  if (const std::int64_t neither = data::make_classes(profiles, people.protected_classes())) {
    result.data.rows_used -= neither;
    result.data.dropped.push_back(
        data::Notice::dropped("neither in the class nor in `against`", neither));
  }
  result.data.profiles = profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  std::vector<methods::ProtectedClass> classes;
  for (const data::ClassDefinition& one : people.protected_classes()) {
    methods::ProtectedClass& known =
        classes.emplace_back(methods::ProtectedClass{one.attribute, one.value, one.columns(), {}});
    if (!one.against.empty()) known.against = in_words(one.against);
  }
  const std::unique_ptr<resample::Checkpoint> checkpoint = open_checkpoint(
      context, options.replicates, result.data, profiles, fingerprint(describe::echo(spec)));
  const Stopwatch searching;
  const methods::ConditionalInput input{
      .profiles = profiles, .scanned = people.scanned(), .covariates = people.covariates()};
  methods::ConditionalResult found =
      spec.holdout.empty()
          ? methods::conditional_scan(input, classes, options, context.hooks, checkpoint.get())
          : audit_with_holdout(source, {spec.input, plan.roles, people, options.threads}, spec,
                               input, classes, options, context, checkpoint.get(), result.notices);
  // What follows is not shared: part 0 does it, and the others have nothing left to draw.
  if (context.share != nullptr && context.share->part > 0) throw resample::Unfinished({});
  const auto again = [&](const std::vector<std::string>& covariates,
                         const std::vector<methods::ProtectedClass>& whom,
                         const methods::ConditionalOptions& others, const methods::Hooks& hooks) {
    const methods::ConditionalInput wider{
        .profiles = profiles, .scanned = people.scanned(), .covariates = covariates};
    if (spec.holdout.empty()) return methods::conditional_scan(wider, whom, others, hooks);
    Context part = context;
    part.hooks = hooks;
    methods::Notices told;
    return audit_with_holdout(source, {spec.input, plan.roles, people, options.threads}, spec,
                              wider, whom, others, part, nullptr, told);
  };
  judge_set_aside(people, classes, options, context.hooks, again, found);
  if (spec.expectation == kAllExpectations) {
    add_other_expectations(input, classes, options, context.hooks, found);
    withdraw_other_expectations(found);
  }
  result.findings = std::move(found.findings);
  methods::order_by_evidence(result.findings);
  result.models = std::move(found.models);
  result.partial = found.partial;
  note_unavailable(plan.chosen, spec, result);
  note_nothing_to_scan(people, result);
  append(result.notices, found.notices);
  note_checkpoint(checkpoint.get(), context, result);
  result.timing.emplace_back("scan", searching.seconds());

  AuditSpec resolved = spec;
  resolve(resolved, "attributes", resolved.roles.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.roles.ordered, people.ordered());
  resolve(resolved, "covariates", resolved.covariates, people.covariates());
  resolve(resolved, "metric", resolved.metrics, plan.chosen.metrics);
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
