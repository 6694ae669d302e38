#include "faultline/sql/crossing.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/dictionary.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

/// SQL on "people" that is true for those inside the event.
std::string condition(const data::Event& event, const Roles& roles) {
  if (event.threshold) {
    return fmt::format("{} {} {}::DOUBLE", roles.score.empty() ? "p" : "s",
                       event.threshold->strict ? ">" : ">=", shortest(event.threshold->value));
  }
  std::string column;
  if (roles.outcome && roles.outcome->column == event.column) {
    column = "y";
  } else if (roles.decision && roles.decision->column == event.column) {
    column = "d";
  } else {
    const auto coded = roles.coded_columns();
    const auto at = std::find(coded.begin(), coded.end(), event.column);
    if (at == coded.end()) throw InternalError("an event of a column without a role");
    column = fmt::format("x{}", at - coded.begin());
  }
  std::vector<std::string> texts;
  bool missing = false;
  for (const auto& text : event.texts) {
    if (text) {
      texts.push_back(quote_text(*text));
    } else {
      missing = true;
    }
  }
  return fmt::format("(coalesce(CAST({} AS VARCHAR) IN ({}), false){})", column,
                     texts.empty() ? "NULL" : fmt::format("{}", fmt::join(texts, ", ")),
                     missing ? fmt::format(" OR {} IS NULL", column) : "");
}

/// Leaves the table "prediction_ranks": twice the people below each prediction, plus those at it.
void build_ranks(Engine& engine, const Roles& roles, const std::stop_token& stop) {
  const char* score = roles.score.empty() ? "r" : "s";
  engine.run(
      fmt::format(
          "CREATE OR REPLACE TEMP TABLE prediction_ranks AS SELECT {0}, CAST(2 * sum(n) OVER "
          "(ORDER BY {0} ROWS UNBOUNDED PRECEDING) - n AS DOUBLE) AS prediction_rank FROM "
          "(SELECT {0}, {1} AS n FROM people WHERE {2} GROUP BY {0})",
          score, roles.count.empty() ? "count(*)" : "sum(w)", kept_condition(roles)),
      stop);
}

double number(const Cell& cell) { return parse_double(cell.value_or("0")).value_or(0); }

}  // namespace

std::vector<data::Crossing> read_crossings(Engine& engine, const Roles& roles,
                                           const std::vector<data::Event>& events,
                                           const std::stop_token& stop) {
  const bool ranked = roles.has_prediction();
  if (ranked) build_ranks(engine, roles, stop);
  constexpr std::array kRankSums{"min(prediction_rank)", "max(prediction_rank)",
                                 "sum(n * prediction_rank)",
                                 "sum(n * prediction_rank * prediction_rank)"};
  std::vector<std::string> sums;
  sums.reserve(events.size() + kRankSums.size());
  for (const data::Event& event : events)
    sums.push_back(fmt::format("coalesce(sum(n) FILTER ({}), 0)", condition(event, roles)));
  for (const char* sum : kRankSums) sums.emplace_back(ranked ? sum : "0");
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += fmt::format(" AS c{}", i);
  std::string from = fmt::format("(SELECT *, {} AS n FROM people WHERE {})",
                                 roles.count.empty() ? "1" : "w", kept_condition(roles));
  if (ranked)
    from += fmt::format(" JOIN prediction_ranks USING ({})", roles.score.empty() ? "r" : "s");
  if (!roles.risk_score.empty()) from += " JOIN risk_map USING (r)";

  const std::size_t columns = roles.coded_columns().size();
  std::vector<data::Crossing> out(columns);
  for (std::size_t start = 0; start < columns; start += kAtOnce) {
    std::vector<std::string> here;
    std::vector<std::string> sets;
    std::vector<std::string> texts;
    for (std::size_t i = start; i < std::min(columns, start + kAtOnce); ++i) {
      here.push_back(fmt::format("x{}", i));
      sets.push_back(fmt::format("(x{})", i));
      texts.push_back(fmt::format("CAST(x{0} AS VARCHAR) AS x{0}", i));
    }
    engine.run(
        fmt::format("CREATE OR REPLACE TEMP TABLE crossing AS SELECT * REPLACE ({}) FROM (SELECT "
                    "GROUPING({}) AS mask, sum(n) AS people, {}, {} FROM {} GROUP BY GROUPING SETS "
                    "({}))",
                    fmt::join(texts, ", "), fmt::join(here, ", "), fmt::join(sums, ", "),
                    fmt::join(here, ", "), from, fmt::join(sets, ", ")),
        stop);
    for (std::size_t i = 0; i < here.size(); ++i) {
      for (const auto& row : engine.query(
               fmt::format("SELECT {0}, people, * EXCLUDE (mask, people, {1}) FROM crossing WHERE "
                           "mask = {2} ORDER BY {0} NULLS FIRST",
                           here[i], fmt::join(here, ", "), grouping_mask(here, {here[i]})),
               stop)) {
        data::CrossedValue value;
        value.text = row.at(0);
        value.people = whole_number(row.at(1));
        for (std::size_t e = 0; e < events.size(); ++e)
          value.inside.push_back(whole_number(row.at(2 + e)));
        const std::size_t at = 2 + events.size();
        value.least_rank = number(row.at(at));
        value.greatest_rank = number(row.at(at + 1));
        value.rank_sum = number(row.at(at + 2));
        value.rank_squares = number(row.at(at + 3));
        out[start + i].push_back(std::move(value));
      }
    }
  }
  return out;
}

}  // namespace faultline::sql
