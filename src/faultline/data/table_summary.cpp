#include "faultline/data/table_summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

// As many as a scanned column may have, so that whatever can be a group is listed with its people.
constexpr std::int64_t kListedValues = 20;
constexpr std::size_t kFrequentValues = 8;
constexpr std::size_t kParts = 24;

ColumnKind kind_of(const std::string& type) {
  if (type == "BIGINT") return ColumnKind::whole;
  if (type == "DOUBLE") return ColumnKind::number;
  if (type == "BOOLEAN") return ColumnKind::boolean;
  return type == "VARCHAR" ? ColumnKind::text : ColumnKind::date;
}

void add_histogram(const Numbers& numbers, ColumnSummary& out) {
  out.least = std::numeric_limits<double>::infinity();
  out.greatest = -out.least;
  for (const double value : numbers) {
    if (!std::isfinite(value)) continue;
    out.least = std::min(out.least, value);
    out.greatest = std::max(out.greatest, value);
  }
  if (!(out.least < out.greatest)) return;
  out.histogram.assign(kParts, 0);
  const double width = (out.greatest - out.least) / static_cast<double>(kParts);
  for (const double value : numbers) {
    if (!std::isfinite(value)) continue;
    const auto part = static_cast<std::size_t>((value - out.least) / width);
    ++out.histogram[std::min(part, kParts - 1)];
  }
}

ColumnSummary summary_of(const ColumnInfo& info, const MemoryColumn& column, std::size_t rows) {
  ColumnSummary out{.name = info.name, .kind = kind_of(info.type)};
  const MemoryColumn coded = column.coded();
  std::vector<std::int64_t> rows_with(coded.texts.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t code = (*coded.codes)[row];
    if (code < 0)
      ++out.missing;
    else
      ++rows_with[static_cast<std::size_t>(code)];
  }
  for (std::size_t i = 0; i < rows_with.size(); ++i) {
    if (rows_with[i] == 0) continue;
    ++out.distinct;
    // Of a number with very many values nobody reads a list.
    if (!column.numbers || out.distinct <= kListedValues + 1)
      out.values.push_back({.label = coded.texts[i], .rows = rows_with[i]});
  }
  if (out.distinct <= kListedValues) return out;
  if (column.numbers) {
    out.values.clear();
    add_histogram(*column.numbers, out);
  } else {
    std::stable_sort(out.values.begin(), out.values.end(),
                     [](const ListedValue& a, const ListedValue& b) { return a.rows > b.rows; });
    out.values.resize(kFrequentValues);
  }
  return out;
}

}  // namespace

std::span<const describe::Word> words(ColumnKind) {
  using describe::word;
  static constexpr std::array<describe::Word, 5> kWords{
      {word(ColumnKind::text, "text", "Text"), word(ColumnKind::whole, "whole", "Whole numbers"),
       word(ColumnKind::number, "number", "Numbers"),
       word(ColumnKind::boolean, "boolean", "True or false"),
       word(ColumnKind::date, "date", "Dates or times")}};
  return kWords;
}

const describe::Object& description(const ListedValue*) {
  using describe::member;
  static const describe::Object object{"A value and how many rows have it",
                                       {member<&ListedValue::label>("label", "The value"),
                                        member<&ListedValue::rows>("rows", "Rows with it")}};
  return object;
}

const describe::Object& description(const ColumnSummary*) {
  using describe::member;
  static const describe::Object object{
      "A column at a glance",
      {member<&ColumnSummary::name>("name", "Its name"),
       member<&ColumnSummary::kind>("kind", "What its values are"),
       member<&ColumnSummary::missing>("missing", "Rows without a value"),
       member<&ColumnSummary::distinct>("distinct", "Different values"),
       member<&ColumnSummary::values>("values", "Values with their rows, where there are few"),
       member<&ColumnSummary::histogram>("histogram", "Rows in parts of equal width"),
       member<&ColumnSummary::least>("least", "Where the first part begins"),
       member<&ColumnSummary::greatest>("greatest", "Where the last part ends")}};
  return object;
}

const describe::Object& description(const SuggestedRoles*) {
  using describe::member;
  static const describe::Object object{
      "Roles that names and values suggest, as the options of a spec",
      {member<&SuggestedRoles::outcome>("outcome", "What happened"),
       member<&SuggestedRoles::score>("score", "Predicted probability"),
       member<&SuggestedRoles::risk_score>("risk_score", "Score in steps"),
       member<&SuggestedRoles::decision>("decision", "What was decided"),
       member<&SuggestedRoles::threshold>("threshold", "Where the prediction decides"),
       member<&SuggestedRoles::treatment>("treatment", "Who was treated"),
       member<&SuggestedRoles::count>("count", "People per row"),
       member<&SuggestedRoles::protected_columns>("protected", "Groups to compare")}};
  return object;
}

const describe::Object& description(const TableSummary*) {
  using describe::member;
  static const describe::Object object{
      "A table at a glance",
      {member<&TableSummary::rows>("rows", "How many rows it has"),
       member<&TableSummary::columns>("columns", "Its columns, in their order"),
       member<&TableSummary::suggested>("suggested", "Roles that seem likely")}};
  return object;
}

TableSummary summarize(const MemoryTable& table) {
  TableSummary out{.rows = static_cast<std::int64_t>(table.rows)};
  for (std::size_t i = 0; i < table.data.size(); ++i)
    out.columns.push_back(summary_of(table.columns.columns[i], table.data[i], table.rows));
  out.suggested = suggest_roles(out.columns);
  return out;
}

}  // namespace faultline::data
