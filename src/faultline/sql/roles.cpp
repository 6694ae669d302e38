#include "faultline/sql/roles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/sql/quote.hpp"

namespace faultline::sql {

void build_people_view(Engine& engine, const Preparation& prepared, const Roles& roles,
                       const std::string& carried) {
  std::vector<std::string> terms;
  // Adding zero makes one number of 0 and -0.
  const std::vector<std::string> coded = roles.coded_columns();
  for (std::size_t i = 0; i < coded.size(); ++i) {
    const std::string& type = prepared.find_also_unbinned(coded[i])->type;
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
  for (std::size_t i = 0; i < roles.numbers.size(); ++i) {
    const std::string number = value(roles.numbers[i]);
    terms.push_back(
        roles.is_ranked(roles.numbers[i])
            ? fmt::format("CASE WHEN {0} IS NOT NULL THEN CAST(dense_rank() OVER (ORDER BY {0}) AS "
                          "DOUBLE) END AS v{1}",
                          number, i)
            : fmt::format("CAST({} AS DOUBLE) + 0.0 AS v{}", number, i));
  }
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
  if (!carried.empty()) terms.push_back(quote_name(carried) + " AS carried");
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
