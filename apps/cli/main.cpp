// faultline COMMAND ...: finds the command, and turns every error into one line on standard error
// and an exit code: 0 done, 1 finding (--fail-on), 2 bad usage or input, 3 internal error, 130
// stopped before there was anything to show.

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/spelling.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"

namespace faultline::cli {
namespace {

constexpr int kUsage = 2;
constexpr int kInternal = 3;
constexpr int kInterrupted = 130;

std::string overview() {
  std::string text =
      "Faultline finds the subgroups of people for whom a model's predictions are\n"
      "wrong, with p-values that count the whole search.\n\n"
      "usage: faultline COMMAND ...\n\n";
  for (const Command& command : commands())
    text += fmt::format("  {:<16}{}\n", command.name, command.summary);
  text +=
      "\nStart with\n"
      "  faultline demo\n"
      "  faultline scan people.csv --outcome y --score p --html report.html\n"
      "where column y holds what happened (two values) and p the predicted probability.\n"
      "\n  faultline COMMAND --help   options and examples\n"
      "  faultline --version\n";
  return text;
}

/// One line, whatever a message quotes from the data.
std::string one_line(std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return std::string(trim(message));
}

int complain(const std::string& message, int code) {
  fmt::print(stderr, "faultline: {}\n", one_line(message));
  return code;
}

int dispatch(const std::vector<std::string>& words) {
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
  const auto nearest = nearest_name(first, names);
  throw ConfigError(fmt::format("there is no command '{}'; {}", first,
                                nearest
                                    ? fmt::format("did you mean '{}'?", *nearest)
                                    : fmt::format("the commands are {}", join_words(names, 20))));
}

}  // namespace
}  // namespace faultline::cli

int main(int argc, char** argv) {
  using namespace faultline;
  using namespace faultline::cli;
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const Cancelled& error) {
    return complain(as_typed(error), kInterrupted);
  } catch (const InternalError& error) {
    return complain(fmt::format("internal error: {} (please report it)", error.what()), kInternal);
  } catch (const Error& error) {
    return complain(as_typed(error), kUsage);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kInternal);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {} (please report it)", error.what()), kInternal);
  }
}
