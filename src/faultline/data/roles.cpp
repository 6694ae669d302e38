#include "faultline/data/roles.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

/// The roles that one column each plays, with the option that gives it.
std::vector<std::pair<std::string, std::string>> single_roles(const Roles& roles) {
  std::vector<std::pair<std::string, std::string>> list;
  if (roles.outcome) list.emplace_back("`outcome`", roles.outcome->column);
  if (!roles.score.empty()) list.emplace_back("`score`", roles.score);
  if (!roles.risk_score.empty()) list.emplace_back("`risk_score`", roles.risk_score);
  if (roles.decision) list.emplace_back("`decision`", roles.decision->column);
  if (!roles.count.empty()) list.emplace_back("`count`", roles.count);
  for (const FlagRole& flag : roles.flags) list.emplace_back(flag.option, flag.role.column);
  return list;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!contains(names, name)) names.push_back(name);
}

}  // namespace

std::vector<std::string> Roles::protected_columns() const {
  std::vector<std::string> columns;
  for (const ClassParts& parts : protected_classes) {
    for (const ClassPart& part : parts) add_once(columns, part.column);
  }
  for (const ClassPart& part : against) add_once(columns, part.column);
  return columns;
}

std::vector<std::string> Roles::coded_columns() const {
  std::vector<std::string> columns = attributes;
  for (const std::string& name : protected_columns()) add_once(columns, name);
  for (const std::string& name : covariates) {
    if (!contains(numbers, name)) add_once(columns, name);
  }
  return columns;
}

bool Roles::is_ranked(const std::string& number) const { return contains(ranked, number); }

std::string Roles::number_option(const std::string& column) const {
  if (contains(covariates, column)) return "`covariates`";
  for (const auto& [name, option] : number_options) {
    if (name == column) return option;
  }
  return numbers_option;
}

Roles resolve_roles(const RoleOptions& options, const Columns& columns) {
  validate(options);
  const std::vector<std::string> names = columns.names();
  Roles roles;
  if (!options.outcome.empty()) roles.outcome = parse_binary_role(options.outcome, names);
  if (!options.decision.empty()) roles.decision = parse_binary_role(options.decision, names);
  if (!options.threshold.empty()) roles.threshold = parse_threshold(options.threshold);
  roles.outcome_has_families = options.outcome_has_families;
  roles.score = options.score;
  roles.risk_score = options.risk_score;
  roles.count = options.count;
  roles.attributes = options.attributes;
  roles.default_attributes = options.attributes.empty();
  roles.attributes_option = options.attributes_option;
  roles.classes_option = options.classes_option;
  for (const FlagOptions& flag : options.flags) {
    FlagRole role{.option = flag.option};
    if (flag.threshold.empty()) {
      role.role = parse_binary_role(flag.column, names);
    } else {
      role.role.column = flag.column;
      role.threshold = parse_threshold(flag.threshold);
    }
    roles.flags.push_back(std::move(role));
  }

  const auto single = single_roles(roles);
  for (std::size_t i = 0; i < single.size(); ++i) {
    const auto& [option, column] = single[i];
    if (columns.find(column) == nullptr) throw_unknown_column(option, column, names);
    for (std::size_t j = 0; j < i; ++j) {
      if (single[j].second == column) {
        if (single[j].first == option)
          throw ConfigError(fmt::format("{} names column '{}' twice", option, column));
        throw ConfigError(
            fmt::format("column '{}' cannot be both {} and {}", column, single[j].first, option));
      }
    }
  }
  const auto check = [&](const std::string& list, const std::string& name) {
    if (columns.find(name) == nullptr) throw_unknown_column(list, name, names);
    for (const auto& [option, column] : single) {
      if (column != name) continue;
      throw ConfigError(
          list == options.classes_option || list == "`against`"
              ? fmt::format("column '{}' is {} and cannot be {} too", column, option, list)
              : fmt::format("column '{}' is {} and cannot be one of {} too", column, option, list));
    }
  };
  for (const std::string& attribute : roles.attributes) check(roles.attributes_option, attribute);
  roles.ordered = parse_ordered(options.ordered, names);
  for (const OrderRole& role : roles.ordered.columns) check("`ordered`", role.column);
  for (const std::string& text : options.protected_classes) {
    for (ClassParts& parts : parse_classes(text, names, options.classes_option)) {
      for (const ClassPart& part : parts) check(options.classes_option, part.column);
      roles.protected_classes.push_back(std::move(parts));
    }
  }
  if (!options.against.empty()) {
    const std::vector<ClassParts> parsed = parse_classes(options.against, names, "`against`");
    if (parsed.size() != 1 || parsed.front().front().values.empty()) {
      throw ConfigError(fmt::format(
          "`against` '{}' names no value; write COL=VALUE, the people to compare the class with",
          options.against));
    }
    roles.against = parsed.front();
    for (const ClassPart& part : roles.against) check("`against`", part.column);
  }
  roles.covariates = options.covariates;
  roles.numbers_option = options.numbers_option;
  roles.number_options = options.number_options;
  roles.ranked = options.ranked;
  const std::vector<std::string> classes = roles.protected_columns();
  for (const std::string& name : roles.covariates) {
    check("`covariates`", name);
    if (is_numeric(columns.find(name)->type) && !contains(roles.attributes, name) &&
        !contains(classes, name)) {
      roles.numbers.push_back(name);
    }
  }
  for (const std::string& name : options.numbers) {
    if (columns.find(name) == nullptr) throw_unknown_column(roles.number_option(name), name, names);
    for (const FlagRole& flag : roles.flags) {
      if (flag.role.column == name) {
        throw ConfigError(fmt::format("column '{}' cannot be both {} and {}", name, flag.option,
                                      options.numbers_option));
      }
    }
    add_once(roles.numbers, name);
  }
  return roles;
}

bool uses(const InputOptions& input, const Roles& roles, const std::string& column) {
  const std::string name = lower_ascii(column);
  const auto is_it = [&name](const std::string& text) { return lower_ascii(text) == name; };
  const auto holds = [&name](const std::string& text) {
    return holds_word(lower_ascii(text), name);
  };
  const auto single = single_roles(roles);
  const auto coded = roles.coded_columns();
  return std::any_of(single.begin(), single.end(),
                     [&is_it](const auto& role) { return is_it(role.second); }) ||
         std::any_of(coded.begin(), coded.end(), is_it) ||
         std::any_of(roles.numbers.begin(), roles.numbers.end(), is_it) ||
         std::any_of(input.derive.begin(), input.derive.end(), holds) ||
         std::any_of(input.bins.begin(), input.bins.end(), holds) || holds(input.where);
}

std::vector<std::string> free_columns(const Columns& columns, const Roles& roles) {
  const auto single = single_roles(roles);
  std::vector<std::string> free;
  for (const ColumnInfo& column : columns.columns) {
    const bool taken = std::any_of(single.begin(), single.end(), [&column](const auto& role) {
      return role.second == column.name;
    });
    // Further numbers have their use; what else is a number is told to be one.
    const bool further =
        contains(roles.numbers, column.name) && !contains(roles.covariates, column.name);
    if (!taken && !further) free.push_back(column.name);
  }
  return free;
}

}  // namespace faultline::data
