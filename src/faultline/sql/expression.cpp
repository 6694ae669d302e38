#include "faultline/sql/expression.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

/// Table functions that make rows of their arguments alone.
constexpr std::array<std::string_view, 3> kHarmlessTables{"unnest", "range", "generate_series"};
/// Functions that tell of the engine, its settings or its catalog. None of them can leave the
/// process; a result must not depend on them either.
constexpr std::array<std::string_view, 8> kRefusedFunctions{
    "current_setting", "current_query", "getvariable",    "getenv",
    "write_log",       "pg_get_expr",   "pg_get_viewdef", "json_serialize_plan"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(const std::string& option, const std::string& sql,
                         const std::string& why) {
  throw ConfigError(fmt::format("{} '{}' {}", option, shown(sql), why));
}

constexpr const char* kOneExpression =
    "is not one SQL expression over the columns of the input, such as \"age < 25\"";

}  // namespace

void check_expression(Engine& engine, const std::string& option, const std::string& sql) {
  if (sql.find('\0') != std::string::npos) refuse(option, sql, "holds a zero byte");
  // The engine's own parser says what the text is; a parenthesis that closes ours too early gives
  // a second expression, a FROM, a UNION or a second statement, and all of them are seen here.
  const std::string tree =
      fmt::format("SELECT json_serialize_sql({}) AS tree", quote_text("SELECT (" + sql + "\n)"));
  const auto node = [](std::string_view path) {
    return fmt::format("(tree->>'$.statements[0].node.{}')", path);
  };
  const auto size = [](std::string_view path) {
    return fmt::format("json_array_length(tree, '$.statements[0].node.{}')", path);
  };
  const Rows shape = engine.query(fmt::format(
      "SELECT (tree->>'$.error_type'), (tree->>'$.error_message'), "
      "json_array_length(tree, '$.statements') = 1 AND {} = 'SELECT_NODE' AND {} = 'EMPTY' AND {} "
      "= 1 AND {} = '' AND {} = 0 AND {} = 0 AND {} = 0 AND {} IS NULL AND {} IS NULL AND {} IS "
      "NULL AND {} IS NULL FROM ({})",
      node("type"), node("from_table.type"), size("select_list"), node("select_list[0].alias"),
      size("modifiers"), size("cte_map.map"), size("group_expressions"), node("where_clause"),
      node("having"), node("qualify"), node("sample"), tree));
  const auto& facts = shape.at(0);
  if (facts.at(0)) {
    if (*facts.at(0) != "parser") refuse(option, sql, kOneExpression);
    throw_sql_error({.kind = EngineError::Kind::syntax, .message = facts.at(1).value_or("")},
                    option, sql, {});
  }
  if (facts.at(2) != "true") refuse(option, sql, kOneExpression);

  // Only what has a "table_name" or is a table function can bring rows from elsewhere.
  for (const auto& row :
       engine.query(fmt::format("SELECT key, (atom->>'$'), path FROM json_tree(({})) WHERE key IN "
                                "('table_name', 'function_name') ORDER BY id",
                                tree))) {
    const std::string name = row.at(1).value_or("");
    const std::string function = lower_ascii(name);
    if (row.at(0) == "table_name") {
      refuse(option, sql,
             fmt::format("reads the table '{}'; it can use the columns of the input and nothing "
                         "else",
                         shown(name)));
    }
    const bool table = row.at(2).value_or("").ends_with(".function");
    if (table ? !among(kHarmlessTables, function) : among(kRefusedFunctions, function)) {
      refuse(option, sql,
             fmt::format("calls {}(); it can use the columns of the input and nothing else",
                         shown(name)));
    }
  }
}

}  // namespace faultline::sql
