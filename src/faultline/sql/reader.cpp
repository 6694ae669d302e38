#include "faultline/sql/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/crossing.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/dictionary.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/roles.hpp"

namespace faultline::sql {
namespace {

// Above this the engine estimates numbers of values; a column that has few is counted exactly
// afterwards.
constexpr std::int64_t kExactRows = 1'000'000;

/// SQL on "people": the row lacks what is required.
std::string absent(const data::Requirement& part) {
  using Kind = data::Requirement::Kind;
  switch (part.kind) {
    case Kind::outcome:
      return "y IS NULL";
    case Kind::score:
      return "s IS NULL";
    case Kind::risk_score:
      return "r IS NULL";
    case Kind::decision:
      return "d IS NULL";
    case Kind::flag:
      return fmt::format("f{} IS NULL", part.index);
    case Kind::protected_class:
      return fmt::format("a{} IS NULL", part.index);
    case Kind::number:
      return fmt::format("(v{0} IS NULL OR isnan(v{0}))", part.index);
    case Kind::finite_number:
      return fmt::format("isinf(coalesce(v{}, 0))", part.index);
    case Kind::rank:
      return fmt::format("v{} IS NULL", part.index);
    case Kind::count:
      return "given_count IS NULL";
  }
  throw InternalError("a requirement of no kind");
}

}  // namespace

std::optional<std::int64_t> Reader::people_unfiltered(const std::string& count) {
  if (!filtered_) return std::nullopt;
  // Bad and missing counts outside --where stand for one person each, like those inside.
  const std::string people =
      count.empty()
          ? "count(*)"
          : fmt::format("coalesce(sum(greatest(0, coalesce(TRY_CAST({} AS BIGINT), 1))), 0)",
                        quote_name(count));
  const Rows total =
      engine_.query(fmt::format("SELECT {} FROM {}", people, prepared_.derived_view), stop_);
  return parse_integer(total.at(0).at(0).value_or("0"));
}

bool Reader::has_three_values(const std::string& column) {
  const Rows distinct = engine_.query(
      fmt::format("SELECT count(*) FROM (SELECT DISTINCT {0} FROM {1} WHERE {0} IS NOT NULL "
                  "LIMIT 3)",
                  quote_name(column), prepared_.view),
      stop_);
  return distinct.at(0).at(0).value_or("0") == "3";
}

bool Reader::has_values(const std::string& column) {
  const Rows values =
      engine_.query(fmt::format("SELECT count(nullif(CAST({} AS VARCHAR), '')) FROM {}",
                                quote_name(column), prepared_.view),
                    stop_);
  return whole_number(values.at(0).at(0)) > 0;
}

std::optional<data::Located> Reader::locate(const std::string& column, data::Bad bad) {
  const std::string name = quote_name(column);
  const std::string number = fmt::format("CAST({} AS DOUBLE)", name);
  std::string condition;
  switch (bad) {
    case data::Bad::not_number:
      condition =
          prepared_.find(column)->type == "VARCHAR"
              ? fmt::format("nullif({0}, '') IS NOT NULL AND NOT ({1})", name, number_test(name))
              : fmt::format("{} IS NOT NULL", name);
      break;
    case data::Bad::probability:
      condition = fmt::format("NOT ({0} >= 0 AND {0} <= 1)", number);
      break;
    case data::Bad::count:
      condition = fmt::format("NOT ({0} >= 0 AND {0} <= 1e15 AND {0} = floor({0}))", number);
      break;
  }
  return sql::locate(engine_, source_, prepared_, column, condition);
}

data::DistinctCounts Reader::distinct(const std::vector<std::string>& columns, std::int64_t rows) {
  data::DistinctCounts out{.exact = rows <= kExactRows};
  if (columns.empty()) return out;
  std::vector<std::string> terms;
  for (const std::string& column : columns) {
    const std::string name = quote_name(column);
    terms.push_back(out.exact ? fmt::format("count(DISTINCT {})", name)
                              : fmt::format("approx_count_distinct({})", name));
  }
  const Rows counts = engine_.query(
      fmt::format("SELECT {} FROM {}", fmt::join(terms, ", "), prepared_.view), stop_);
  for (const Cell& cell : counts.at(0)) out.values.push_back(whole_number(cell));
  return out;
}

void Reader::take_roles(const data::Roles& roles) {
  roles_ = roles;
  build_people_view(engine_, prepared_, roles_, carried_);
}

data::Tally Reader::tally(const std::vector<data::Requirement>& requirements) {
  const bool counted = !roles_.count.empty();
  const bool scored = !roles_.score.empty();
  const std::string kept = kept_condition(roles_);
  std::vector<std::string> terms{
      "count(*)",
      counted ? "coalesce(sum(coalesce(w, 1)), 0)" : "count(*)",
      fmt::format("count(*) FILTER ({})", kept),
      fmt::format("{} FILTER ({})", counted ? "sum(w)" : "count(*)", kept),
      counted ? "count(*) FILTER (w = 0)" : "0",
      counted ? "count(*) FILTER (given_count IS NOT NULL AND w IS NULL)" : "0",
      scored ? "count(*) FILTER (NOT (s >= 0 AND s <= 1))" : "0",
      scored ? "approx_count_distinct(s)" : "0",
      scored ? "count(*) FILTER (s <> 0 AND s <> 1)" : "0",
      scored ? "min(s)" : "0",
      scored ? "max(s)" : "0"};
  std::string present = "true";
  for (const data::Requirement& part : requirements) {
    const std::string lacks = absent(part);
    terms.push_back(fmt::format("count(*) FILTER ({})", lacks));
    terms.push_back(fmt::format("{} FILTER ({} AND {})",
                                counted ? "sum(coalesce(w, 1))" : "count(*)", present, lacks));
    present += fmt::format(" AND NOT ({})", lacks);
  }
  for (std::size_t i = 0; i < roles_.numbers.size(); ++i)
    terms.push_back(fmt::format("approx_count_distinct(v{})", i));
  for (std::size_t i = 0; i < roles_.flags.size(); ++i) {
    terms.push_back(roles_.flags[i].threshold
                        ? fmt::format("count(*) FILTER (NOT (f{0} >= 0 AND f{0} <= 1))", i)
                        : "0");
  }
  const auto row =
      engine_.query(fmt::format("SELECT {} FROM people", fmt::join(terms, ", ")), stop_).at(0);
  std::size_t at = 0;
  const auto next = [&row, &at] { return whole_number(row.at(at++)); };
  data::Tally out;
  out.rows = next();
  out.people = next();
  out.rows_kept = next();
  out.people_kept = next();
  out.zero_counts = next();
  out.bad_counts = next();
  out.bad_scores = next();
  out.distinct_predictions = next();
  out.uncertain_scores = next();
  const auto next_real = [&row, &at] {
    return parse_double(row.at(at++).value_or("0")).value_or(0);
  };
  out.least_score = next_real();
  out.greatest_score = next_real();
  for (std::size_t i = 0; i < requirements.size(); ++i) {
    out.absent.push_back(next());
    out.absent_people.push_back(next());
  }
  for (std::size_t i = 0; i < roles_.numbers.size(); ++i) out.distinct_numbers.push_back(next());
  for (std::size_t i = 0; i < roles_.flags.size(); ++i) out.bad_flags.push_back(next());
  return out;
}

data::Dictionaries Reader::dictionaries() { return read_dictionaries(engine_, roles_, stop_); }

void Reader::take_positive(const std::string& text) {
  build_risk_map(engine_, prepared_.find(roles_.risk_score)->type, text);
}

std::vector<data::Crossing> Reader::cross(const std::vector<data::Event>& events) {
  return read_crossings(engine_, roles_, events, stop_);
}

}  // namespace faultline::sql
