// `faultline demo`: the whole way on embedded data, with the truth beside the verdicts.

#include <algorithm>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/run/check.hpp"
#include "faultline/search/subgroup.hpp"
#include "faultline/simulate/demo.hpp"
#include "faultline/simulate/write_csv.hpp"
#include "faultline/sql/files.hpp"

namespace faultline::cli {
namespace {

std::vector<data::Attribute> attributes_of(const data::Table& table,
                                           const std::vector<std::string>& names) {
  std::vector<data::Attribute> attributes;
  attributes.reserve(names.size());
  for (const std::string& name : names) attributes.push_back(table.categorical(name).attribute);
  return attributes;
}

/// Whether a verdict of the check is about exactly these people, whichever part it comes from.
bool is_about(const result::CheckReport::Line& line, const result::Result& result,
              const result::NamedValues& people) {
  if (line.list != result::CheckList::findings) return false;
  for (const result::Part& part : result.parts) {
    if (part.command != line.part) continue;
    const result::Finding& finding = part.findings[static_cast<std::size_t>(line.place)];
    if (!finding.subgroup) return false;
    result::NamedValues found = *finding.subgroup;
    if (finding.protected_class)
      found.insert(found.begin(),
                   {finding.protected_class->attribute, {finding.protected_class->value}});
    return found == people;
  }
  return false;
}

/// The truth as the generator knows it, and whether the first verdict is about exactly that.
void compare_with_truth(const simulate::Truth& truth,
                        const std::vector<data::Attribute>& attributes,
                        const result::Result& result) {
  const search::Subgroup subgroup =
      search::parse_subgroup(simulate::to_text(truth.subgroup), attributes);
  fmt::print("\nThe truth, which only the generator knows\n");
  print_paragraph(
      fmt::format("For {} ({}) the true risk lies {} percentage points below what the model "
                  "predicts.",
                  people(truth.people), search::in_words(subgroup, attributes),
                  shortest(100 * truth.mu_suf)),
      "  ");
  const auto& verdicts = result.check->verdicts;
  const auto found = std::ranges::find_if(verdicts, [&](const result::CheckReport::Line& line) {
    return line.verdict == result::Verdict::evidence && is_about(line, result, truth.subgroup);
  });
  print_paragraph(
      found == verdicts.end() ? "No verdict is about exactly these people."
      : found == verdicts.begin()
          ? "The first verdict is about exactly these people."
          : fmt::format("Verdict {} is about exactly these people.", found - verdicts.begin() + 1),
      "  ");
}

}  // namespace

int run_demo(std::vector<std::string> arguments) {
  std::string folder = "demo";
  run::CheckSpec check;
  OutputOptions output;
  std::int64_t seed = 1;
  Options options(
      "Takes you on a tour: writes invented patients with one subgroup for which the model is "
      "wrong, checks the model, and shows the truth beside the verdicts.",
      "faultline demo");
  options.add("--output", folder, "Write the data, the result and the page to this folder")
      ->type_name("FOLDER");
  options.add_seed(seed);
  options.add("--replicates", check.replicates,
              "Redraw the data at most N times as if nothing were wrong, for the p-values");
  options.add_threads(check.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  make_folder(folder);

  const simulate::SemiSynthetic patients = simulate::demo_data(checked_seed(seed));
  const std::string csv = (std::filesystem::path(folder) / "patients.csv").string();
  write_whole_file(csv, simulate::to_csv(patients.table));
  const std::vector<std::string> attributes = {"sex", "age_group", "insurance", "prior_admissions",
                                               "ward"};
  check.seed = checked_seed(seed);
  check.input.path = csv;
  check.roles.outcome = "outcome";
  check.roles.score = "prediction";
  check.roles.decision = "decision";
  check.protected_classes = {"age_group"};
  output.json = (std::filesystem::path(folder) / "result.json").string();
  output.html = (std::filesystem::path(folder) / "report.html").string();

  fmt::print(
      "Faultline demo: {} invented hospital patients, a model that predicts\n"
      "readmission, and one subgroup for which it is wrong. This is the command:\n\n"
      "  faultline check {} --outcome outcome --score prediction \\\n"
      "    --decision decision --protected age_group \\\n"
      "    --json {} --html {}\n\n",
      with_thousands(patients.table.rows()), csv, output.json, output.html);
  const InterruptWatcher interrupt;
  ProgressBar bar(true);
  sql::Files files;
  const result::Result result =
      run::check(check, files, {.hooks = {.progress = bar.function(), .stop = interrupt.token()}});
  bar.clear();
  write_outputs(result, output);
  compare_with_truth(patients.truth, attributes_of(patients.table, attributes), result);
  fmt::print("\nOpen {} in a browser.\n", output.html);
  return 0;
}

}  // namespace faultline::cli
