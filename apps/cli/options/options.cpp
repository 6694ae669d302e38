#include "cli/options/options.hpp"

#include <algorithm>

#include "cli/options/complaints.hpp"
#include "cli/options/member_words.hpp"
#include "cli/terminal/help_page.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/common_help.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

class RegisteredOption final : public Option {
 public:
  explicit RegisteredOption(CLI::Option* option) : option_(option) {}
  Option* type_name(const std::string& name) override {
    option_->type_name(name);
    return this;
  }
  Option* required() override {
    option_->required();
    return this;
  }
  Option* excludes(const Option* other) override {
    option_->excludes(static_cast<const RegisteredOption*>(other)->option_);
    return this;
  }

 private:
  CLI::Option* option_;
};

std::vector<std::string> known_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string upper_ascii(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// "1" or "COL": what may follow an option, to show how it is written.
std::string example_of(const CLI::App& app, const std::string& message) {
  const std::string name = message.substr(0, message.find(':'));
  for (const CLI::Option* option : app.get_options()) {
    if (!option->check_name(name)) continue;
    if (!option->get_default_str().empty()) return option->get_default_str();
    const std::string kind = option->get_type_name();
    // Of allowed words the first; upper case says what kind of value it is.
    return upper_ascii(kind) == kind ? kind : kind.substr(0, kind.find('|'));
  }
  return "";
}

// In place of the kind of value of an argument that may be left out.
constexpr const char* kOptional = "optional";

std::string positional_name(const CLI::Option* option) {
  const std::string name = upper_ascii(option->get_name(true));
  return option->get_type_name() == kOptional ? "[" + name + "]" : name;
}

class Formatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode /*mode*/) const override {
    HelpPage page{.about = app->get_description(),
                  .usage = name.empty() ? app->get_name() : name,
                  .footer = app->get_footer()};
    for (const CLI::Option* option :
         app->get_options([](const CLI::Option* one) { return one->get_positional(); }))
      page.positionals.push_back(entry(option, positional_name(option)));
    for (const std::string& group : app->get_groups()) {
      HelpPage::Group& listed = page.groups.emplace_back();
      listed.heading = group;
      for (const CLI::Option* option : app->get_options([&group](const CLI::Option* one) {
             return one->get_group() == group && one->nonpositional();
           })) {
        std::string first = make_option_name(option, false);
        if (!option->get_type_name().empty()) first += " " + option->get_type_name();
        listed.entries.push_back(entry(option, std::move(first)));
      }
    }
    return to_text(page);
  }

 private:
  static HelpPage::Entry entry(const CLI::Option* option, std::string name) {
    return {.name = std::move(name),
            .words = option->get_description(),
            .default_value = option->get_default_str()};
  }
};

}  // namespace

struct Options::Parser {
  Parser(const std::string& description, const std::string& usage) : app(description, usage) {
    app.formatter(std::make_shared<Formatter>());
    app.allow_config_extras(CLI::config_extras_mode::error);
  }

  CLI::App app;
  std::string heading = "Options";
  bool config = false;
  CommandsWith commands_with{};
  std::vector<std::unique_ptr<Option>> options{};

  Option* registered(CLI::Option* option) {
    option->group(heading);
    return options.emplace_back(std::make_unique<RegisteredOption>(option)).get();
  }
  void add(const describe::Field& field);
  void parse(std::vector<std::string> arguments);
};

void Options::Parser::add(const describe::Field& field) {
  const describe::Member& member = *field.member;
  if (!member.heading.empty()) heading = member.heading;
  const std::string names = names_of(member);
  if (member.type().kind == describe::Kind::boolean) {
    registered(app.add_flag(names, *static_cast<bool*>(field.value), help_of(member)));
    return;
  }
  CLI::Option* option = app.add_option(
      names,
      [this, &member, names, value = field.value](const CLI::results_t& texts) {
        // The parser takes whatever follows for the value, the next option as well.
        const std::vector<std::string> known = known_options(app);
        if (texts.size() == 1 && std::ranges::find(known, texts[0]) != known.end())
          refuse_number_of_values(names.substr(0, names.find(',')) + ": missing",
                                  example_of(app, names.substr(0, names.find(','))));
        describe::set_from_text(member, value, texts);
        return true;
      },
      help_of(member));
  option->type_name(value_name(member))->type_size(1);
  option->default_str(describe::as_text(member, field.value));
  if (member.type().kind == describe::Kind::list) {
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (member.is_split) option->delimiter(',');
  }
  registered(option);
  if (member.is_refused) option->group("");  // CLI11 then leaves it out of the help
}

Options::Options(const std::string& description, const std::string& usage)
    : parser_(std::make_unique<Parser>(description, usage)) {}
Options::~Options() = default;

void Options::footer(const std::string& text) { parser_->app.footer(text); }
void Options::heading(const std::string& text) { parser_->heading = text; }
void Options::elsewhere(CommandsWith commands) { parser_->commands_with = std::move(commands); }
void Options::allow_config() { parser_->config = true; }
void Options::positionals_are_optional() {
  for (CLI::Option* option :
       parser_->app.get_options([](const CLI::Option* one) { return one->get_positional(); }))
    option->type_name(kOptional);
}

void Options::add(const describe::Object& object, void* value) {
  for (const describe::Field& field : describe::fields(object, value)) {
    if (!field.member->is_unlisted) parser_->add(field);
  }
}

Option* Options::add(const std::string& names, std::string& target, const std::string& help) {
  auto* option = parser_->app.add_option(names, target, help)->type_name("");
  if (!target.empty()) option->capture_default_str();
  return parser_->registered(option);
}

Option* Options::add(const std::string& names, std::vector<std::string>& target,
                     const std::string& help, bool split) {
  auto* option =
      parser_->app.add_option(names, target, help)->type_name("")->allow_extra_args(false);
  if (split) option->delimiter(',');
  if (!target.empty()) option->default_str(fmt::format("{}", fmt::join(target, ",")));
  return parser_->registered(option);
}

Option* Options::add(const std::string& names, int& target, const std::string& help) {
  return parser_->registered(
      parser_->app.add_option(names, target, help)->type_name("N")->capture_default_str());
}

Option* Options::add(const std::string& names, std::int64_t& target, const std::string& help) {
  auto* option =
      parser_->app.add_option(names, target, help)->type_name("N")->capture_default_str();
  // Without this a number past 2^63 would silently become the largest one.
  option->check(
      [names](const std::string& text) -> std::string {
        if (parse_integer(text)) return {};
        throw ConfigError(fmt::format("{} {}: must be a whole number below 2^63", names, text));
      },
      "", "");
  return parser_->registered(option);
}

Option* Options::add(const std::string& names, double& target, const std::string& help) {
  return parser_->registered(
      parser_->app.add_option(names, target, help)->type_name("X")->default_str(shortest(target)));
}

Option* Options::add(const std::string& names, std::optional<double>& target,
                     const std::string& help) {
  return parser_->registered(parser_->app.add_option(names, target, help)->type_name("X"));
}

Option* Options::flag(const std::string& names, bool& target, const std::string& help) {
  return parser_->registered(parser_->app.add_flag(names, target, help));
}

Option* Options::choice(const std::string& names, std::string& target,
                        std::vector<std::string> allowed, const std::string& help) {
  auto* option = parser_->app.add_option(names, target, help);
  if (!target.empty()) option->capture_default_str();
  option->type_name(fmt::format("{}", fmt::join(allowed, "|")));
  option->check(CLI::Validator(
      [names, allowed = std::move(allowed)](std::string& value) -> std::string {
        if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
        throw ConfigError(
            fmt::format("{} {}: must be {}", names, value, join_words(allowed, 12, "or")));
      },
      ""));
  return parser_->registered(option);
}

void Options::add_seed(std::int64_t& target) { add("--seed", target, std::string(kSeedHelp)); }

void Options::add_threads(int& target) { add("--threads", target, std::string(kThreadsHelp)); }

void Options::Parser::parse(std::vector<std::string> arguments) {
  // Last, so that they stand last in the help.
  if (config) {
    app.set_config("--config", "",
                   "Read options from this TOML file, in which seed = 2 means --seed 2")
        ->group("Common")
        ->type_name("FILE");
  }
  app.set_help_flag("-h,--help", "Print this help")->group("Common");
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    throw;
  } catch (const CLI::ConversionError& error) {
    refuse_value(error.what());
  } catch (const CLI::ConfigError& error) {
    refuse_key(error.what(), known_options(app));
  } catch (const CLI::FileError& error) {
    refuse_file(error.what());
  } catch (const CLI::RequiredError& error) {
    refuse_absence(error.what(), app.get_name());
  } catch (const CLI::ExcludesError& error) {
    refuse_both(error.what());
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_number_of_values(error.what(), example_of(app, error.what()));
  } catch (const CLI::ExtrasError&) {
    refuse_argument(app.remaining(), known_options(app), app.get_name(), commands_with);
  } catch (const CLI::ParseError& error) {
    throw ConfigError(error.what());
  }
}

bool Options::parse_or_help(std::vector<std::string> arguments) {
  try {
    parser_->parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", parser_->app.help());
    return false;
  }
  return true;
}

std::uint64_t checked_seed(std::int64_t seed) {
  if (seed < 0) throw ConfigError(fmt::format("--seed {} is negative; seeds start at 0", seed));
  return static_cast<std::uint64_t>(seed);
}

}  // namespace faultline::cli
