// The run behind `faultline sources`.

#include "faultline/run/sources.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/messages.hpp"
#include "faultline/methods/sources/sources.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/sources_input.hpp"

namespace faultline::run {
namespace {

data::RoleOptions roles_of(const SourcesSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  roles.outcome_may_be_number = true;
  roles.covariates = spec.covariates;
  // Read as covariates are; only the learner does not see them.
  roles.covariates.insert(roles.covariates.end(), spec.candidates.begin(), spec.candidates.end());
  roles.count = spec.count;
  roles.attributes = spec.protected_columns;
  roles.attributes_option = "`protected`";
  roles.protected_classes = spec.protected_columns;  // so that nobody's is missing
  roles.numbers = spec.scores;
  roles.numbers.insert(roles.numbers.end(), spec.memberships.begin(), spec.memberships.end());
  roles.numbers_option = "`score` or `memberships`";
  return roles;
}

/// Before they are read as covariates, under whose name they would be missed. Standard input is
/// read once only.
void find_candidates(const SourcesSpec& spec, data::Source& source, const std::stop_token& stop) {
  if (spec.candidates.empty() || spec.input.path == "-") return;
  const std::vector<std::string> columns = source.column_names(spec.input, stop);
  for (const std::string& name : spec.candidates) {
    if (!is_among(columns, name)) data::throw_unknown_column("`candidates`", name, columns);
  }
}

void warn_of_texts(const methods::SourcesInput& input, const SourcesSpec& spec,
                   methods::Result& result) {
  if (input.documents && input.documents->empty > 0) {
    result.notices.push_back(
        methods::Notice::warning(fmt::format("`text` {}: {} without a word of the vocabulary",
                                             spec.text, plural(input.documents->empty, "text")),
                                 spec.text));
  }
  if (input.documents && input.documents->beyond > 0) {
    result.notices.push_back(methods::Notice::warning(
        fmt::format(
            "`text` {}: the {} most frequent words are used, {} others are not (`vocabulary`)",
            spec.text, with_thousands(spec.vocabulary), with_thousands(input.documents->beyond)),
        spec.text));
  }
}

}  // namespace

methods::SourcesOptions sources_options(const SourcesSpec& spec) {
  methods::SourcesOptions options = spec.method;
  const auto wanted = [&spec](SourcesPart part) {
    return std::find(spec.parts.begin(), spec.parts.end(), part) != spec.parts.end();
  };
  options.costs = wanted(SourcesPart::costs);
  options.decomposition = wanted(SourcesPart::decomposition);
  options.curves = wanted(SourcesPart::curves);
  options.noise = wanted(SourcesPart::noise);
  options.clusters = wanted(SourcesPart::clusters);
  options.candidates = wanted(SourcesPart::candidates);
  options.forecasts = wanted(SourcesPart::forecasts);
  for (const std::string& name : spec.models) {
    options.learners.push_back(model::parse_learner(name));
    options.learners.back().seed = options.seed;
  }
  if (!spec.threshold.empty()) {
    const data::Threshold threshold = data::parse_threshold(spec.threshold);
    options.rule = {.threshold = threshold.value, .strict = threshold.strict};
  }
  options.tune = spec.tune == Choice::yes;
  options.targeted = spec.targeted == Choice::yes;
  options.learner_knows_group =
      std::all_of(spec.protected_columns.begin(), spec.protected_columns.end(),
                  [&spec](const std::string& name) { return is_among(spec.covariates, name); });
  methods::validate(options);
  return options;
}

methods::Result sources(const SourcesSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  find_candidates(spec, source, context.hooks.stop);
  return sources_of(spec, open(source, spec.input, roles_of(spec), spec.method.threads, context),
                    source, context);
}

methods::Result sources_of(const SourcesSpec& spec, const OpenedPeople& opened,
                           data::Source& source, const Context& context) {
  const methods::SourcesOptions options = sources_options(spec);
  methods::Result result = begin_result(opened, options);
  const methods::SourcesInput input =
      read_sources(*opened.people, spec, source, context.hooks.stop);
  warn_of_texts(input, spec, result);
  methods::SourcesResult found = methods::find_sources(input, options, context.hooks);
  result.sources = std::move(found.report);
  append(result.notices, found.notices);
  result.timing.insert(result.timing.end(), found.timing.begin(), found.timing.end());
  result.partial = found.partial;
  finish_result(spec, result);
  return result;
}

}  // namespace faultline::run
