// `faultline demo`: the whole way on embedded data, with the truth beside the finding.

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
#include "faultline/run/scan.hpp"
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

/// The truth as the generator knows it, and whether the scan found exactly that.
void compare_with_truth(const simulate::Truth& truth,
                        const std::vector<data::Attribute>& attributes,
                        const methods::Result& result) {
  const search::Subgroup subgroup =
      search::parse_subgroup(simulate::to_text(truth.subgroup), attributes);
  fmt::print("\nThe truth, which only the generator knows\n");
  print_paragraph(
      fmt::format("For {} ({}) the true risk lies {} below what the model predicts.",
                  people(truth.people), search::in_words(subgroup, attributes), truth.mu_suf),
      "  ");
  for (const methods::Finding& finding : result.findings) {
    if (finding.direction != methods::Direction::lower || !finding.subgroup) continue;
    print_paragraph(*finding.subgroup == truth.subgroup
                        ? "The scan found exactly these people."
                        : fmt::format("The scan found another subgroup: {}.", finding.text),
                    "  ");
  }
}

}  // namespace

int run_demo(std::vector<std::string> arguments) {
  std::string folder = "demo";
  run::ScanSpec scan;
  OutputOptions output;
  std::int64_t seed = 1;
  Options options(
      "Takes you on a tour: writes invented patients with one subgroup for which the model is "
      "wrong, scans them, and shows the truth beside the finding.",
      "faultline demo");
  options.add("--output", folder, "Write the data, the result and the page to this folder")
      ->type_name("FOLDER");
  options.add_seed(seed);
  options.add("--replicates", scan.search.replicates,
              "Redraw the outcomes N times from the predictions, for the p-values");
  options.add_threads(scan.search.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  make_folder(folder);

  const simulate::SemiSynthetic patients = simulate::demo_data(checked_seed(seed));
  const std::string csv = (std::filesystem::path(folder) / "patients.csv").string();
  write_whole_file(csv, simulate::to_csv(patients.table));
  scan.search.seed = checked_seed(seed);
  scan.input.path = csv;
  scan.roles.outcome = "outcome";
  scan.roles.score = "prediction";
  scan.roles.attributes = {"sex", "age_group", "insurance", "prior_admissions", "ward"};
  output.json = (std::filesystem::path(folder) / "result.json").string();
  output.html = (std::filesystem::path(folder) / "report.html").string();

  fmt::print(
      "Faultline demo: {} invented hospital patients, a model that predicts\n"
      "readmission, and one subgroup for which it is wrong. This is the command:\n\n"
      "  faultline scan {} --outcome outcome --score prediction \\\n"
      "    --attributes sex,age_group,insurance,prior_admissions,ward \\\n"
      "    --json {} --html {}\n\n",
      with_thousands(patients.table.rows()), csv, output.json, output.html);
  const InterruptWatcher interrupt;
  ProgressBar bar(true);
  sql::Files files;
  methods::Result result =
      run::scan(scan, files, {.hooks = {.progress = bar.function(), .stop = interrupt.token()}});
  result.command = methods::Command::demo;
  bar.clear();
  write_outputs(result, output);
  compare_with_truth(patients.truth, attributes_of(patients.table, scan.roles.attributes), result);
  fmt::print("\nOpen {} in a browser.\n", output.html);
  return 0;
}

}  // namespace faultline::cli
