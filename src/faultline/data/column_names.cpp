#include "faultline/data/column_names.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::data {

std::vector<std::string> usable_names(const std::vector<std::string>& raw,
                                      std::vector<Renamed>& renamed) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::set<std::string> given;
  for (const std::string& name : raw) given.insert(lower_ascii(std::string(trim(name))));
  for (std::size_t i = 0; i < raw.size(); ++i) {
    std::string name(trim(raw[i]));
    if (name.empty()) {
      name = fmt::format("column{}", i + 1);
      renamed.push_back(
          {.from = "",
           .to = name,
           .note = fmt::format("column {} has no name and is called '{}'", i + 1, name)});
    }
    if (taken.count(lower_ascii(name)) > 0) {
      std::string fresh;
      for (int k = 1; fresh.empty(); ++k) {
        const std::string candidate = fmt::format("{}_{}", name, k);
        if (taken.count(lower_ascii(candidate)) == 0 && given.count(lower_ascii(candidate)) == 0)
          fresh = candidate;
      }
      renamed.push_back({.from = name,
                         .to = fresh,
                         .note = fmt::format("column {} repeats the name '{}' and is called '{}'",
                                             i + 1, name, fresh)});
      name = std::move(fresh);
    }
    taken.insert(lower_ascii(name));
    names.push_back(std::move(name));
  }
  return names;
}

bool holds_word(std::string_view text, std::string_view word) {
  const auto inside_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (word.empty()) return false;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !inside_name(text[at - 1])) && (end == text.size() || !inside_name(text[end])))
      return true;
  }
  return false;
}

bool mentions(const InputOptions& input, const RoleOptions& roles, const std::string& column) {
  if (roles.attributes.empty() || (roles.choose_covariates && roles.covariates.empty()))
    return true;
  const std::string name = lower_ascii(column);
  const auto holds = [&name](const std::string& text) {
    return lower_ascii(text).find(name) != std::string::npos;
  };
  const auto any = [&holds](const std::vector<std::string>& texts) {
    return std::any_of(texts.begin(), texts.end(), holds);
  };
  return any(roles.attributes) || any(roles.protected_classes) || any(roles.covariates) ||
         any(roles.numbers) ||
         std::any_of(roles.flags.begin(), roles.flags.end(),
                     [&holds](const FlagOptions& flag) { return holds(flag.column); }) ||
         any(input.derive) || any(input.bins) || holds(input.where) || holds(roles.outcome) ||
         holds(roles.score) || holds(roles.risk_score) || holds(roles.decision) ||
         holds(roles.against) || holds(roles.count);
}

bool plays_role(const RoleOptions& roles, const std::string& column) {
  const auto is_it = [&column](std::string_view text) {  // COL or COL=VALUE
    return text.starts_with(column) && (text.size() == column.size() || text[column.size()] == '=');
  };
  const auto any = [&is_it](const std::vector<std::string>& texts) {
    return std::any_of(texts.begin(), texts.end(), is_it);
  };
  return any(roles.attributes) || any(roles.protected_classes) || any(roles.covariates) ||
         any(roles.numbers) || is_it(roles.outcome) || is_it(roles.score) ||
         is_it(roles.risk_score) || is_it(roles.decision) || is_it(roles.count) ||
         std::any_of(roles.flags.begin(), roles.flags.end(),
                     [&is_it](const FlagOptions& flag) { return is_it(flag.column); });
}

}  // namespace faultline::data
