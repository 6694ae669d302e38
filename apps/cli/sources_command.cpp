#include "cli/sources_command.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/number_list.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include <fmt/format.h>

#include "faultline/audit/sources/sources.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline sources people.csv --outcome approved=yes --protected sex \\\n"
    "    --covariates age,job,education --model forest --html report.html\n"
    "  faultline sources people.csv --outcome approved=yes --protected sex,race \\\n"
    "    --score old_model,new_model\n"
    "  faultline sources notes.csv --outcome died --protected ethnicity --text note \\\n"
    "    --model logistic-l1 --topics 20 --budget 600\n";

const std::vector<std::string> kParts{"costs", "decomposition", "curves", "noise", "clusters"};

/// What is typed as a word and held as something else.
struct Words {
  std::vector<std::string> models{};
  std::vector<std::string> parts = kParts;
  std::vector<std::string> sizes{};
  std::string threshold{};
  std::string evaluation = "folds";
  std::string draws = "bootstrap";
  std::string tune = "yes";
  std::string targeted = "yes";
  std::int64_t seed = 1;
};

void add_roles(Options& options, SourcesCommandOptions& run, Words& words) {
  data::RoleOptions& roles = run.data.roles;
  options.heading("Roles");
  options.add("--outcome", roles.outcome, "What is predicted: two values, or a column of numbers")
      ->type_name("COL[=POSITIVE]");
  options
      .add("--protected", run.protected_columns,
           "Columns whose values form the groups to compare; of several, all intersections", true)
      ->type_name("A1,A2");
  options
      .add("--covariates", roles.covariates,
           "What a learner predicts from, categories or numbers; not the protected columns unless "
           "named here",
           true)
      ->type_name("A,B,C");
  options.add("--text", run.text, "Column of texts, whose words are covariates and form topics")
      ->type_name("COL");
  options
      .add("--score", run.scores,
           "Predictions of given models, probabilities or, for an outcome of numbers, numbers; "
           "several are compared",
           true)
      ->type_name("P1,P2");
  options
      .add("--memberships", run.memberships,
           "Columns of soft memberships in clusters, 0 to 1, such as topic proportions", true)
      ->type_name("Q1,Q2");
  options
      .add("--threshold", words.threshold,
           "0.5: decision where the score is at least this; without it, above 0.5")
      ->type_name("T");
  options.add("--count", roles.count, "Number of people each row stands for")->type_name("COL");
}

void add_learning(Options& options, SourcesCommandOptions& run, Words& words) {
  audit::SourcesOptions& method = run.sources;
  options.heading("Learner");
  options
      .add("--model", words.models,
           "logistic (L2), logistic-l1, ridge, tree, forest or boosted; of several, the first is "
           "taken apart and all are compared",
           true)
      ->type_name("LEARNER");
  options.choice("--tune", words.tune, {"yes", "no"},
                 "Choose penalty or depth by the training people, for every training size");
  options.choice("--evaluation", words.evaluation, {"folds", "split"},
                 "Costs by cross-validation over everybody, or on one test part");
  options.add("--folds", method.folds, "Of the cross-validation");
  options.add("--test-share", method.test_share, "Share of people in a test part");

  options.heading("Parts");
  options
      .add("--parts", words.parts, "Which to run: costs, decomposition, curves, noise, clusters",
           true)
      ->type_name("PARTS");
  options.add("--repetitions", method.repetitions,
              "Training sets of the decomposition, and splits of every learning curve");
  options
      .add("--sizes", words.sizes,
           "Training sizes of the curve; without it, eight from a 64th of the people to all that "
           "are not tested",
           true)
      ->type_name("N1,N2,N3");
  options.choice("--targeted", words.targeted, {"yes", "no"},
                 "Learning curves in which one group grows alone");
  options.add(
      "--gap", method.gap,
      "Difference that more data should reach: how many people? 0: one point, or a tenth of "
      "today's for numbers");
  options
      .add("--budget", method.budget,
           "Begin no new fit of curves and decomposition after so many seconds; 0: no limit")
      ->type_name("SECONDS");
  options.choice("--draws", words.draws, {"bootstrap", "splits"},
                 "Training sets of the decomposition: bootstrap samples, or random splits");
  options
      .add("--noise-estimator", method.noise_estimator,
           "What is optimal for a person, in the decomposition: nearest-neighbour, boosted, or "
           "range (both)")
      ->type_name("NAME");
  options.add("--lambda", method.bhattacharyya_lambda,
              "Added to the covariances of Bhattacharyya's bound, which hangs on it");
  options.add("--neighbours", method.neighbours, "Of the nearest-neighbour bound");
  options.add("--least-people", method.least_people,
              "A group takes part in a cluster with so many people there");
  options.add("--k-means", method.k_means, "Clusters of k-means to try; 0: none");
  options.add("--topics", method.topics, "Topics of --text");
  options.add("--vocabulary", run.vocabulary, "Most frequent words of --text to use");
  options.add("--top", method.top_clusters, "Clusters to report per metric");
}

void take_roles(const Words& words, SourcesCommandOptions& run) {
  data::RoleOptions& roles = run.data.roles;
  if (roles.outcome.empty()) throw ConfigError("sources needs the outcome: add --outcome COL");
  if (run.protected_columns.empty())
    throw ConfigError("sources needs the groups to compare: add --protected COL");
  for (const std::string& name : run.protected_columns) {
    if (const auto equals = name.find('='); equals != std::string::npos) {
      throw ConfigError(fmt::format(
          "--protected '{}': all values of a column are compared here, so give the column alone, "
          "--protected {}",
          name, name.substr(0, equals)));
    }
  }
  const bool features = !roles.covariates.empty() || !run.text.empty();
  if (!words.models.empty() && !features) {
    throw ConfigError(
        fmt::format("--model {} learns from covariates: add --covariates A,B or --text COL",
                    words.models.front()));
  }
  if (words.models.empty() && run.scores.empty()) {
    throw ConfigError(
        "sources needs a learner (--model forest, with --covariates) or predictions (--score COL)");
  }
  if (!run.text.empty() && run.data.input.path == "-") {
    throw ConfigError("--text: texts are read in a second pass, so name a file instead of '-'");
  }
  if (std::find(roles.covariates.begin(), roles.covariates.end(), run.text) !=
      roles.covariates.end()) {
    throw ConfigError(
        fmt::format("column '{}' is --text and cannot be one of --covariates too", run.text));
  }
  roles.attributes = run.protected_columns;
  roles.attributes_option = "--protected";
  roles.protected_classes = run.protected_columns;  // so that nobody's is missing
  roles.outcome_may_be_number = true;
  roles.numbers = run.scores;
  roles.numbers.insert(roles.numbers.end(), run.memberships.begin(), run.memberships.end());
  roles.numbers_option = "--score or --memberships";
}

void take_parts(const Words& words, audit::SourcesOptions& method) {
  const auto wanted = [&](const std::string& part) {
    return std::find(words.parts.begin(), words.parts.end(), part) != words.parts.end();
  };
  for (const std::string& part : words.parts) {
    if (std::find(kParts.begin(), kParts.end(), part) != kParts.end()) continue;
    throw ConfigError(
        fmt::format("--parts {}: there is no such part; parts are {}", part, join_words(kParts)));
  }
  method.costs = wanted("costs");
  method.decomposition = wanted("decomposition");
  method.curves = wanted("curves");
  method.noise = wanted("noise");
  method.clusters = wanted("clusters");
}

void take_words(const Words& words, SourcesCommandOptions& run) {
  take_roles(words, run);
  audit::SourcesOptions& method = run.sources;
  take_parts(words, method);
  method.seed = checked_seed(words.seed);
  for (const std::string& name : words.models) {
    if (std::find(run.scores.begin(), run.scores.end(), name) != run.scores.end()) {
      throw ConfigError(
          fmt::format("--model {0} and --score {0} have one name: rename the column, "
                      "as in --derive 'given={0}' --score given",
                      name));
    }
    method.learners.push_back(model::parse_predictor(name));
    method.learners.back().seed = method.seed;
  }
  method.sizes = whole_numbers("--sizes", words.sizes);
  if (!words.threshold.empty()) {
    const data::Threshold threshold = data::parse_threshold(words.threshold);
    method.rule = {.threshold = threshold.value, .strict = threshold.strict};
  }
  if (words.evaluation == "split") method.evaluation = audit::Evaluation::split;
  if (words.draws == "splits") method.draws = audit::TrainingDraws::splits;
  method.tune = words.tune == "yes";
  const std::vector<std::string>& covariates = run.data.roles.covariates;
  method.learner_knows_group = std::all_of(
      run.protected_columns.begin(), run.protected_columns.end(), [&](const std::string& name) {
        return std::find(covariates.begin(), covariates.end(), name) != covariates.end();
      });
  method.targeted = words.targeted == "yes";
  if (run.vocabulary < 1)
    throw ConfigError(fmt::format("--vocabulary {}: must be 1 or more", run.vocabulary));
  audit::validate(method);
}

audit::Result analyse(const sql::People& people, const SourcesCommandOptions& options,
                      const audit::Hooks& hooks) {
  audit::Result result = begin_result(people, options.sources);
  const audit::SourcesInput input = read_sources(people, options, hooks.stop);
  if (input.documents && input.documents->empty > 0) {
    result.warnings.push_back(fmt::format("--text {}: {} without a word of the vocabulary",
                                          options.text, plural(input.documents->empty, "text")));
  }
  if (input.documents && input.documents->beyond > 0) {
    result.warnings.push_back(fmt::format(
        "--text {}: the {} most frequent words are used, {} others are not "
        "(--vocabulary)",
        options.text, with_thousands(options.vocabulary), with_thousands(input.documents->beyond)));
  }
  audit::SourcesResult found = audit::find_sources(input, options.sources, hooks);
  result.sources = std::move(found.report);
  result.warnings.insert(result.warnings.end(), found.warnings.begin(), found.warnings.end());
  result.timing = std::move(found.timing);
  result.partial = found.partial;
  return result;
}

}  // namespace

int run_sources(std::vector<std::string> arguments) {
  SourcesCommandOptions sources;
  Words words;
  Options options(
      "Why a model's errors differ between groups: bias of the model, variance from too little "
      "data, or noise that the covariates leave. Trains a learner again and again (or takes given "
      "predictions), says what more data would change, and what to do for every pair of groups.",
      "faultline sources");
  options.app().footer(kExamples);
  options.allow_config();
  add_input_options(options, sources.data);
  add_roles(options, sources, words);
  add_learning(options, sources, words);
  options.add("--alpha", sources.sources.alpha, "Intervals hold 1 - X; level of tests");
  add_output_options(options, sources.output,
                     "Exit code 1 when a difference between groups in FPR, FNR or error rate (of "
                     "numbers, squared error) of a model is significant after Holm's adjustment");
  options.heading("Common");
  options.add("--seed", words.seed, "Of all random numbers");
  options.unechoed(options.add("--threads", sources.sources.threads,
                               "0 is all; the result does not depend on it"));
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, sources);
  finish_data_options(sources.data, sources.sources.threads);
  check_writable(sources.output);
  if (!sources.output.fail_on.empty() && !sources.sources.costs)
    throw ConfigError("--fail-on finding goes by the levels of part costs: add it to --parts");

  PeopleRun run(sources.data, sources.output);
  audit::Result result = analyse(run.people(), sources, run.hooks());
  return run.finish(result, audit::Command::sources, options.echo());
}

}  // namespace faultline::cli
