// `faultline report RESULT.json`: a saved result as a page.

#include <filesystem>

#include "cli/command.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/report/html.hpp"

namespace faultline::cli {
int run_report(std::vector<std::string> arguments) {
  std::string result;
  OutputOptions output;
  Options options("Makes the HTML page of a result that --json wrote.", "faultline report");
  options.footer("\nExample:\n  faultline report scan.json --html scan.html\n");
  options.add("result", result, "Read the result from this JSON file");
  options
      .add("--html", output.html,
           "Write the page to this file; without it, to the name of the JSON file with .html")
      ->type_name("FILE");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (result.empty())
    throw ConfigError("report needs a result; name a JSON file that --json wrote");
  if (output.html.empty())
    output.html = std::filesystem::path(result).replace_extension(".html").string();
  check_writable(output);
  const std::string json = read_file(result);
  std::string page;
  try {
    page = report::to_html(json);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", result, error.what()));
  }
  write_whole_file(output.html, page);
  fmt::print("wrote {}\n", output.html);
  return 0;
}

}  // namespace faultline::cli
