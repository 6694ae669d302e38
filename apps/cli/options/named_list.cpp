#include "cli/options/named_list.hpp"

#include <algorithm>
#include <cstring>

#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

int run_named(const char* command, const char* kind, std::span<const NamedTask> list,
              std::vector<std::string> arguments) {
  std::vector<std::string> names;
  for (const NamedTask& named : list) names.emplace_back(named.name);
  if (arguments.empty()) {
    throw ConfigError(
        fmt::format("{} needs the name of a {}: {}", command, kind, join_words(names, 20, "or")));
  }
  const std::string first = arguments.front();
  if (first == "--help" || first == "-h") {
    fmt::print("usage: faultline {} {} ...\n\n", command, kind[0] == 's' ? "STUDY" : "GENERATOR");
    std::size_t widest = 0;
    for (const NamedTask& named : list) widest = std::max(widest, std::strlen(named.name));
    for (const NamedTask& named : list) {
      print_paragraph(named.summary, fmt::format("  {:<{}}", named.name, widest + 2));
    }
    fmt::print("\n  faultline {} {} --help   options and examples\n", command, list.front().name);
    return 0;
  }
  for (const NamedTask& named : list) {
    if (first == named.name) return named.run({arguments.begin() + 1, arguments.end()});
  }
  const auto nearest = nearest_name(first, names);
  throw ConfigError(fmt::format("there is no {} '{}'; {}", kind, first,
                                nearest ? fmt::format("did you mean '{}'?", *nearest)
                                        : fmt::format("choose {}", join_words(names, 20, "or"))));
}

}  // namespace faultline::cli
