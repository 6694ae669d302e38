#include "cli/terminal/spelling.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

/// "replicates = 99" -> "--replicates 99"; a blank may be a line's end. Empty when it is no option.
std::string option_as_typed(std::string_view quoted) {
  const std::string_view name = quoted.substr(0, quoted.find_first_of(" \n"));
  if (!is_name(name)) return "";
  std::string_view rest = quoted.substr(name.size());
  if (rest.empty()) return dashed(name);
  const auto equals = rest.find('=');
  if (equals == std::string_view::npos || !trim(rest.substr(0, equals)).empty()) return "";
  const std::string_view value = rest.substr(equals + 1);
  return dashed(name) +
         (value.starts_with('\n') ? std::string(value) : fmt::format(" {}", trim(value)));
}

}  // namespace

std::string dashed(std::string_view option) {
  std::string name = fmt::format("--{}", option);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string as_typed(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    const std::string option = option_as_typed(text.substr(open + 1, close - open - 1));
    if (option.empty()) {
      // No option: what opened may be the end of nothing, and what closed the start of an option.
      out += text.substr(0, close);
      text.remove_prefix(close);
      continue;
    }
    out += text.substr(0, open);
    out += option;
    text.remove_prefix(close + 1);
  }
  return out += text;
}

std::string as_typed(const Error& error) {
  if (const auto* option = dynamic_cast<const OptionError*>(&error)) {
    return fmt::format("{} {}: {}", dashed(option->option()), option->value(),
                       as_typed(option->problem()));
  }
  return as_typed(error.what());
}

}  // namespace faultline::cli
