#include "faultline/sql/check.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

bool is_one(const std::string& text) {
  return same_value(text, "1") || lower_ascii(text) == "true";
}
bool is_zero(const std::string& text) {
  return same_value(text, "0") || lower_ascii(text) == "false";
}

std::string listed(const Values& values) {
  std::vector<std::string> items;
  items.reserve(values.values.size());
  for (const Value& value : values.values) {
    items.push_back(
        fmt::format("'{}' ({})", shown(value.text.value_or("")), with_thousands(value.people)));
  }
  std::string words = join_words(items, 8);
  const auto fetched = static_cast<std::int64_t>(values.values.size());
  if (values.distinct > fetched)
    words += fmt::format(" (of {} values)", with_thousands(values.distinct));
  return words;
}

}  // namespace

bool same_value(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto x = parse_double(a);
  const auto y = parse_double(b);
  if (x && y) return *x == *y;
  const std::string u = lower_ascii(a);
  return (u == "true" || u == "false") && u == lower_ascii(b);
}

void Checker::number(const std::string& option, const std::string& column) const {
  const std::string& type = prepared.find(column)->type;
  if (is_numeric(type)) return;
  const std::string name = quote_name(column);
  // A column without any value is no mistake of its kind; what is missing is told later.
  const std::string values =
      fmt::format("SELECT count(nullif(CAST({} AS VARCHAR), '')) FROM {}", name, prepared.view);
  if (type == "VARCHAR" && whole_number(engine.query(values).at(0).at(0)) == 0) return;
  const auto bad =
      locate(engine, source, prepared, column,
             type == "VARCHAR"
                 ? fmt::format("nullif({0}, '') IS NOT NULL AND NOT ({1})", name, number_test(name))
                 : fmt::format("{} IS NOT NULL", name));
  if (bad) {
    throw InputError(fmt::format("{} {}: row {} of {} holds '{}', which is not a number{}", option,
                                 column, bad->row, source.name, shown(bad->value),
                                 type == "VARCHAR" ? "; if it means missing, add --null" : ""));
  }
  throw InputError(fmt::format(
      "{} {}: the column of {} holds text, not numbers; --derive can make numbers of it", option,
      column, source.name));
}

void Checker::numbers() const {
  if (!roles.score.empty()) number("--score", roles.score);
  if (!roles.count.empty()) number("--count", roles.count);
  for (const std::string& name : roles.numbers) number(roles.number_option(name), name);
  for (const FlagRole& flag : roles.flags) {
    if (flag.threshold) number(flag.option, flag.role.column);
  }
}

void Checker::refuse_missing(const std::string& option, const std::string& column,
                             const std::string& what, std::int64_t missing,
                             std::int64_t rows) const {
  throw InputError(
      fmt::format("{} {}: {} of {} of {} {} {}; correct {}, leave {} out with --where, or add "
                  "--missing drop",
                  option, column, with_thousands(missing), plural(rows, "row"), source.name,
                  missing == 1 ? "has" : "have", what, missing == 1 ? "it" : "them",
                  missing == 1 ? "it" : "them"));
}

void Checker::refuse_probability(const std::string& option, const std::string& column,
                                 const std::string& hint) const {
  const auto bad = locate(engine, source, prepared, column,
                          fmt::format("NOT (CAST({0} AS DOUBLE) >= 0 AND CAST({0} AS DOUBLE) <= 1)",
                                      quote_name(column)));
  if (!bad) throw InputError(fmt::format("{} changed while it was read", source.name));
  throw InputError(
      fmt::format("{} {}: row {} of {} holds {}, which is not a probability between 0 and 1{}",
                  option, column, bad->row, source.name, shown(bad->value), hint));
}

Checked Checker::rows(data::Missing missing, const std::stop_token& stop) const {
  struct Part {
    std::string option;
    std::string column;
    std::string absent;  // SQL on "people"
    std::string reason;
    std::string what = "no value";  // that such a row has
  };
  std::vector<Part> parts;
  if (roles.outcome)
    parts.push_back({"--outcome", roles.outcome->column, "y IS NULL", "missing outcome"});
  if (!roles.score.empty())
    parts.push_back({"--score", roles.score, "s IS NULL", "missing prediction"});
  if (!roles.risk_score.empty())
    parts.push_back({"--risk-score", roles.risk_score, "r IS NULL", "missing risk score"});
  if (roles.decision)
    parts.push_back({"--decision", roles.decision->column, "d IS NULL", "missing decision"});
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    const FlagRole& flag = roles.flags[i];
    parts.push_back({flag.option, flag.role.column, fmt::format("f{} IS NULL", i),
                     fmt::format("missing {} ({})", flag.word(), shown(flag.role.column))});
  }
  const std::vector<std::string> classes = roles.protected_columns();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    parts.push_back({"--protected", classes[i], fmt::format("a{} IS NULL", i),
                     fmt::format("missing protected class ({})", shown(classes[i]))});
  }
  for (std::size_t i = 0; i < roles.numbers.size(); ++i) {
    const std::string& name = roles.numbers[i];
    const std::string option = roles.number_option(name);
    parts.push_back({option, name, fmt::format("(v{0} IS NULL OR isnan(v{0}))", i),
                     fmt::format("missing number ({})", shown(name))});
    parts.push_back({option, name, fmt::format("isinf(coalesce(v{}, 0))", i),
                     fmt::format("infinite number ({})", shown(name)), "an infinite number"});
  }
  const bool counted = !roles.count.empty();
  if (counted)
    parts.push_back(
        {"--count", roles.count, "given_count IS NULL", "missing count (each counted as one)"});

  const std::string people = counted ? "coalesce(sum(coalesce(w, 1)), 0)" : "count(*)";
  std::vector<std::string> terms{
      "count(*)",
      people,
      fmt::format("count(*) FILTER ({})", kept_condition(roles)),
      fmt::format("{} FILTER ({})", counted ? "sum(w)" : "count(*)", kept_condition(roles)),
      counted ? "count(*) FILTER (w = 0)" : "0",
      counted ? "count(*) FILTER (given_count IS NOT NULL AND w IS NULL)" : "0",
      roles.score.empty() ? "0" : "count(*) FILTER (NOT (s >= 0 AND s <= 1))",
      roles.score.empty() ? "0" : "approx_count_distinct(s)"};
  const std::size_t fixed = terms.size();
  std::string present = "true";
  for (const Part& part : parts) {
    terms.push_back(fmt::format("count(*) FILTER ({})", part.absent));
    terms.push_back(fmt::format("{} FILTER ({} AND {})",
                                counted ? "sum(coalesce(w, 1))" : "count(*)", present,
                                part.absent));
    present += fmt::format(" AND NOT ({})", part.absent);
  }
  const std::size_t numbers = terms.size();
  for (std::size_t i = 0; i < roles.numbers.size(); ++i)
    terms.push_back(fmt::format("approx_count_distinct(v{})", i));
  const std::size_t probabilities = terms.size();
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    terms.push_back(roles.flags[i].threshold
                        ? fmt::format("count(*) FILTER (NOT (f{0} >= 0 AND f{0} <= 1))", i)
                        : "0");
  }
  const auto row =
      engine.query(fmt::format("SELECT {} FROM people", fmt::join(terms, ", ")), stop).at(0);

  Checked out;
  out.rows = whole_number(row.at(0));
  out.people = whole_number(row.at(1));
  out.rows_kept = whole_number(row.at(2));
  out.people_kept = whole_number(row.at(3));
  out.distinct_predictions = whole_number(row.at(7));
  for (std::size_t i = 0; i < roles.numbers.size(); ++i) {
    constexpr std::int64_t kMany = 1'000'000'000;  // and the product cannot overflow
    out.distinct_numbers =
        std::min(kMany, out.distinct_numbers * std::min(kMany, whole_number(row.at(numbers + i))));
  }
  if (whole_number(row.at(5)) > 0) {
    const std::string number = fmt::format("CAST({} AS DOUBLE)", quote_name(roles.count));
    const auto bad =
        locate(engine, source, prepared, roles.count,
               fmt::format("NOT ({0} >= 0 AND {0} <= 1e15 AND {0} = floor({0}))", number));
    if (!bad) throw InputError(fmt::format("{} changed while it was read", source.name));
    throw InputError(fmt::format(
        "--count {}: row {} of {} holds {}, which is not a whole number of people, 0 or more",
        roles.count, bad->row, source.name, shown(bad->value)));
  }
  if (whole_number(row.at(6)) > 0) {
    refuse_probability("--score", roles.score, " (an ordinal score is given with --risk-score)");
  }
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    if (whole_number(row.at(probabilities + i)) > 0)
      refuse_probability(roles.flags[i].option, roles.flags[i].role.column, "");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::int64_t absent = whole_number(row.at(fixed + 2 * i));
    if (absent == 0) continue;
    if (missing == data::Missing::refuse)
      refuse_missing(parts[i].option, parts[i].column, parts[i].what, absent, out.rows);
    out.dropped.push_back(
        {.reason = parts[i].reason, .count = whole_number(row.at(fixed + 2 * i + 1))});
  }
  if (const std::int64_t zero = whole_number(row.at(4)); zero > 0) {
    out.notes.push_back(
        zero == 1 ? "1 row has count 0 and stands for nobody"
                  : fmt::format("{} rows have count 0 and stand for nobody", with_thousands(zero)));
  }
  return out;
}

std::string positive_value(const std::string& option, const data::BinaryRole& role,
                           const Values& values, bool one_class_allowed,
                           std::vector<std::string>& notes) {
  const auto text = [&values](std::size_t i) { return shown(values.values[i].text.value_or("")); };
  if (values.distinct > 2) {
    throw InputError(
        fmt::format("{} {}: not binary, its values are {}; make it so with --derive, such as "
                    "--derive \"event={} = "
                    "'{}'\" {} event",
                    option, role.column, listed(values), quote_name(role.column), text(0), option));
  }
  const auto find = [&](const auto& test) -> std::optional<std::string> {
    for (const Value& value : values.values) {
      if (test(value.text.value_or(""))) return value.text;
    }
    return std::nullopt;
  };
  std::optional<std::string> positive;
  if (role.positive) {
    positive = find([&](const std::string& value) { return value == *role.positive; });
    if (!positive)
      positive = find([&](const std::string& value) { return same_value(value, *role.positive); });
    if (!positive && (values.distinct == 2 || !one_class_allowed)) {
      throw InputError(fmt::format("{} '{}={}': that value does not occur, the values are {}",
                                   option, role.column, *role.positive, listed(values)));
    }
  } else {
    positive = find(is_one);
  }
  if (values.distinct == 1) {
    if (!one_class_allowed) {
      throw InputError(
          fmt::format("{} {}: everybody kept has the value '{}', so there is nothing to compare",
                      option, role.column, text(0)));
    }
    notes.push_back(
        fmt::format("{} {}: everybody has the value '{}'", option, role.column, text(0)));
    if (!positive && (role.positive || is_zero(text(0)))) return role.positive.value_or("1");
  }
  if (!positive) {
    throw InputError(fmt::format(
        "{} {}: say which value is the positive one, as in {} '{}={}'; the values are {}", option,
        role.column, option, role.column, text(0), listed(values)));
  }
  if (!role.positive) {
    const auto other = find([&](const std::string& value) { return value != *positive; });
    if (other && !is_zero(*other)) {
      notes.push_back(fmt::format("{} {}: '{}' is taken as positive and '{}' as negative", option,
                                  role.column, *positive, *other));
    }
  }
  return *positive;
}

}  // namespace faultline::sql
