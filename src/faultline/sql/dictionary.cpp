#include "faultline/sql/dictionary.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/text.hpp"
#include "faultline/data/check.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

/// One pass: GROUPING SETS over the columns, and over (r, y) when asked.
class Pass {
 public:
  Pass(Engine& engine, std::vector<std::string> columns, bool risk, const Roles& roles,
       const std::stop_token& stop)
      : engine_(engine), columns_(std::move(columns)) {
    std::vector<std::string> sets;
    std::vector<std::string> texts;
    for (const std::string& column : columns_) {
      if (column != "r") sets.push_back(fmt::format("({})", column));
      texts.push_back(fmt::format("CAST({0} AS VARCHAR) AS {0}", column));
    }
    if (risk) sets.emplace_back("(r, y)");
    engine_.run(fmt::format("CREATE OR REPLACE TEMP TABLE dictionary AS SELECT mask, people, {} "
                            "FROM (SELECT GROUPING({}) AS mask, {} AS people, {} "
                            "FROM people WHERE {} GROUP BY GROUPING SETS ({}))",
                            fmt::join(texts, ", "), fmt::join(columns_, ", "),
                            roles.count.empty() ? "count(*)" : "sum(w)", fmt::join(columns_, ", "),
                            kept_condition(roles), fmt::join(sets, ", ")),
                stop);
  }

  [[nodiscard]] Values values(const std::string& column) {
    Values out;
    const std::string where = fmt::format("FROM dictionary WHERE mask = {}", mask({column}));
    out.distinct = whole_number(engine_.query("SELECT count(*) " + where).at(0).at(0));
    for (const auto& row : engine_.query(
             fmt::format("SELECT {0}, people {1} ORDER BY people DESC, {0} NULLS FIRST LIMIT {2}",
                         column, where, data::kFetched))) {
      out.values.push_back({.text = row.at(0), .people = whole_number(row.at(1))});
    }
    return out;
  }

  [[nodiscard]] std::uint64_t mask(const std::vector<std::string>& in) const {
    return grouping_mask(columns_, in);
  }

 private:
  Engine& engine_;
  std::vector<std::string> columns_;
};

}  // namespace

std::uint64_t grouping_mask(const std::vector<std::string>& columns,
                            const std::vector<std::string>& in) {
  std::uint64_t bits = 0;
  for (const std::string& column : columns)
    bits = bits * 2 + (std::find(in.begin(), in.end(), column) == in.end() ? 1U : 0U);
  return bits;
}

std::int64_t whole_number(const Cell& cell) {
  const std::string text = cell.value_or("0");
  const auto value = parse_integer(text);
  if (!value) data::refuse_sum(text);
  return *value;
}

Dictionaries read_dictionaries(Engine& engine, const Roles& roles, const std::stop_token& stop) {
  Dictionaries out;
  std::vector<std::string> columns;
  if (roles.outcome) columns.emplace_back("y");
  if (roles.decision) columns.emplace_back("d");
  if (!roles.risk_score.empty()) columns.emplace_back("r");
  out.flags.resize(roles.flags.size());
  std::vector<std::pair<std::string, Values*>> further;
  for (std::size_t i = 0; i < out.flags.size(); ++i) {
    if (!roles.flags[i].threshold) further.emplace_back(fmt::format("f{}", i), &out.flags[i]);
  }
  std::size_t next = 0;
  while (next < further.size() || !columns.empty()) {
    const bool first = next == 0;
    std::vector<std::string> here = std::exchange(columns, {});
    const std::size_t start = next;
    for (; next < further.size() && here.size() < kAtOnce; ++next)
      here.push_back(further[next].first);
    const bool risk = first && !roles.risk_score.empty();
    Pass pass(engine, here, risk, roles, stop);
    for (std::size_t i = start; i < next; ++i) *further[i].second = pass.values(further[i].first);
    if (!first) continue;
    if (roles.outcome) out.outcome = pass.values("y");
    if (roles.decision) out.decision = pass.values("d");
    if (risk) {
      engine.run(
          fmt::format("CREATE OR REPLACE TEMP TABLE risk_people AS SELECT r, y, people FROM "
                      "dictionary WHERE mask = {}",
                      pass.mask({"r", "y"})));
      out.risk_scores =
          whole_number(engine.query("SELECT count(DISTINCT r) FROM risk_people").at(0).at(0));
    }
  }
  return out;
}

void build_risk_map(Engine& engine, const std::string& risk_type, const std::string& positive) {
  engine.run(
      fmt::format("CREATE OR REPLACE TEMP TABLE risk_map AS SELECT CAST(r AS {}) AS r, "
                  "coalesce(sum(people) FILTER (y = {}), "
                  "0)::DOUBLE / sum(people)::DOUBLE AS p FROM risk_people GROUP BY ALL",
                  risk_type, quote_text(positive)));
}

}  // namespace faultline::sql
