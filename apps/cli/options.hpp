#pragma once
// Options of a command, each described once: the registration gives parsing, help, default and the
// echo in the result's "config". The echo is complete: options that were not given appear with
// their default.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "faultline/audit/result.hpp"

namespace faultline::cli {

class Options {
 public:
  /// `usage` is the command as typed, "faultline scan".
  Options(const std::string& description, const std::string& usage);

  /// Options registered from here on stand under this heading in the help.
  void heading(std::string text) { heading_ = std::move(text); }

  /// `names` as CLI11 writes them: "--replicates,--permutations"; the first one is the key of the
  /// echo. A variable's value at registration is its default. A list takes one value per use, split
  /// at commas when `split` is set.
  CLI::Option* add(const std::string& names, std::string& target, const std::string& help);
  CLI::Option* add(const std::string& names, std::vector<std::string>& target,
                   const std::string& help, bool split);
  CLI::Option* add(const std::string& names, int& target, const std::string& help);
  CLI::Option* add(const std::string& names, std::int64_t& target, const std::string& help);
  CLI::Option* add(const std::string& names, double& target, const std::string& help);
  CLI::Option* add(const std::string& names, std::optional<double>& target,
                   const std::string& help);
  CLI::Option* flag(const std::string& names, bool& target, const std::string& help);
  CLI::Option* choice(const std::string& names, std::string& target,
                      std::vector<std::string> allowed, const std::string& help);
  /// An option that belongs to the terminal, not to the analysis: not echoed.
  CLI::Option* unechoed(CLI::Option* option);

  /// Offers --config FILE.
  void allow_config() { config_ = true; }

  /// Throws CLI::ParseError; a misspelt option becomes a ConfigError with the nearest name.
  void parse(std::vector<std::string> arguments);
  /// The same; with --help prints it and returns false: there is nothing left to do.
  [[nodiscard]] bool parse_or_help(std::vector<std::string> arguments);
  [[nodiscard]] audit::Config echo() const;
  [[nodiscard]] CLI::App& app() { return app_; }

 private:
  CLI::Option* registered(CLI::Option* option, const std::string& names,
                          std::function<audit::ConfigValue()> value);

  CLI::App app_;
  std::string heading_ = "Options";
  bool config_ = false;
  struct Echo {
    CLI::Option* option = nullptr;
    std::string key{};
    std::function<audit::ConfigValue()> value{};
  };
  std::vector<Echo> echoes_;
};

/// The value of --seed. Throws ConfigError when it is negative.
[[nodiscard]] std::uint64_t checked_seed(std::int64_t seed);

}  // namespace faultline::cli
