#include "cli/options.hpp"

#include <algorithm>
#include <memory>

#include "cli/help_formatter.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

/// "--risk-score,-r" -> "risk_score".
std::string key_of(const std::string& names) {
  std::string key = names.substr(0, names.find(','));
  key.erase(0, key.find_first_not_of('-'));
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::vector<std::string> known_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

Options::Options(const std::string& description, const std::string& usage)
    : app_(description, usage) {
  app_.formatter(std::make_shared<HelpFormatter>());
  app_.allow_config_extras(CLI::config_extras_mode::error);
}

CLI::Option* Options::registered(CLI::Option* option, const std::string& names,
                                 std::function<audit::ConfigValue()> value) {
  option->group(heading_);
  echoes_.push_back({.option = option, .key = key_of(names), .value = std::move(value)});
  return option;
}

CLI::Option* Options::add(const std::string& names, std::string& target, const std::string& help) {
  auto* option = app_.add_option(names, target, help)->type_name("");
  if (!target.empty()) option->capture_default_str();
  return registered(option, names, [&target]() -> audit::ConfigValue {
    if (target.empty()) return nullptr;
    return target;
  });
}

CLI::Option* Options::add(const std::string& names, std::vector<std::string>& target,
                          const std::string& help, bool split) {
  auto* option = app_.add_option(names, target, help)->type_name("")->allow_extra_args(false);
  if (split) option->delimiter(',');
  if (!target.empty()) option->default_str(fmt::format("{}", fmt::join(target, ",")));
  return registered(option, names, [&target]() -> audit::ConfigValue { return target; });
}

CLI::Option* Options::add(const std::string& names, int& target, const std::string& help) {
  auto* option = app_.add_option(names, target, help)->type_name("N")->capture_default_str();
  return registered(option, names,
                    [&target]() -> audit::ConfigValue { return std::int64_t{target}; });
}

CLI::Option* Options::add(const std::string& names, std::int64_t& target, const std::string& help) {
  auto* option = app_.add_option(names, target, help)->type_name("N")->capture_default_str();
  // Without this a number past 2^63 would silently become the largest one.
  option->check(
      [](const std::string& text) {
        return parse_integer(text) ? std::string()
                                   : "not a whole number between -2^63 and 2^63 - 1";
      },
      "", "");
  return registered(option, names, [&target]() -> audit::ConfigValue { return target; });
}

CLI::Option* Options::add(const std::string& names, double& target, const std::string& help) {
  auto* option =
      app_.add_option(names, target, help)->type_name("X")->default_str(shortest(target));
  return registered(option, names, [&target]() -> audit::ConfigValue { return target; });
}

CLI::Option* Options::add(const std::string& names, std::optional<double>& target,
                          const std::string& help) {
  auto* option = app_.add_option(names, target, help)->type_name("X");
  return registered(option, names, [&target]() -> audit::ConfigValue {
    if (!target) return nullptr;
    return *target;
  });
}

CLI::Option* Options::flag(const std::string& names, bool& target, const std::string& help) {
  return registered(app_.add_flag(names, target, help), names,
                    [&target]() -> audit::ConfigValue { return target; });
}

CLI::Option* Options::choice(const std::string& names, std::string& target,
                             std::vector<std::string> allowed, const std::string& help) {
  auto* option = add(names, target, help);
  option->type_name(fmt::format("{}", fmt::join(allowed, "|")));
  option->check(CLI::Validator(
      [names, allowed = std::move(allowed)](std::string& value) -> std::string {
        if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
        throw ConfigError(
            fmt::format("{} {}: must be {}", names, value, join_words(allowed, 12, "or")));
      },
      ""));
  return option;
}

CLI::Option* Options::unechoed(CLI::Option* option) {
  std::erase_if(echoes_, [option](const Echo& echo) { return echo.option == option; });
  return option;
}

void Options::parse(std::vector<std::string> arguments) {
  // Last, so that they stand last in the help.
  if (config_) {
    app_.set_config("--config", "",
                    "Read options from a TOML file; seed = 2 there is --seed 2 here")
        ->group("Common")
        ->type_name("FILE");
  }
  app_.set_help_flag("-h,--help", "Print this help")->group("Common");
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app_.parse(std::move(arguments));
  } catch (const CLI::ConversionError& error) {
    // "Could not convert: --penalty = abc"
    std::string text = error.what();
    constexpr std::string_view kMark = "Could not convert: ";
    if (text.starts_with(kMark)) text.erase(0, kMark.size());
    throw ConfigError(fmt::format("{}: the value is not a number of the right kind", text));
  } catch (const CLI::ConfigError& error) {
    const std::string text = error.what();
    const std::string name = text.substr(text.find_last_of(' ') + 1);
    const auto nearest = nearest_name("--" + name, known_options(app_));
    throw ConfigError(
        fmt::format("--config: there is no option '{}'{}", name,
                    nearest ? fmt::format("; did you mean '{}'?", nearest->substr(2)) : ""));
  } catch (const CLI::FileError&) {
    throw ConfigError("--config: there is no such file");
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string name(
        std::string_view(error.what()).substr(0, std::string_view(error.what()).find(':')));
    throw ConfigError(fmt::format("{} takes one value; it has none, or is given twice", name));
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extra = app_.remaining();
    const std::string first = extra.empty() ? "" : extra.front().substr(0, extra.front().find('='));
    if (!first.starts_with("-")) {
      throw ConfigError(fmt::format(
          "'{}' is one argument too many; an option's value with blanks needs quotes", first));
    }
    const auto nearest = nearest_name(first, known_options(app_));
    throw ConfigError(
        fmt::format("there is no option {}; {}", first,
                    nearest ? fmt::format("did you mean {}?", *nearest)
                            : fmt::format("'{} --help' lists the options", app_.get_name())));
  }
}

bool Options::parse_or_help(std::vector<std::string> arguments) {
  try {
    parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app_.help());
    return false;
  }
  return true;
}

audit::Config Options::echo() const {
  audit::Config config;
  for (const Echo& echo : echoes_) config.emplace_back(echo.key, echo.value());
  return config;
}

std::uint64_t checked_seed(std::int64_t seed) {
  if (seed < 0) throw ConfigError(fmt::format("--seed {} is negative; seeds start at 0", seed));
  return static_cast<std::uint64_t>(seed);
}

}  // namespace faultline::cli
