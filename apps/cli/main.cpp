// faultline COMMAND ...: finds the command and runs it.

#include <cstdio>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal/exit_code.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"

namespace faultline::cli {
namespace {

std::string overview() {
  std::string text =
      "Faultline finds the subgroups of people for whom a model's predictions are\n"
      "wrong, and says how likely chance alone is to produce such a finding, given how\n"
      "many subgroups were searched.\n\n"
      "usage: faultline COMMAND ...\n\n";
  for (const Command& command : commands())
    text += fmt::format("  {:<16}{}\n", command.name, command.summary);
  text +=
      "\nStart with\n"
      "  faultline demo\n"
      "  faultline check people.csv --outcome y --score p --protected sex \\\n"
      "    --html report.html\n"
      "where column y holds what happened (two values), p the predicted probability and\n"
      "sex the groups to compare.\n"
      "\n  faultline COMMAND --help   options and examples\n"
      "  faultline --version\n";
  return text;
}

int dispatch(std::vector<std::string> words) {
  if (words.empty()) {
    fmt::print(stderr, "{}", overview());
    return kUsage;
  }
  const std::string& first = words.front();
  if (first == "--help" || first == "-h" || first == "help") {
    fmt::print("{}", overview());
    return 0;
  }
  if (first == "--version" || first == "version") {
    fmt::print("faultline {}\n", version());
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (first == command.name) return command.run({words.begin() + 1, words.end()});
    names.emplace_back(command.name);
  }
  if (first.starts_with('-')) {
    const std::vector<std::string> options{"--help", "--version"};
    const auto nearest = nearest_name(first, options);
    throw ConfigError(fmt::format("there is no option {}; {}", first,
                                  nearest ? fmt::format("did you mean {}?", *nearest)
                                          : "a command comes first, and --help lists them"));
  }
  const auto nearest = nearest_name(first, names);
  throw ConfigError(fmt::format("there is no command '{}'; {}", first,
                                nearest
                                    ? fmt::format("did you mean '{}'?", *nearest)
                                    : fmt::format("the commands are {}", join_words(names, 20))));
}

}  // namespace
}  // namespace faultline::cli

int main(int argc, char** argv) {
  return faultline::cli::exit_code_of(&faultline::cli::dispatch, argc, argv);
}
