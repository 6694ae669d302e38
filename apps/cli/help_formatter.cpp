#include "cli/help_formatter.hpp"

#include <vector>

#include <fmt/format.h>

#include "faultline/report/display.hpp"

namespace faultline::cli {
namespace {

constexpr int kWidth = 80;
constexpr int kNameColumns = 32;

std::string upper_ascii(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode /*mode*/) const {
  const auto positionals =
      app->get_options([](const CLI::Option* option) { return option->get_positional(); });
  std::string text = report::wrap("", app->get_description(), kWidth);
  text += fmt::format("\nusage: {}", name.empty() ? app->get_name() : name);
  for (const CLI::Option* option : positionals) text += " " + upper_ascii(option->get_name(true));
  text += " [OPTIONS]\n";
  if (!positionals.empty()) text += "\n";
  for (const CLI::Option* option : positionals) text += make_option(option, true);
  for (const std::string& group : app->get_groups()) {
    const auto options = app->get_options([&group](const CLI::Option* option) {
      return option->get_group() == group && option->nonpositional();
    });
    if (group.empty() || options.empty()) continue;
    text += fmt::format("\n{}:\n", group);
    for (const CLI::Option* option : options) text += make_option(option, false);
  }
  return text + app->get_footer();
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string first = "  " + (is_positional ? upper_ascii(option->get_name(true))
                                            : make_option_name(option, false));
  if (!is_positional && !option->get_type_name().empty()) first += " " + option->get_type_name();
  std::string words = option->get_description();
  if (!option->get_default_str().empty()) words += fmt::format(" [{}]", option->get_default_str());
  std::string text;
  if (report::display_width(first) >= kNameColumns) {
    text = first + "\n";
    first.clear();
  }
  return text + report::wrap(report::pad(first, kNameColumns), words, kWidth);
}

}  // namespace faultline::cli
