// `faultline page`: the page that audits data in a browser, written where somebody can open it.

#include <array>
#include <filesystem>
#include <system_error>

#include "cli/command.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/base/whole_file.hpp"

namespace faultline::cli {
namespace {

// Where a package and a wheel have it, and where `make page` builds it beside `make build`, seen
// from the folder of the program.
constexpr std::array kPlaces{"../share/faultline/faultline.html", "../page/faultline.html"};

std::filesystem::path built_page() {
  std::error_code unknown;
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const char* place : kPlaces) {
    const std::filesystem::path page = folder / place;
    if (!unknown && std::filesystem::exists(page, unknown)) return page;
  }
  throw ConfigError(
      "the page is not part of this installation; build it with 'make page' in Faultline's "
      "sources, "
      "which writes build/page/faultline.html");
}

}  // namespace

int run_page(std::vector<std::string> arguments) {
  std::string output;
  Options options(
      "Writes the page with which people who install nothing audit a model in their browser: one "
      "file with the engine in it, which works without a network and sends nothing.",
      "faultline page");
  options.footer("\nExample:\n  faultline page --output faultline.html\n");
  options.add("--output", output, "Write the page to this file")->type_name("FILE");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (output.empty()) throw ConfigError("page needs a file to write to; add --output FILE");
  check_file("--output", output);
  write_whole_file(output, read_file(built_page().string()));
  fmt::print("wrote {}; open it in a browser\n", output);
  return 0;
}

}  // namespace faultline::cli
