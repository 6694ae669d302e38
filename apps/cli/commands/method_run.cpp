#include "cli/commands/method_run.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands/applied_text.hpp"
#include "cli/commands/decision_file.hpp"
#include "cli/commands/elicit_dialogue.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/run.hpp"
#include "faultline/sql/files.hpp"

namespace faultline::cli {
namespace {

// Exit codes of the gate: the README promises them. 130 is what shells report after Ctrl-C.
constexpr int kTripped = 1;
constexpr int kInterrupted = 130;

std::string input_of(const run::AnySpec& spec) {
  return std::visit(
      [](const auto& held) -> std::string {
        if constexpr (requires { held.input.path; }) return held.input.path;
        return "";
      },
      spec);
}

/// The first thing that is missing where nothing is given.
void check_input(const run::AnySpec& spec) {
  const bool missing = std::visit(
      [](const auto& held) {
        // Answers need no people.
        if constexpr (requires { held.has_people(); }) {
          if (!held.has_people()) return false;
        }
        if constexpr (requires { held.input.path; }) return held.input.path.empty();
        return false;
      },
      spec);
  if (!missing) return;
  throw ConfigError(
      fmt::format("no input is named; give a file, as in 'faultline {} people.csv ...', or - for "
                  "CSV on standard input",
                  describe::name_of(run::head(spec).command)));
}

/// Before the work: files that cannot be written, or that would overwrite the input or each other.
void check_files(const MethodOutputs& outputs, const std::string& input) {
  check_writable(outputs.output);
  check_file("--rules", outputs.rules);
  if (!outputs.decisions.empty()) {
    check_file("--output", outputs.decisions);
    sql::TableFile::check("output", outputs.decisions);
  }
  std::vector<std::pair<std::string, std::string>> files = files_of(outputs.output);
  files.emplace_back("--output", outputs.decisions);
  files.emplace_back("--rules", outputs.rules);
  std::vector<std::pair<std::string, std::string>> named;
  for (const auto& [option, path] : files) {
    if (path.empty()) continue;
    std::error_code differs;
    if (std::filesystem::equivalent(path, input, differs))
      throw ConfigError(fmt::format("{} '{}' is the input itself", option, path));
    for (const auto& [other, same] : named) {
      if (same == path)
        throw ConfigError(fmt::format("{} and {} both name '{}'", other, option, path));
    }
    named.emplace_back(option, path);
  }
}

/// A model card has rates of groups, or what a search found.
void check_model_card(run::Command command, const std::string& path) {
  using enum run::Command;
  if (path.empty() || command == check || command == metrics || command == scan ||
      command == audit || command == ijdi)
    return;
  throw ConfigError(
      fmt::format("--model-card shows rates of groups and what searches found, and {} has neither: "
                  "use check, metrics, scan, audit or ijdi",
                  describe::name_of(command)));
}

void check_apply(const run::MitigateSpec& spec, const MethodOutputs& outputs) {
  if (spec.apply.empty()) return;
  if (outputs.decisions.empty())
    throw ConfigError("--apply writes decisions: add --output decided.csv");
  if (!files_of(outputs.output).empty() || !outputs.rules.empty()) {
    throw ConfigError(
        "--apply analyses nothing, so --json, --html, --markdown, --sarif, --junit and --rules "
        "have no use with it");
  }
}

/// At a terminal somebody must see the questions, even with --quiet.
void ask_somebody(run::ElicitSpec& spec, bool quiet) {
  const bool echo = ::isatty(STDIN_FILENO) == 0;
  std::ostringstream unseen;
  ask(spec, echo, std::cin, quiet && echo ? unseen : std::cerr);
  if (spec.answer.empty()) {
    throw InputError(
        "no question was answered, so there is nothing to compute; answer at least one, or give "
        "--answers FILE");
  }
}

/// "sex = Female (fpr), race = C (fpr and ppv)": classes that have nobody to be compared with, in
/// which criteria.
std::string incomparable_words(const methods::Result& result) {
  std::vector<std::pair<std::string, std::vector<std::string>>> told;  // class, criteria
  const auto tell = [&told](const methods::Finding& finding) {
    if (finding.verdict != methods::Verdict::not_comparable) return;
    const auto& who = finding.protected_class;
    const std::string name = who ? fmt::format("{} = {}", who->attribute, who->value) : "everybody";
    auto at = std::ranges::find(told, name, [](const auto& one) { return one.first; });
    if (at == told.end()) at = told.insert(at, {name, {}});
    const std::string criterion(describe::name_of(finding.metric));
    if (std::ranges::find(at->second, criterion) == at->second.end())
      at->second.push_back(criterion);
  };
  std::ranges::for_each(result.findings, tell);
  for (const auto& part : result.parts) std::ranges::for_each(part.findings, tell);
  std::vector<std::string> words;
  words.reserve(told.size());
  for (const auto& [name, criteria] : told)
    words.push_back(fmt::format("{} ({})", name, join_words(criteria, criteria.size())));
  return join_words(words);
}

}  // namespace

bool has_checkpoint(run::Command command) {
  return command == run::Command::audit || command == run::Command::ijdi;
}

bool has_decisions(run::Command command) { return command == run::Command::mitigate; }

int run_spec(run::AnySpec spec, const MethodOutputs& outputs) {
  if (!outputs.output.print_spec) check_input(spec);
  run::validate(spec);
  if (const auto* mitigate = std::get_if<run::MitigateSpec>(&spec)) check_apply(*mitigate, outputs);
  check_files(outputs, input_of(spec));
  check_model_card(run::head(spec).command, outputs.output.model_card);
  if (outputs.output.print_spec) {
    print(run::write_spec(spec));
    return 0;
  }
  auto* elicit = std::get_if<run::ElicitSpec>(&spec);
  if (elicit != nullptr && elicit->answers.empty() && elicit->answer.empty())
    ask_somebody(*elicit, outputs.output.quiet);

  // First, so that every thread of the run inherits that Ctrl-C is its business.
  const InterruptWatcher interrupt;
  ProgressBar bar(!outputs.output.quiet);
  sql::Files files;
  std::optional<DecisionFile> decisions;
  if (!outputs.decisions.empty()) decisions.emplace(outputs.decisions);
  const run::Outcome outcome =
      run::run(spec, files,
               {.hooks = {.progress = bar.function(), .stop = interrupt.token()},
                .checkpoint = outputs.checkpoint,
                .decisions = decisions ? &*decisions : nullptr,
                .rules = !outputs.rules.empty()});
  bar.clear();
  if (outcome.rules && !outputs.rules.empty())
    write_whole_file(outputs.rules, run::to_json(*outcome.rules));
  if (outcome.applied && !outputs.output.quiet) print_applied(*outcome.applied);
  if (!outcome.result) return 0;
  write_outputs(*outcome.result, outputs.output);
  const std::vector<run::FailOn>& fail_on = run::head(spec).fail_on;
  if (fail_on.empty()) return 0;
  // A build that watches must not take "could not be compared" for "nothing found".
  if (run::has_incomparable(*outcome.result)) {
    std::cerr << fmt::format("not comparable: hardly anybody, or nobody, to compare with for {}\n",
                             incomparable_words(*outcome.result));
  }
  if (run::has_withdrawn(*outcome.result)) {
    std::cerr << "undecided: there would be evidence, unless people are to be compared in columns "
                 "that tell the prediction\n";
  }
  switch (run::gate(*outcome.result, fail_on)) {
    case run::Gate::passed:
      return 0;
    case run::Gate::tripped:
      return kTripped;
    case run::Gate::unfinished:
      return kInterrupted;
  }
  return 0;
}

}  // namespace faultline::cli
