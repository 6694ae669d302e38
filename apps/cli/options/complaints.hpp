#pragma once
// What is wrong with arguments, said in our words: the parser's own messages say neither what was
// meant nor what to do. All throw ConfigError.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::cli {

/// The other commands that have an option: "--protected" gives audit, check and metrics.
using CommandsWith = std::function<std::vector<std::string>(const std::string& option)>;

/// "Could not convert: --penalty = abc", as the parser puts it.
[[noreturn]] void refuse_value(std::string_view message);
/// A key of the configuration file, the last word of the message, that is no option.
[[noreturn]] void refuse_key(std::string_view message, std::span<const std::string> options);
/// "people.toml was not readable (missing?)": the file of --config.
[[noreturn]] void refuse_file(std::string_view message);
/// "input is required".
[[noreturn]] void refuse_absence(std::string_view message, const std::string& usage);
/// "--scenario excludes --design".
[[noreturn]] void refuse_both(std::string_view message);
/// "--seed: 1 required N missing", or too many of them; `example` is what could follow.
[[noreturn]] void refuse_number_of_values(std::string_view message, const std::string& example);
/// An argument that is left over: an option that does not exist, or a word. `usage` is the command
/// as typed.
[[noreturn]] void refuse_argument(const std::vector<std::string>& left_over,
                                  std::span<const std::string> options, const std::string& usage,
                                  const CommandsWith& commands_with);

}  // namespace faultline::cli
