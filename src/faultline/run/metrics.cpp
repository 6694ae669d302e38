// The run behind `faultline metrics`: people are counted as they stream past, and every rate is
// made from the counts.

#include "faultline/run/metrics.hpp"

#include <algorithm>
#include <utility>

#include "faultline/base/error.hpp"

namespace faultline::run {
namespace {

/// The share above the median of a score that may be any number.
bool asks_scoring_rate(const MetricsSpec& spec) {
  return spec.method.impact && !spec.score.empty() && spec.outcome.empty() &&
         spec.decision.empty() && spec.threshold.empty();
}

std::vector<data::Threshold> thresholds_of(const MetricsSpec& spec) {
  if (spec.threshold.empty()) return {};
  std::vector<data::Threshold> list = data::parse_thresholds(spec.threshold);
  return list.size() > 1 ? list : std::vector<data::Threshold>{};
}

data::RoleOptions roles_of(const MetricsSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  roles.outcome_may_be_number = true;
  roles.score_may_be_number = true;
  roles.score = spec.score;
  roles.risk_score = spec.risk_score;
  roles.decision = spec.decision;
  if (thresholds_of(spec).empty()) roles.threshold = spec.threshold;
  roles.count = spec.count;
  roles.attributes = spec.protected_columns;
  roles.attributes_option = "`protected`";
  // So that nobody's is missing; impact ratios count people whose category is not known.
  if (!spec.method.impact) roles.protected_classes = spec.protected_columns;
  if (!spec.by.empty()) {
    roles.attributes.push_back(spec.by);
    roles.attributes_option = "`protected` or `by`";
  }
  roles.number_options = {{spec.outcome, "`outcome`"}, {spec.score, "`score`"}};
  const auto add_number = [&](const std::string& column, const char* option) {
    if (column.empty()) return;
    roles.numbers.push_back(column);
    roles.number_options.emplace_back(column, option);
  };
  if (asks_scoring_rate(spec)) {
    roles.score.clear();
    add_number(spec.score, "`score`");
  }
  add_number(spec.cluster, "`cluster`");
  add_number(spec.weight, "`weight`");
  if (!spec.cluster.empty()) roles.ranked = {spec.cluster};
  return roles;
}

methods::TallyColumns columns_of(const MetricsSpec& spec, const data::People& people) {
  const auto place = [&](const std::string& column) -> std::optional<std::size_t> {
    const std::vector<std::string>& names = people.numbers();
    const auto found = std::find(names.begin(), names.end(), column);
    if (column.empty() || found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  };
  methods::TallyColumns columns{
      .outcome = place(spec.outcome), .weight = place(spec.weight), .cluster = place(spec.cluster)};
  if (columns.outcome || asks_scoring_rate(spec)) columns.score = place(spec.score);
  return columns;
}

}  // namespace

methods::Result metrics(const MetricsSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  methods::Result result = metrics_of(
      spec, open(source, spec.input, roles_of(spec), spec.method.threads, context), context);
  if (!spec.fail_on.empty() && result.metrics->tests == 0) {
    throw ConfigError(
        "`fail_on = finding` needs a test, and nothing could be tested: there is one group alone, "
        "or too few people for the rates that were asked, so nothing could ever fail");
  }
  return result;
}

methods::Result metrics_of(const MetricsSpec& spec, const OpenedPeople& opened,
                           const Context& context) {
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, spec.method);

  const Stopwatch counting;
  methods::TalliesBuilder builder(people.attributes(), columns_of(spec, people));
  people.stream(builder, context.hooks.stop);
  const methods::Tallies tallies = std::move(builder).finish();
  check_same_people(result.data, tallies.people());
  result.data.profiles = static_cast<std::int64_t>(tallies.intersections.size());
  result.timing.emplace_back("group", counting.seconds());

  const Stopwatch measuring;
  methods::MetricsQuestions questions{.thresholds = thresholds_of(spec)};
  if (!spec.by.empty()) questions.by = spec.protected_columns.size();  // it is the last attribute
  result.metrics = methods::metrics(tallies, spec.method, questions, context.hooks);
  result.timing.emplace_back("measure", measuring.seconds());
  finish_result(spec, result);
  return result;
}

}  // namespace faultline::run
