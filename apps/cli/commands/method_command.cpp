// The commands of the methods: options from the description of the spec, then the run.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands/method_run.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>

namespace faultline::cli {
namespace {

const char* examples(run::Command command) {
  switch (command) {
    case run::Command::scan:
      return "\nExamples:\n"
             "  faultline scan people.csv --outcome y --score p --html report.html\n"
             "  faultline scan people.parquet --outcome 'income=>50K' --score p \\\n"
             "    --attributes sex,race,region\n"
             "  faultline scan people.csv --outcome y --risk-score decile \\\n"
             "    --bins age=25,45 --where 'year >= 2020'\n"
             "  cat profiles.csv | faultline scan - --outcome y --score p --count n\n";
    case run::Command::audit:
      return "\nExamples:\n"
             "  faultline audit people.csv --outcome y --score p --threshold 0.5 \\\n"
             "    --protected sex=Female --html report.html\n"
             "  faultline audit people.csv --outcome y --score p --decision flagged \\\n"
             "    --protected race --protected sex --attributes race,sex,age_group\n"
             "  faultline audit loans.csv --outcome repaid --score p --decision granted \\\n"
             "    --protected sex=Female --harm negative\n"
             "  faultline audit people.csv --outcome y --decision d --protected sex=Female \\\n"
             "    --metric fpr,fnr --covariates region,age,income --permute within\n";
    case run::Command::ijdi:
      return "\nExamples:\n"
             "  faultline ijdi people.csv --outcome y --score p --threshold 0.5 \\\n"
             "    --fit-probability logistic --lambda 0,0.3,1,3 --html report.html\n"
             "  faultline ijdi people.csv --outcome y --decision flagged \\\n"
             "    --true-probability risk --error fpr --lambda 0:3:0.5\n"
             "  faultline ijdi people.csv --outcome y --decision flagged \\\n"
             "    --fit-probability boosted --covariates age,region,income --costs 1,2,4,4\n";
    case run::Command::elicit:
      return "\nExamples:\n"
             "  faultline elicit --people defendants --positive 'high risk' \\\n"
             "    --negative 'low risk' --outcome-text reoffended --json me.json\n"
             "  faultline elicit --answers panel.csv --cost-ratio 2 --html panel.html\n"
             "  faultline elicit people.csv --answers panel.csv --cost-ratio 2 --outcome y \\\n"
             "    --decision flagged --fit-probability logistic --attributes sex,race\n"
             "\nQuestions go to standard error, the result to standard output.\n";
    case run::Command::mitigate:
      return "\nExamples:\n"
             "  faultline mitigate people.csv --outcome y --score p --threshold '>0.5' \\\n"
             "    --fit-probability logistic --error fpr --lambda 1 --output decided.csv --rules "
             "rules.json\n"
             "  faultline mitigate people.csv --outcome y --score p --threshold '>0.5' \\\n"
             "    --true-probability risk --method groups --thresholds 'race=Black:0.55;*:0.5'\n"
             "  faultline mitigate --apply rules.json new.csv --score p --output decided.csv\n";
    case run::Command::counterfactual:
      return "\nExamples:\n"
             "  faultline counterfactual patients.csv --outcome died --decision alarm \\\n"
             "    --treatment surgery --protected sex,race --covariates age,ward,pressure \\\n"
             "    --html report.html\n"
             "  faultline counterfactual patients.csv --outcome died --score old,new \\\n"
             "    --threshold 0.5 --treatment drug=yes --protected sex --covariates age\n"
             "  faultline counterfactual patients.csv --outcome died --decision alarm \\\n"
             "    --treatment surgery --protected sex,race --covariates age,ward \\\n"
             "    --propensity ensemble --estimator doubly-robust\n";
    case run::Command::sources:
      return "\nExamples:\n"
             "  faultline sources people.csv --outcome approved=yes --protected sex \\\n"
             "    --covariates age,job,education --model forest --html report.html\n"
             "  faultline sources people.csv --outcome approved=yes --protected sex,race \\\n"
             "    --score old_model,new_model\n"
             "  faultline sources notes.csv --outcome died --protected ethnicity --text note \\\n"
             "    --model logistic-l1 --topics 20 --budget 600\n";
    case run::Command::metrics:
      return "\nExamples:\n"
             "  faultline metrics people.csv --outcome y --score p --threshold 0.5 \\\n"
             "    --protected sex,race --html report.html\n"
             "  faultline metrics people.csv --outcome y --decision flagged=yes \\\n"
             "    --protected race --metric fpr,fnr,ppv --reference 'race=White'\n"
             "  faultline metrics hired.csv --decision hired=yes --protected sex,age_group \\\n"
             "    --reference rest\n"
             "  faultline metrics people.csv --outcome y --score p --protected sex \\\n"
             "    --threshold 0.1:0.9:0.1 --by month --html report.html\n"
             "  faultline metrics hired.csv --decision hired=yes --protected sex,race --impact\n";
    case run::Command::check:
      return "\nExamples:\n"
             "  faultline check people.csv --outcome y --score p --protected sex,race \\\n"
             "    --html report.html\n"
             "  faultline check people.csv --outcome y --score p\n"
             "  faultline check loans.csv --outcome repaid --decision granted=yes \\\n"
             "    --protected sex,age_group --harm negative --fail-on finding\n";
    case run::Command::compare:
      return "\nExamples:\n"
             "  faultline compare people.csv --outcome y --score old,new --html report.html\n"
             "  faultline compare people.csv --outcome y --score old,new --threshold 0.5 \\\n"
             "    --attributes sex,race,region --protected sex,race --fail-on worse\n"
             "  faultline compare people.csv --outcome y --decision flag_2023,flag_2024 \\\n"
             "    --subgroup 'sex=Female;region=North'\n"
             "  faultline compare people.csv --outcome y --score p --threshold 0.5 \\\n"
             "    --by year=2024 --covariates age,region --fail-on worse\n"
             "  faultline compare spring.csv --after autumn.csv --outcome y --decision flagged\n";
    default:
      break;
  }
  return "";
}

/// The methods' commands that have this option.
std::vector<std::string> commands_with(const std::string& option) {
  std::vector<std::string> names;
  for (const run::Command command : run::commands()) {
    run::AnySpec spec = run::spec_of(command);
    const auto fields = describe::fields(run::description(spec), run::address(spec));
    if (std::ranges::any_of(fields, [&option](const describe::Field& field) {
          return !field.member->is_unlisted && dashed(field.member->key) == option;
        }))
      names.emplace_back(describe::name_of(command));
  }
  return names;
}

int run_method(run::Command command, std::vector<std::string> arguments) {
  run::AnySpec spec = run::spec_of(command);
  MethodOutputs outputs;
  const describe::Object& object = run::description(spec);
  Options options(std::string(object.help),
                  fmt::format("faultline {}", describe::name_of(command)));
  options.footer(examples(command));
  options.elsewhere(&commands_with);
  options.allow_config();
  options.add(object, run::address(spec));
  if (command == run::Command::elicit) options.positionals_are_optional();
  options.add(description(&outputs.output), &outputs.output);
  if (has_decisions(command)) {
    options
        .add("--output", outputs.decisions,
             "Write score, threshold and decisions of every row to this file, .csv or .parquet")
        ->type_name("FILE");
    options.add("--rules", outputs.rules, "Write the rules to this file as JSON")
        ->type_name("FILE");
  }
  if (has_checkpoint(command)) {
    options.heading("Significance");
    options
        .add("--checkpoint", outputs.checkpoint,
             "Keep finished replicates in this file, and continue from it when the run was stopped")
        ->type_name("FILE");
  }
  if (!options.parse_or_help(std::move(arguments))) return 0;
  return run_spec(std::move(spec), outputs);
}

}  // namespace

int run_scan(std::vector<std::string> arguments) {
  return run_method(run::Command::scan, std::move(arguments));
}
int run_audit(std::vector<std::string> arguments) {
  return run_method(run::Command::audit, std::move(arguments));
}
int run_ijdi(std::vector<std::string> arguments) {
  return run_method(run::Command::ijdi, std::move(arguments));
}
int run_elicit(std::vector<std::string> arguments) {
  return run_method(run::Command::elicit, std::move(arguments));
}
int run_mitigate(std::vector<std::string> arguments) {
  return run_method(run::Command::mitigate, std::move(arguments));
}
int run_counterfactual(std::vector<std::string> arguments) {
  return run_method(run::Command::counterfactual, std::move(arguments));
}
int run_sources(std::vector<std::string> arguments) {
  return run_method(run::Command::sources, std::move(arguments));
}
int run_metrics(std::vector<std::string> arguments) {
  return run_method(run::Command::metrics, std::move(arguments));
}
int run_check(std::vector<std::string> arguments) {
  return run_method(run::Command::check, std::move(arguments));
}

int run_compare(std::vector<std::string> arguments) {
  return run_method(run::Command::compare, std::move(arguments));
}

}  // namespace faultline::cli
