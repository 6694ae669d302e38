#include "faultline/sql/roles.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/attribute.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

// Above this the engine estimates numbers of values; a column that has few is counted exactly
// afterwards.
constexpr std::int64_t kExactRows = 1'000'000;
constexpr std::int64_t kCertainlyMany = 500;

/// The roles that one column each plays, with the option that gives it.
std::vector<std::pair<std::string, std::string>> single_roles(const Roles& roles) {
  std::vector<std::pair<std::string, std::string>> list;
  if (roles.outcome) list.emplace_back("--outcome", roles.outcome->column);
  if (!roles.score.empty()) list.emplace_back("--score", roles.score);
  if (!roles.risk_score.empty()) list.emplace_back("--risk-score", roles.risk_score);
  if (roles.decision) list.emplace_back("--decision", roles.decision->column);
  if (!roles.count.empty()) list.emplace_back("--count", roles.count);
  for (const FlagRole& flag : roles.flags) list.emplace_back(flag.option, flag.role.column);
  return list;
}

std::string kind_of(const ColumnInfo& column, bool binned) {
  if (binned) return "binned";
  if (column.type == "VARCHAR" || column.type == "BOOLEAN" || column.type.starts_with("ENUM"))
    return "text";
  if (is_numeric(column.type)) return "number";
  if (column.type == "DATE" || column.type.starts_with("TIME")) return "date";
  return "other";
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
  for (const data::BinaryRole& role : protected_classes) add_once(columns, role.column);
  return columns;
}

std::vector<std::string> Roles::coded_columns() const {
  std::vector<std::string> columns = attributes;
  for (const data::BinaryRole& role : protected_classes) add_once(columns, role.column);
  for (const std::string& name : covariates) {
    if (!contains(numbers, name)) add_once(columns, name);
  }
  return columns;
}

std::string Roles::number_option(const std::string& column) const {
  return contains(covariates, column) ? "--covariates" : numbers_option;
}

Roles resolve_roles(const data::RoleOptions& options, const Prepared& prepared) {
  validate(options);
  const std::vector<std::string> names = prepared.names();
  Roles roles;
  if (!options.outcome.empty()) roles.outcome = data::parse_binary_role(options.outcome, names);
  if (!options.decision.empty()) roles.decision = data::parse_binary_role(options.decision, names);
  if (!options.threshold.empty()) roles.threshold = data::parse_threshold(options.threshold);
  roles.score = options.score;
  roles.risk_score = options.risk_score;
  roles.count = options.count;
  roles.attributes = options.attributes;
  roles.default_attributes = options.attributes.empty();
  roles.attributes_option = options.attributes_option;
  for (const data::FlagOptions& flag : options.flags) {
    FlagRole role{.option = flag.option};
    if (flag.threshold.empty()) {
      role.role = data::parse_binary_role(flag.column, names);
    } else {
      role.role.column = flag.column;
      role.threshold = data::parse_threshold(flag.threshold);
    }
    roles.flags.push_back(std::move(role));
  }

  const auto single = single_roles(roles);
  for (std::size_t i = 0; i < single.size(); ++i) {
    const auto& [option, column] = single[i];
    if (prepared.find(column) == nullptr) throw_unknown_column(option, column, names);
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
    if (prepared.find(name) == nullptr) throw_unknown_column(list, name, names);
    for (const auto& [option, column] : single) {
      if (column != name) continue;
      throw ConfigError(
          list == "--protected"
              ? fmt::format("column '{}' is {} and cannot be --protected too", column, option)
              : fmt::format("column '{}' is {} and cannot be one of {} too", column, option, list));
    }
  };
  for (const std::string& attribute : roles.attributes) check(roles.attributes_option, attribute);
  for (const std::string& text : options.protected_classes) {
    roles.protected_classes.push_back(data::parse_binary_role(text, names));
    check("--protected", roles.protected_classes.back().column);
  }
  roles.covariates = options.covariates;
  roles.numbers_option = options.numbers_option;
  const std::vector<std::string> classes = roles.protected_columns();
  for (const std::string& name : roles.covariates) {
    check("--covariates", name);
    if (is_numeric(prepared.find(name)->type) && !contains(roles.attributes, name) &&
        !contains(classes, name)) {
      roles.numbers.push_back(name);
    }
  }
  for (const std::string& name : options.numbers) {
    if (prepared.find(name) == nullptr) throw_unknown_column(options.numbers_option, name, names);
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

bool uses(const data::InputOptions& input, const Roles& roles, const std::string& column) {
  const std::string name = lower_ascii(column);
  const auto is_it = [&name](const std::string& text) { return lower_ascii(text) == name; };
  const auto holds = [&name](const std::string& text) {
    return data::holds_word(lower_ascii(text), name);
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

void choose_candidates(Engine& engine, const Prepared& prepared, std::int64_t rows, Roles& roles,
                       std::vector<data::Dropped>& left_out) {
  const auto single = single_roles(roles);
  std::vector<const ColumnInfo*> free;
  std::vector<std::string> terms;
  const bool exact = rows <= kExactRows;
  for (const ColumnInfo& column : prepared.columns) {
    const bool taken = std::any_of(single.begin(), single.end(), [&column](const auto& role) {
      return role.second == column.name;
    });
    // Further numbers have their use; what else is a number is told to be one.
    const bool further =
        contains(roles.numbers, column.name) && !contains(roles.covariates, column.name);
    if (taken || further) continue;
    free.push_back(&column);
    const std::string name = quote_name(column.name);
    terms.push_back(exact ? fmt::format("count(DISTINCT {})", name)
                          : fmt::format("approx_count_distinct({})", name));
  }
  if (free.empty()) return;
  const Rows counts =
      engine.query(fmt::format("SELECT {} FROM {}", fmt::join(terms, ", "), prepared.view));
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::string& name = free[i]->name;
    const std::string kind = kind_of(*free[i], prepared.bin_labels.count(name) > 0);
    const std::int64_t values = parse_integer(counts.at(0).at(i).value_or("0")).value_or(0);
    if (kind == "number") {
      left_out.push_back(
          {.reason = fmt::format("{}: a number (--bins '{}=quantile:4' would cut it)", name, name),
           .count = values});
    } else if (kind == "date" || kind == "other") {
      left_out.push_back(
          {.reason = fmt::format("{}: {} (--derive could make text of it)", name,
                                 kind == "date" ? "a date or time" : "neither text nor true/false"),
           .count = values});
    } else if (values > (exact ? kFewValues : kCertainlyMany)) {
      left_out.push_back(
          {.reason = fmt::format("{}: text with {}{} values, more than {}", name,
                                 exact ? "" : "about ", with_thousands(values), kFewValues),
           .count = values});
    } else {
      roles.attributes.push_back(name);
    }
  }
}

void build_people_view(Engine& engine, const Prepared& prepared, const Roles& roles) {
  std::vector<std::string> terms;
  // Adding zero makes one number of 0 and -0.
  const std::vector<std::string> coded = roles.coded_columns();
  for (std::size_t i = 0; i < coded.size(); ++i) {
    const std::string& type = prepared.find(coded[i])->type;
    const bool real = type == "DOUBLE" || type == "FLOAT";
    terms.push_back(fmt::format("{}{} AS x{}", quote_name(coded[i]),
                                real ? fmt::format(" + CAST(0 AS {})", type) : "", i));
  }
  // Empty text is missing wherever a role is played.
  const auto value = [&prepared](const std::string& column) {
    return prepared.find(column)->type == "VARCHAR"
               ? fmt::format("nullif({}, '')", quote_name(column))
               : quote_name(column);
  };
  if (roles.outcome) terms.push_back(value(roles.outcome->column) + " AS y");
  if (!roles.score.empty())
    terms.push_back(fmt::format("CAST({} AS DOUBLE) + 0.0 AS s", value(roles.score)));
  if (!roles.risk_score.empty()) terms.push_back(value(roles.risk_score) + " AS r");
  if (roles.decision) terms.push_back(value(roles.decision->column) + " AS d");
  const std::vector<std::string> classes = roles.protected_columns();
  for (std::size_t i = 0; i < classes.size(); ++i)
    terms.push_back(fmt::format("{} AS a{}", value(classes[i]), i));
  for (std::size_t i = 0; i < roles.numbers.size(); ++i)
    terms.push_back(fmt::format("CAST({} AS DOUBLE) + 0.0 AS v{}", value(roles.numbers[i]), i));
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    const std::string flag = value(roles.flags[i].role.column);
    terms.push_back(fmt::format(
        "{} AS f{}",
        roles.flags[i].threshold ? fmt::format("CAST({} AS DOUBLE) + 0.0", flag) : flag, i));
  }
  if (!roles.count.empty()) {
    const std::string number = fmt::format("CAST({} AS DOUBLE)", value(roles.count));
    terms.push_back(number + " AS given_count");
    terms.push_back(fmt::format(
        "CASE WHEN {0} >= 0 AND {0} <= 1e15 AND {0} = floor({0}) THEN CAST({0} AS BIGINT) END AS w",
        number));
  }
  if (terms.empty()) terms.emplace_back("1 AS nothing");
  engine.run(fmt::format("CREATE OR REPLACE TEMP VIEW people AS SELECT {} FROM {}",
                         fmt::join(terms, ", "), prepared.view));
}

std::string kept_condition(const Roles& roles) {
  std::string condition = "true";
  if (roles.outcome) condition += " AND y IS NOT NULL";
  if (!roles.score.empty()) condition += " AND s IS NOT NULL";
  if (!roles.risk_score.empty()) condition += " AND r IS NOT NULL";
  if (roles.decision) condition += " AND d IS NOT NULL";
  for (std::size_t i = 0; i < roles.protected_columns().size(); ++i)
    condition += fmt::format(" AND a{} IS NOT NULL", i);
  for (std::size_t i = 0; i < roles.numbers.size(); ++i)
    condition += fmt::format(" AND isfinite(v{})", i);
  for (std::size_t i = 0; i < roles.flags.size(); ++i)
    condition += fmt::format(" AND f{} IS NOT NULL", i);
  if (!roles.count.empty()) condition += " AND w > 0";
  return condition;
}

}  // namespace faultline::sql
