// Two models on the same people: the first one's scores and decisions are the roles that every
// method knows, the second one's are a number and a flag beside them.

#include "faultline/run/compare_models.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

data::RoleOptions paired_roles(const CompareSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  roles.threshold = spec.threshold;
  roles.attributes = spec.attributes;
  roles.ordered = spec.ordered;
  roles.count = spec.count;
  roles.protected_classes = spec.protected_columns;  // so that nobody's is missing
  if (!spec.scores.empty()) {
    roles.score = spec.scores.front();
    roles.numbers.push_back(spec.scores.back());
    roles.numbers_option = "`score`";
  }
  if (!spec.decisions.empty()) {
    roles.decision = spec.decisions.front();
    roles.flags.push_back({.option = "`decision`", .column = spec.decisions.back()});
  }
  return roles;
}

/// The second model's column, whose place among the numbers its name tells.
const std::vector<double>& second_column(const data::Profiles& profiles, const std::string& name) {
  const auto at = std::find(profiles.number_names.begin(), profiles.number_names.end(), name);
  if (at == profiles.number_names.end()) throw InternalError("a column was not read");
  return profiles.numbers[static_cast<std::size_t>(at - profiles.number_names.begin())];
}

void refuse_no_probability(const std::vector<double>& scores, const std::string& column) {
  for (const double score : scores) {
    if (score >= 0 && score <= 1) continue;
    throw InputError(fmt::format(
        "`score` {}: {} is not a probability between 0 and 1; rescale the column, as in `derive`",
        column, shortest(score)));
  }
}

methods::ComparedPeople compared(const data::Profiles& profiles, const CompareSpec& spec,
                                 const data::People& people) {
  methods::ComparedPeople out{.attributes = profiles.attributes,
                              .codes = profiles.codes,
                              .has_score = !spec.scores.empty(),
                              .has_decision = spec.has_decision()};
  const auto n = static_cast<std::size_t>(profiles.size());
  out.before.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    methods::SideEntry& entry = out.before[i];
    entry.outcome = profiles.outcome[i] != 0;
    entry.count = profiles.count[i];
    if (out.has_score) entry.score = profiles.prediction[i];
    if (out.has_decision) entry.decision = profiles.decision[i] != 0;
  }
  out.after = out.before;
  if (out.has_score) {
    const std::vector<double>& scores = second_column(profiles, spec.scores.back());
    refuse_no_probability(scores, spec.scores.back());
    for (std::size_t i = 0; i < n; ++i) out.after[i].score = scores[i];
  }
  if (!spec.decisions.empty()) {
    const std::vector<double>& flags = second_column(profiles, people.flags().front());
    for (std::size_t i = 0; i < n; ++i) out.after[i].decision = flags[i] != 0;
  } else if (!spec.threshold.empty()) {
    const data::Threshold cut = data::parse_threshold(spec.threshold);
    for (methods::SideEntry& entry : out.after)
      entry.decision = cut.strict ? entry.score > cut.value : entry.score >= cut.value;
  }
  return out;
}

/// Roles know the first model's columns; the second one's must not form groups either.
void refuse_as_attribute(const CompareSpec& spec) {
  const auto check = [&](const std::vector<std::string>& columns, const char* option) {
    for (const std::string& column : columns) {
      for (const auto& [names, list] : {std::pair(&spec.attributes, "attributes"),
                                        std::pair(&spec.protected_columns, "protected")}) {
        if (!is_among(*names, column)) continue;
        throw ConfigError(
            fmt::format("column '{}' is `{}` and cannot be one of `{}` too", column, option, list));
      }
    }
  };
  check(spec.scores, "score");
  check(spec.decisions, "decision");
}

}  // namespace

std::vector<std::size_t> table_attributes(const CompareSpec& spec, const data::People& people) {
  std::vector<std::size_t> places;
  if (spec.protected_columns.empty()) {
    places.resize(people.scanned().size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
  }
  for (std::size_t a = 0; a < people.attributes().size(); ++a) {
    if (is_among(spec.protected_columns, people.attributes()[a].name)) places.push_back(a);
  }
  return places;
}

void take(methods::CompareResult found, methods::Result& result) {
  result.findings = std::move(found.findings);
  result.models = std::move(found.models);
  result.compare = std::move(found.report);
  result.partial = found.partial;
  append(result.notices, found.notices);
}

methods::Result compare_models(const CompareSpec& spec, data::Source& source,
                               const Context& context) {
  refuse_as_attribute(spec);
  const OpenedPeople opened =
      open(source, spec.input, paired_roles(spec), spec.search.threads, context);
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, spec.search);

  const Stopwatch grouping;
  const data::Profiles profiles = read_profiles(people, context.hooks.stop);
  const methods::ComparedPeople pairs = compared(profiles, spec, people);
  result.data.profiles = profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  methods::CompareModelsOptions options{spec.search};
  options.losses = losses_of(spec);
  options.direction = spec.direction;
  options.subgroup = spec.subgroup;
  options.scanned.resize(people.scanned().size());
  std::iota(options.scanned.begin(), options.scanned.end(), std::size_t{0});
  options.table = {.attributes = table_attributes(spec, people),
                   .intersections = !spec.protected_columns.empty(),
                   .rates = spec.rates,
                   .alpha = spec.search.alpha,
                   .threads = spec.search.threads};
  const Stopwatch searching;
  take(methods::compare_models(pairs, options, context.hooks), result);
  const std::vector<std::string>& names = spec.scores.empty() ? spec.decisions : spec.scores;
  result.compare->before = names.front();
  result.compare->after = names.back();
  result.timing.emplace_back("compare", searching.seconds());

  CompareSpec resolved = spec;
  resolve(resolved, "attributes", resolved.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.ordered, people.ordered());
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
