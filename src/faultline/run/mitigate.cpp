// The run behind `faultline mitigate`: people become profiles, thresholds are found, and every row
// of the input gets its decision by the rules.

#include "faultline/run/mitigate.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/mitigation_people.hpp"
#include "faultline/run/row_draw.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

using methods::MitigationMethod;

methods::MitigationOptions method_options(const MitigateSpec& spec) {
  methods::MitigationOptions options;
  options.method = spec.method;
  options.error = spec.error;
  options.lambda = lambda_of(spec);
  options.move = spec.move;
  if (!spec.costs.empty()) {
    const methods::Costs costs = methods::parse_costs(spec.costs);
    options.costs = {.false_positive = costs.false_positive,
                     .false_negative = costs.false_negative,
                     .disparity = spec.error == methods::ErrorRate::fpr ? costs.fpr_disparity
                                                                        : *costs.tpr_disparity,
                     .given = true};
  }
  options.max_corrections = spec.max_corrections;
  options.quantile = spec.quantile;
  static_cast<methods::SearchSettings&>(options.scan) = spec.search;
  options.scan.clip = spec.clip;
  options.scan.harm = spec.harm;
  const data::Threshold threshold = data::parse_threshold(spec.roles.threshold);
  options.base.comparator =
      threshold.strict ? methods::Comparator::above : methods::Comparator::at_least;
  options.base.threshold = threshold.value;
  // The thresholds of groups are read when the attributes are known.
  methods::MitigationOptions checked = options;
  checked.groups.push_back(checked.base);
  methods::validate(checked);
  return options;
}

std::vector<std::string> names_of(const std::vector<data::Attribute>& attributes) {
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  return names;
}

/// Only attributes that some rule or points name: new data need not have the others.
std::vector<RulesFile::KnownValues> named_attributes(
    const methods::MitigationReport& report, const std::vector<data::Attribute>& attributes) {
  std::vector<RulesFile::KnownValues> named;
  for (const data::Attribute& attribute : attributes) {
    bool used = false;
    for (const auto& rule : report.rules) {
      for (const auto& [name, values] : rule.subgroup) used = used || name == attribute.name;
    }
    if (report.points) {
      for (const auto& listed : report.points->points) used = used || listed.name == attribute.name;
    }
    if (used) named.push_back({attribute.name, attribute.labels});
  }
  return named;
}

void send_decisions(const data::RowStream& rows, const data::People& people,
                    const MitigateSpec& spec, const methods::MitigationOptions& options,
                    const RulesFile& rules, DecisionSink& sink, const std::stop_token& stop) {
  sink.begin(spec.id, rows.id_type(), {"decision_before", "decision_after"});
  const methods::MitigationReport::Rule& base = options.base;
  const RuleBook book(rules, names_of(people.attributes()), options.scan.seed);
  rows.stream(
      [&](const data::Row& row) {
        const RuleBook::Decision decision = book.decide(row);
        sink.add(row, decision.threshold,
                 {methods::exceeds(row.score, base.comparator, base.threshold), decision.positive});
      },
      stop);
  sink.finish();
}

/// How many people of each profile exceed the thresholds drawn for their rows.
std::vector<std::int64_t> draw_rows(const data::RowStream& rows, const ProbablePeople& read,
                                    const data::People& people,
                                    const methods::MitigationOptions& options,
                                    const std::stop_token& stop) {
  const double width = methods::random_width(options.lambda);
  RowDraw draw(read.profiles, people.numbers().size());
  rows.stream(
      [&](const data::Row& row) {
        const double threshold =
            methods::random_threshold(options.scan.seed, row.number, options.base.threshold, width);
        draw.add(row, methods::exceeds(row.score, options.base.comparator, threshold));
      },
      stop);
  return std::move(draw).finish();
}

RulesFile rules_of(const methods::MitigationReport& report, const data::People& people,
                   const data::RowStream* rows) {
  RulesFile file;
  file.method = report.method;
  file.error = report.error;
  file.lambda = report.lambda;
  file.rules = report.rules;
  file.points = report.points;
  file.attributes = named_attributes(report, people.attributes());
  if (rows == nullptr) return file;
  for (const auto& [score, probability] : rows->risk_scores())
    file.risk_scores.push_back({score, probability});
  return file;
}

/// What is said besides of rules that draw lots.
void note_lots(const MitigateSpec& spec, const methods::MitigationReport& report,
               methods::Notices& notices) {
  bool lots = false;
  for (const auto& rule : report.rules) lots = lots || rule.boundary_share.has_value();
  if (report.points) {
    for (const auto& cutoff : report.points->thresholds)
      lots = lots || cutoff.boundary_share.has_value();
  }
  if (!lots || !spec.id.empty()) return;
  notices.push_back(
      methods::Notice::note("lots for people exactly at a threshold are drawn by the number of "
                            "their row; with `id = COL` "
                            "they go by the person, whatever the order of the rows"));
}

}  // namespace

MitigateOutcome mitigate(const MitigateSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  methods::MitigationOptions options = method_options(spec);
  const std::stop_token& stop = context.hooks.stop;
  const bool draws = spec.method == MitigationMethod::randomize;
  const bool wants_rows = draws || context.decisions != nullptr || context.rules;
  if (wants_rows && spec.input.path == "-") {
    throw ConfigError(
        "mitigate reads its input once more to decide row by row, which standard input does not "
        "allow; give a file");
  }
  data::RoleOptions roles = to_options(spec.roles);
  add_roles(spec.probability, roles);
  const OpenedPeople opened = open(source, spec.input, roles, spec.search.threads, context);
  const data::People& people = *opened.people;
  MitigateOutcome done;
  done.result = begin_result(opened, options.scan);
  methods::Result& result = done.result;

  const Stopwatch grouping;
  MitigationPeople both = read_mitigation_people(spec, source, people, roles, context);
  ProbablePeople& read = both.made_from;
  result.data.profiles = read.profiles.size();
  if (read.model) result.models.push_back(std::move(*read.model));
  result.timing.emplace_back("group", grouping.seconds());
  if (!spec.thresholds.empty()) {
    options.groups = methods::parse_group_thresholds(spec.thresholds, people.attributes(),
                                                     options.base.comparator);
  }
  std::unique_ptr<data::RowStream> rows;
  if (wants_rows || (!spec.roles.risk_score.empty() && spec.input.path != "-"))
    rows = open_rows(source, spec.input, roles, people, spec.id, stop);

  methods::MitigationInput input{.profiles = read.profiles,
                                 .scanned = people.scanned(),
                                 .true_probability = read.column,
                                 .recipe = read.recipe.get()};
  std::optional<methods::MitigationInput> tested;
  if (both.tested_on) {
    tested.emplace(methods::MitigationInput{.profiles = both.tested_on->profiles,
                                            .scanned = people.scanned(),
                                            .true_probability = both.tested_on->column,
                                            .recipe = both.tested_on->recipe.get()});
    input.held_out = &*tested;
  }
  if (draws) input.drawn = draw_rows(*rows, read, people, options, stop);
  const Stopwatch searching;
  methods::MitigationResult found = methods::mitigate(input, options, context.hooks);
  result.timing.emplace_back("scan", searching.seconds());
  result.partial = found.partial;
  result.findings = {std::move(found.after)};
  append(result.notices, found.notices);
  if (rows) {
    found.report.risk_score = spec.roles.risk_score;
    for (const auto& [score, prediction] : rows->risk_scores())
      found.report.risk_scores.push_back({score, prediction});
  }
  if (both.tested_on && !holdout_share(*holdout_of(spec)))
    found.report.tested_file = *holdout_of(spec);
  note_lots(spec, found.report, result.notices);
  done.rules = rules_of(found.report, people, rows.get());
  result.mitigation = std::move(found.report);
  if (result.partial && (context.decisions != nullptr || context.rules)) {
    result.notices.push_back(methods::Notice::warning(
        "the run was interrupted, so no decisions and rules were written"));
  } else if (context.decisions != nullptr) {
    const Stopwatch writing;
    send_decisions(*rows, people, spec, options, done.rules, *context.decisions, stop);
    result.timing.emplace_back("write", writing.seconds());
  }
  MitigateSpec resolved = spec;
  resolve(resolved, "attributes", resolved.roles.attributes, people.scanned());
  if (!resolved.lambda && resolved.costs.empty()) resolved.lambda = 0;
  resolve(resolved, "ordered", resolved.roles.ordered, people.ordered());
  if (spec.probability.fit)
    resolve(resolved, "covariates", resolved.probability.covariates, people.covariates());
  finish_result(resolved, result);
  return done;
}

}  // namespace faultline::run
