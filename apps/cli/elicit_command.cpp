// `faultline elicit`: asks what a disparity between groups costs, and computes lambda.

#include <chrono>
#include <iostream>
#include <sstream>

#include "cli/command.hpp"
#include "cli/elicit_answers.hpp"
#include "cli/elicit_dialogue.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include "faultline/audit/ijdi/costs.hpp"
#include "faultline/audit/ijdi/elicitation.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline elicit --people defendants --positive 'high risk' \\\n"
    "    --negative 'low risk' --outcome-text reoffended --json me.json\n"
    "  faultline elicit --answers panel.csv --cost-ratio 2 --html panel.html\n"
    "\nQuestions go to standard error, the result to standard output.\n";

struct ElicitOptions {
  DialogueOptions dialogue{};
  std::string error = "fpr";
  std::string answers{};
  std::optional<double> cost_ratio{};
  std::int64_t seed = 1;
  OutputOptions output{};
};

void add_options(Options& options, ElicitOptions& elicit) {
  DialogueOptions& dialogue = elicit.dialogue;
  options.heading("Questions");
  options.choice(
      "--error", elicit.error, {"fpr", "tpr"},
      "The rate asked about: fpr gives lambda_N; tpr, asked as false negatives, lambda_P");
  options.add("--questions", dialogue.questions, "How many pairs of rates to ask about");
  options.add("--cost-ratio", elicit.cost_ratio,
              "Cost of a false negative over cost of a false positive; without it, it is asked");
  options.add("--person", dialogue.person, "Who answers")->type_name("NAME");
  options
      .add("--answers", elicit.answers,
           "Ask nobody; read the CSV columns person, z1, z2 and z3 instead")
      ->type_name("FILE");

  options.heading("Words of the questions");
  options.add("--positive", dialogue.positive, "What a positive decision calls somebody")
      ->type_name("TEXT");
  options.add("--negative", dialogue.negative, "What a negative decision calls somebody")
      ->type_name("TEXT");
  options.add("--people", dialogue.people, "Whom the decisions are about, in the plural")
      ->type_name("TEXT");
  options
      .add("--outcome-text", dialogue.outcome_text,
           "What those with the outcome did; completes 'people who ...'")
      ->type_name("TEXT");
  options
      .add("--no-outcome-text", dialogue.no_outcome_text,
           "What the others did; without it, 'never' and the outcome's text")
      ->type_name("TEXT");

  add_output_options(options, elicit.output);
  options.heading("Common");
  options.add("--seed", elicit.seed, "Of the rates that are asked about");
}

void take_words(ElicitOptions& elicit) {
  elicit.dialogue.error = elicit.error == "fpr" ? audit::ErrorRate::fpr : audit::ErrorRate::tpr;
  elicit.dialogue.seed = checked_seed(elicit.seed);
  elicit.dialogue.ask_cost_ratio = !elicit.cost_ratio;
  validate(elicit.dialogue);
  // Before the questions, not after somebody has answered them all.
  if (elicit.cost_ratio) audit::check_cost_ratio(*elicit.cost_ratio);
  if (!elicit.output.fail_on.empty())
    throw ConfigError("--fail-on finding: elicit makes no findings, so nothing could ever fail");
  if (!elicit.answers.empty() && !elicit.dialogue.person.empty())
    throw ConfigError(
        "--person names who answers questions, but --answers asks none; leave one out");
}

/// At a terminal somebody must see the questions, even with --quiet.
Dialogue ask_somebody(const ElicitOptions& elicit) {
  DialogueOptions options = elicit.dialogue;
  options.echo = ::isatty(STDIN_FILENO) == 0;
  std::ostringstream unseen;
  const bool silent = elicit.output.quiet && options.echo;
  Dialogue dialogue = ask(options, std::cin, silent ? unseen : std::cerr);
  if (dialogue.answers.empty()) {
    throw InputError(
        "no question was answered, so there is nothing to compute; answer at least one, or give "
        "--answers FILE");
  }
  return dialogue;
}

data::Summary summary_of(const audit::ElicitReport& report, std::string source) {
  data::Summary data;
  data.source = std::move(source);
  data.rows = static_cast<std::int64_t>(report.by_person.size());
  for (const auto& person : report.by_person) data.rows_used += person.ratio.answers > 0 ? 1 : 0;
  if (data.rows_used < data.rows) {
    data.dropped.push_back(
        {.reason = "every answer is dominated", .count = data.rows - data.rows_used});
  }
  return data;
}

}  // namespace

int run_elicit(std::vector<std::string> arguments) {
  ElicitOptions elicit;
  Options options(
      "Asks how many errors a gap between two groups' error rates is worth, and computes lambda "
      "from the answers: how far a difference in base rates justifies a difference in error rates.",
      "faultline elicit");
  options.app().footer(kExamples);
  options.allow_config();
  add_options(options, elicit);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(elicit);
  check_writable(elicit.output);

  Dialogue dialogue;
  std::string source = "questions";
  if (elicit.answers.empty()) {
    dialogue = ask_somebody(elicit);
  } else {
    dialogue.answers = read_answers(elicit.answers);
    source = elicit.answers;
  }
  const auto started = std::chrono::steady_clock::now();
  audit::Elicited elicited =
      audit::elicit(elicit.dialogue.error, std::move(dialogue.answers),
                    elicit.cost_ratio ? elicit.cost_ratio : dialogue.cost_ratio);
  audit::Result result;
  result.command = audit::Command::elicit;
  result.config = options.echo();
  result.seed = elicit.dialogue.seed;
  result.data = summary_of(elicited.report, std::move(source));
  result.elicit = std::move(elicited.report);
  result.warnings = std::move(elicited.warnings);
  result.partial = dialogue.ended_early;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
  result.timing.emplace_back("estimate", taken.count());
  write_outputs(result, elicit.output);
  return 0;
}

}  // namespace faultline::cli
