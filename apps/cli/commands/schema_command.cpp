// `faultline schema`: the contract of results, or every command's options, as the program knows
// them.

#include <utility>

#include "cli/command.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"

#include "faultline/report/json/json.hpp"
#include "faultline/run/option_list.hpp"

namespace faultline::cli {

int run_schema(std::vector<std::string> arguments) {
  bool options_wanted = false;
  Options options(
      "Prints the JSON Schema of results or, with --options, the options of every command as JSON: "
      "key, "
      "kind, default, range, allowed words and help.",
      "faultline schema");
  options.footer("\nExample:\n  faultline schema > result.schema.json\n");
  options.flag("--options", options_wanted, "Print the options instead of the schema");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  print(options_wanted ? run::option_list() : report::result_schema());
  return 0;
}

}  // namespace faultline::cli
