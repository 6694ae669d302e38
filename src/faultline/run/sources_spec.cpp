#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/sources.hpp"

namespace faultline::run {

const describe::Object& description(const SourcesSpec*) {
  using describe::member;
  static const describe::Object object{
      "Explains why a model's errors differ between groups: bias of the model, variance from too "
      "little data, or noise that the covariates leave. Trains a learner repeatedly (or takes "
      "given "
      "predictions), estimates what more data would change, and recommends what to do for every "
      "pair of groups.",
      {describe::base<SourcesSpec, Spec>(), member<&SourcesSpec::input>("", "").inlined(),
       member<&SourcesSpec::outcome>("outcome",
                                     "Predict this column: one of two values, or a number")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&SourcesSpec::protected_columns>(
           "protected",
           "Compare the groups that this column forms; of several columns, all intersections")
           .named("A1,A2")
           .split(),
       member<&SourcesSpec::covariates>("covariates",
                                        "Predict from these columns, categories or numbers; the "
                                        "protected columns are not among them unless named")
           .named("A,B,C")
           .split(),
       member<&SourcesSpec::text>(
           "text", "Use the words in this column of texts as covariates and to form topics")
           .named("COL"),
       member<&SourcesSpec::scores>(
           "score",
           "Take the predictions of existing models from these columns, and compare them: "
           "probabilities, or numbers where the outcome is a number")
           .named("P1,P2")
           .split(),
       member<&SourcesSpec::memberships>("memberships",
                                         "Take soft memberships in clusters, 0 to 1, from these "
                                         "columns, such as topic proportions")
           .named("Q1,Q2")
           .split(),
       member<&SourcesSpec::threshold>(
           "threshold",
           "Decide positively where the score is at least T; without it, where it is above 0.5")
           .named("T"),
       member<&SourcesSpec::count>(
           "count", "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&SourcesSpec::candidates>(
           "candidates",
           "Say what these columns, which the model does not have, would change as covariates")
           .named("A,B,C")
           .split(),
       member<&SourcesSpec::models>(
           "model",
           "Train these learners: logistic (L2), logistic-l1, ridge, tree, forest or boosted; of "
           "several, the first is decomposed and all are compared")
           .under("Learner")
           .named("LEARNER")
           .split(),
       member<&SourcesSpec::tune>(
           "tune", "Choose penalty or depth from the training people, for every training size"),
       member<&SourcesSpec::parts>("parts",
                                   "Run these parts: costs, candidates, forecasts, decomposition, "
                                   "noise, clusters, or the paper's curves, which are not among "
                                   "the default")
           .under("Parts")
           .named("PARTS")
           .split(),
       member<&SourcesSpec::targeted>(
           "targeted", "Also compute learning curves in which one group alone grows"),
       member<&SourcesSpec::vocabulary>("vocabulary", "Use the N most frequent words of `text`")
           .from(1),
       member<&SourcesSpec::method>("", "").inlined(),
       member<&Spec::fail_on, SourcesSpec>(
           "fail_on",
           "Exit with code 1 when a difference between groups in a model's FPR, FNR or error rate "
           "(squared error where the outcome is a number) is significant after Holm's adjustment")
           .under("Output")
           .named("finding")
           .split()}};
  return object;
}

namespace {

/// Columns that the model does not have: nothing that it has, or that says how good it is.
void check_candidates(const SourcesSpec& spec) {
  if (spec.candidates.empty()) return;
  const std::string all = fmt::format("`candidates = {}`", fmt::join(spec.candidates, ","));
  if (spec.models.empty()) {
    throw ConfigError(
        all + " asks what a learner gains from further columns: add `model` and `covariates`");
  }
  if (std::ranges::find(spec.parts, SourcesPart::candidates) == spec.parts.end())
    throw ConfigError(all + " belongs to part candidates: add it to `parts`");
  const std::pair<const char*, const std::vector<std::string>&> taken[] = {
      {"one of `covariates`", spec.covariates},
      {"`protected`", spec.protected_columns},
      {"`score`", spec.scores},
      {"one of `memberships`", spec.memberships}};
  for (std::size_t k = 0; k < spec.candidates.size(); ++k) {
    const std::string& name = spec.candidates[k];
    const auto refuse = [&name](const std::string& role) {
      throw ConfigError(
          fmt::format("column '{}' is {} and cannot be one of `candidates` too", name, role));
    };
    if (name.empty()) throw ConfigError("`candidates` holds an empty name");
    if (std::find(spec.candidates.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                  spec.candidates.end(), name) != spec.candidates.end()) {
      throw ConfigError(fmt::format("`candidates` names column '{}' twice", name));
    }
    for (const auto& [role, columns] : taken) {
      if (is_among(columns, name)) refuse(role);
    }
    if (spec.outcome == name || spec.outcome.starts_with(name + "=")) refuse("`outcome`");
    if (spec.text == name) refuse("`text`");
    if (spec.count == name) refuse("`count`");
  }
}

}  // namespace

void validate(const SourcesSpec& spec) {
  if (spec.outcome.empty()) throw ConfigError("sources needs the outcome: add `outcome = COL`");
  if (spec.protected_columns.empty())
    throw ConfigError("sources needs the groups to compare: add `protected = COL`");
  check_group_columns(spec.protected_columns);
  if (!spec.models.empty() && spec.covariates.empty() && spec.text.empty()) {
    throw ConfigError(
        fmt::format("`model = {}` learns from covariates: add `covariates = A,B` or `text = COL`",
                    spec.models.front()));
  }
  if (spec.models.empty() && spec.scores.empty()) {
    throw ConfigError(
        "sources needs a learner (`model = forest`, with `covariates`) or predictions "
        "(`score = COL`)");
  }
  if (!spec.text.empty() && spec.input.path == "-")
    throw ConfigError("`text`: texts are read in a second pass, so name a file instead of '-'");
  if (is_among(spec.covariates, spec.text)) {
    throw ConfigError(
        fmt::format("column '{}' is `text` and cannot be one of `covariates` too", spec.text));
  }
  for (const std::string& name : spec.models) {
    (void)model::parse_learner(name);
    if (!is_among(spec.scores, name)) continue;
    throw ConfigError(
        fmt::format("`model = {0}` and `score = {0}` have one name: rename the column, as in "
                    "`derive = given={0}` and `score = given`",
                    name));
  }
  check_candidates(spec);
  describe::check(spec);
  const bool costs =
      std::find(spec.parts.begin(), spec.parts.end(), SourcesPart::costs) != spec.parts.end();
  if (!spec.fail_on.empty() && !costs) {
    throw ConfigError("`fail_on = finding` goes by the levels of part costs: add it to `parts`");
  }
}

}  // namespace faultline::run
