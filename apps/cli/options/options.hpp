#pragma once
// Options of a command, from two kinds of description: a described spec, whose member list gives
// parsing, help and range, and single options of commands that have no spec. CLI11 stays inside
// options.cpp.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/complaints.hpp"

#include "faultline/base/describe.hpp"

namespace faultline::cli {

/// One registered option; what is set here shows in the help.
class Option {
 public:
  virtual ~Option() = default;
  virtual Option* type_name(const std::string& name) = 0;
  virtual Option* required() = 0;
  virtual Option* excludes(const Option* other) = 0;
};

class Options {
 public:
  /// `usage` is the command as typed, "faultline scan".
  Options(const std::string& description, const std::string& usage);
  ~Options();
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  /// Stands at the end of the help.
  void footer(const std::string& text);
  /// Options registered from here on stand under this heading in the help.
  void heading(const std::string& text);

  /// Every member of a described struct; `value` must outlive the parsing.
  void add(const describe::Object& object, void* value);

  /// `names` are "--train-rows" or a positional "input". A variable's value at registration is its
  /// default. A list takes one value per use, split at commas when `split` is set.
  Option* add(const std::string& names, std::string& target, const std::string& help);
  Option* add(const std::string& names, std::vector<std::string>& target, const std::string& help,
              bool split);
  Option* add(const std::string& names, int& target, const std::string& help);
  Option* add(const std::string& names, std::int64_t& target, const std::string& help);
  Option* add(const std::string& names, double& target, const std::string& help);
  Option* add(const std::string& names, std::optional<double>& target, const std::string& help);
  Option* flag(const std::string& names, bool& target, const std::string& help);
  Option* choice(const std::string& names, std::string& target, std::vector<std::string> allowed,
                 const std::string& help);

  /// --seed N and --threads N, which mean the same everywhere.
  void add_seed(std::int64_t& target);
  void add_threads(int& target);
  /// Says of an option that this command lacks which others have it.
  void elsewhere(CommandsWith commands);
  /// Offers --config FILE.
  void allow_config();
  /// Arguments without dashes that are registered already may be left out: the help says so.
  void positionals_are_optional();

  /// With --help prints it and returns false: there is nothing left to do. Throws ConfigError; a
  /// misspelt option names the nearest.
  [[nodiscard]] bool parse_or_help(std::vector<std::string> arguments);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// The value of --seed. Throws ConfigError when it is negative.
[[nodiscard]] std::uint64_t checked_seed(std::int64_t seed);

}  // namespace faultline::cli
