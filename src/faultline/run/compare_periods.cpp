// One model in two periods: who came when is a class, as in an audit. Two files are stacked, with
// an attribute that says which file somebody is from.

#include "faultline/run/compare_periods.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/compare/compare_periods.hpp"
#include "faultline/run/compare_models.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

constexpr const char* kFile = "file";
constexpr const char* kBefore = "before";
constexpr const char* kAfter = "after";

data::RoleOptions period_roles(const CompareSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  if (!spec.scores.empty()) roles.score = spec.scores.front();
  if (!spec.decisions.empty()) roles.decision = spec.decisions.front();
  roles.threshold = spec.threshold;
  roles.attributes = spec.attributes;
  roles.ordered = spec.ordered;
  roles.count = spec.count;
  roles.covariates = spec.covariates;
  roles.choose_covariates = true;
  if (!spec.by.empty()) roles.protected_classes.push_back(spec.by);
  roles.protected_classes.insert(roles.protected_classes.end(), spec.protected_columns.begin(),
                                 spec.protected_columns.end());
  roles.classes_option = spec.by.empty() ? "`protected`" : "`by` or `protected`";
  return roles;
}

/// Profiles of both periods, the attribute that tells them apart, and what to call the first one.
struct Stacked {
  data::Profiles profiles{};
  methods::Periods periods{};
  std::string before{};
};

methods::Periods find_periods(const data::Profiles& profiles, const std::string& attribute,
                              const std::string& after, std::vector<std::string> columns) {
  methods::Periods periods{.after = {attribute, after, std::move(columns), {}}};
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    if (profiles.attributes[a].name == attribute) periods.attribute = a;
  }
  const std::vector<std::string>& labels = profiles.attributes[periods.attribute].labels;
  periods.label =
      static_cast<std::size_t>(std::find(labels.begin(), labels.end(), after) - labels.begin());
  return periods;
}

/// By a column: of two values the later one is after, of more the one that is named.
Stacked by_column(const CompareSpec& spec, const data::People& people, data::Profiles profiles) {
  const std::vector<data::ClassDefinition>& classes = people.protected_classes();
  const data::ClassDefinition* after = &classes.front();
  const bool alone = after->attribute == spec.by;
  std::vector<std::string> labels;
  for (const data::Attribute& attribute : people.attributes()) {
    if (attribute.name == after->columns().front()) labels = attribute.labels;
  }
  if (labels.size() < 2) {
    throw InputError(
        fmt::format("`by` {}: everybody has the same value of it, so there is nothing "
                    "to compare",
                    spec.by));
  }
  if (alone && labels.size() > 2) {
    throw InputError(fmt::format(
        "`by` {}: {} values ({}); say which is after, as in `by = {}={}`, against all others, and "
        "keep two periods with `where`",
        spec.by, labels.size(), join_words(labels, 6), spec.by, labels.back()));
  }
  if (alone) {
    for (const data::ClassDefinition& one : classes) {
      if (one.attribute == spec.by && one.value == labels.back()) after = &one;
    }
  }
  Stacked out{.profiles = std::move(profiles)};
  (void)data::make_classes(out.profiles, {*after});
  out.periods = find_periods(out.profiles, after->attribute, after->value, after->columns());
  std::erase(labels, after->value);
  out.before = labels.size() == 1 ? labels.front() : "everybody else";
  return out;
}

/// Both files' people, and which file they are from.
data::Profiles stack(const data::Profiles& first, const data::Profiles& second) {
  std::vector<data::Attribute> attributes = first.attributes;
  attributes.push_back({.name = kFile, .labels = {kAfter, kBefore}});
  data::ProfilesBuilder builder(attributes, first.number_names);
  for (const bool after : {false, true}) {
    data::Profiles part = after ? second : first;
    part.attributes = attributes;
    part.codes.emplace_back(part.count.size(), static_cast<data::Code>(after ? 0 : 1));
    data::send(part, builder);
  }
  return std::move(builder).finish();
}

/// What was read and left out of the second file joins what was of the first.
void add_summary(const data::Summary& more, data::Summary& data) {
  data.rows += more.rows;
  data.rows_used += more.rows_used;
  for (const data::Notice& item : more.dropped) {
    data::Notice own = item;
    own.text = fmt::format("{} ({})", own.text, more.source);
    data.dropped.push_back(std::move(own));
  }
  for (data::AttributeSummary& attribute : data.attributes) {
    const auto other =
        std::find_if(more.attributes.begin(), more.attributes.end(),
                     [&](const data::AttributeSummary& one) { return one.name == attribute.name; });
    if (other == more.attributes.end()) continue;
    for (data::ValueCount& value : attribute.values) {
      for (const data::ValueCount& added : other->values) {
        if (added.label == value.label) value.count += added.count;
      }
    }
  }
}

}  // namespace

std::vector<methods::CriterionScan> period_scans(const CompareSpec& spec) {
  std::vector<std::string> names = spec.criteria;
  const bool chosen = names.empty();
  if (chosen) {
    for (const methods::CriterionScan& scan : methods::default_change_scans(spec.harm))
      names.emplace_back(scan.metric->name());
  }
  std::vector<methods::CriterionScan> scans;
  for (const std::string& name : names) {
    const methods::Metric& metric = methods::metric_named(name);
    const bool lacks = (metric.needs_decision() && !spec.has_decision()) ||
                       (metric.needs_prediction() && spec.scores.empty());
    if (lacks && chosen) continue;
    if (lacks) {
      throw ConfigError(fmt::format("`criterion = {}` needs {}", name,
                                    metric.needs_decision() && !spec.has_decision()
                                        ? "decisions: add `decision = COL` or `threshold = T`"
                                        : "predictions: add `score = COL`"));
    }
    using enum methods::ChangeDirection;
    const search::Direction worst = methods::worse_direction(metric, spec.harm);
    const search::Direction other =
        worst == search::Direction::higher ? search::Direction::lower : search::Direction::higher;
    if (spec.direction != better) scans.push_back({&metric, worst});
    if (spec.direction != worse) scans.push_back({&metric, other});
  }
  return scans;
}

methods::Result compare_periods(const CompareSpec& spec, data::Source& source,
                                const Context& context) {
  const data::RoleOptions roles = period_roles(spec);
  const OpenedPeople opened = open(source, spec.input, roles, spec.search.threads, context);
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, spec.search);

  const Stopwatch grouping;
  data::Profiles first = read_profiles(people, context.hooks.stop);
  Stacked stacked;
  if (spec.after.empty()) {
    stacked = by_column(spec, people, std::move(first));
  } else {
    const SecondFile second = read_second_file(
        source, {spec.input, roles, people, spec.search.threads, "after"}, spec.after, context);
    result.notices.push_back(methods::Notice::note(fmt::format(
        "before are the {} of {}, after the {} of {}", faultline::people(first.people()),
        result.data.source, faultline::people(second.profiles.people()), spec.after)));
    add_summary(second.summary, result.data);
    stacked.profiles = stack(first, second.profiles);
    stacked.periods = find_periods(stacked.profiles, kFile, kAfter, {kFile});
    stacked.before = kBefore;
  }
  result.data.profiles = stacked.profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  methods::ComparePeriodsOptions options{.scan = {spec.search}, .harm = spec.harm};
  options.scan.scans = period_scans(spec);
  options.scan.subgroup = spec.subgroup;
  for (model::LearnerOptions* learner : {&options.scan.propensity, &options.scan.expectation})
    learner->seed = spec.search.seed;
  methods::validate(options.scan);
  options.table = {.attributes = table_attributes(spec, people),
                   .intersections = !spec.protected_columns.empty(),
                   .rates = spec.rates,
                   .alpha = spec.search.alpha,
                   .threads = spec.search.threads};
  const Stopwatch searching;
  take(methods::compare_periods({.profiles = stacked.profiles,
                                 .scanned = people.scanned(),
                                 .covariates = people.covariates()},
                                stacked.periods, options, context.hooks),
       result);
  result.compare->before = stacked.before;
  result.timing.emplace_back("compare", searching.seconds());

  CompareSpec resolved = spec;
  resolve(resolved, "attributes", resolved.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.ordered, people.ordered());
  resolve(resolved, "covariates", resolved.covariates, people.covariates());
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
