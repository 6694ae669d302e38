#include "cli/options/complaints.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

void refuse_value(std::string_view message) {
  constexpr std::string_view kMark = "Could not convert: ";
  if (message.starts_with(kMark)) message.remove_prefix(kMark.size());
  const auto equals = message.find(" = ");
  throw ConfigError(equals == std::string_view::npos
                        ? fmt::format("{}: must be a number", message)
                        : fmt::format("{} {}: must be a number", message.substr(0, equals),
                                      message.substr(equals + 3)));
}

void refuse_key(std::string_view message, std::span<const std::string> options) {
  const std::string name(message.substr(message.find_last_of(' ') + 1));
  const auto nearest = nearest_name("--" + name, options);
  throw ConfigError(
      fmt::format("--config: there is no option '{}'{}", name,
                  nearest ? fmt::format("; did you mean '{}'?", nearest->substr(2)) : ""));
}

void refuse_file(std::string_view message) {
  throw ConfigError(
      fmt::format("--config: there is no file '{}'", message.substr(0, message.find(' '))));
}

void refuse_number_of_values(std::string_view message, const std::string& example) {
  const bool none =
      message.find("missing") != std::string_view::npos || message.ends_with("received 0");
  const std::string_view name = message.substr(0, message.find(':'));
  if (!none) throw ConfigError(fmt::format("{} takes one value; give it once", name));
  throw ConfigError(
      fmt::format("{} needs a value{}", name,
                  example.empty() ? "" : fmt::format(", such as {} {}", name, example)));
}

void refuse_absence(std::string_view message, const std::string& usage) {
  std::string name(message.substr(0, message.find(' ')));
  if (!name.starts_with('-')) {
    for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  throw ConfigError(fmt::format("{0} needs {1}; '{0} --help' says what that is", usage, name));
}

void refuse_both(std::string_view message) {
  const auto excludes = message.find(" excludes ");
  throw ConfigError(fmt::format("{} and {} exclude each other; give one of them",
                                message.substr(0, excludes),
                                message.substr(excludes + std::string_view(" excludes ").size())));
}

void refuse_argument(const std::vector<std::string>& left_over,
                     std::span<const std::string> options, const std::string& usage,
                     const CommandsWith& commands_with) {
  const std::string first =
      left_over.empty() ? "" : left_over.front().substr(0, left_over.front().find('='));
  if (!first.starts_with("-")) {
    throw ConfigError(fmt::format(
        "'{}' is one argument too many; an option's value with blanks needs quotes", first));
  }
  const std::vector<std::string> others =
      commands_with ? commands_with(first) : std::vector<std::string>{};
  if (!others.empty()) {
    throw ConfigError(
        fmt::format("{} has no option {}; {} {} it", usage.substr(usage.find_last_of(' ') + 1),
                    first, join_words(others, others.size()), others.size() == 1 ? "has" : "have"));
  }
  const auto nearest = nearest_name(first, options);
  throw ConfigError(fmt::format("there is no option {}; {}", first,
                                nearest ? fmt::format("did you mean {}?", *nearest)
                                        : fmt::format("'{} --help' lists the options", usage)));
}

}  // namespace faultline::cli
