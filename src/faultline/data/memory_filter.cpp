#include "faultline/data/memory_filter.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

using Kind = Comparison::Kind;

/// -1, 0 or 1.
template <typename T>
int order_of(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

bool holds(Kind kind, int order) {
  switch (kind) {
    case Kind::equal:
    case Kind::among:
      return order == 0;
    case Kind::unequal:
    case Kind::not_among:
      return order != 0;
    case Kind::less:
      return order < 0;
    case Kind::at_most:
      return order <= 0;
    case Kind::more:
      return order > 0;
    case Kind::at_least:
      return order >= 0;
    case Kind::null:
    case Kind::not_null:
      break;
  }
  return false;
}

/// Whether a value that is there is inside: one of the list for `among`, otherwise as to each.
template <typename T>
bool inside(const T& value, Kind kind, const std::vector<T>& given) {
  const auto one = [&](const T& other) { return holds(kind, order_of(value, other)); };
  return kind == Kind::among ? std::any_of(given.begin(), given.end(), one)
                             : std::all_of(given.begin(), given.end(), one);
}

std::vector<double> numbers_of(const Comparison& condition) {
  std::vector<double> numbers;
  for (const std::string& text : condition.values) {
    const auto number = parse_double(text);
    if (!number) {
      throw ConfigError(fmt::format("`where`: the column '{}' holds numbers, and '{}' is none",
                                    condition.column, text));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::function<bool(std::size_t)> test_of(const MemoryColumn& column, const Comparison& condition) {
  if (condition.kind == Kind::null)
    return [&column](std::size_t row) { return column.missing(row); };
  if (condition.kind == Kind::not_null)
    return [&column](std::size_t row) { return !column.missing(row); };
  if (column.numbers) {
    return [&column, kind = condition.kind, given = numbers_of(condition)](std::size_t row) {
      const double value = column.number(row);
      return !std::isnan(value) && inside(value, kind, given);
    };
  }
  std::vector<bool> kept;
  for (const std::string& text : column.texts)
    kept.push_back(inside(text, condition.kind, condition.values));
  return [&column, kept](std::size_t row) {
    const std::int32_t code = (*column.codes)[row];
    return code >= 0 && kept[static_cast<std::size_t>(code)];
  };
}

std::int64_t people_of(const MemoryTable& table, const std::string& count) {
  if (count.empty() || table.columns.find(count) == nullptr)
    return static_cast<std::int64_t>(table.rows);
  const MemoryColumn& column = table.column(count);
  std::int64_t people = 0;
  for (std::size_t row = 0; row < table.rows; ++row) {
    const double number = column.number(row);
    // Bad counts are refused later; until then each is one person.
    people +=
        number >= 0 && number < 1e15 && number == std::floor(number) ? std::llrint(number) : 1;
  }
  return people;
}

template <typename T>
std::shared_ptr<const std::vector<T>> chosen(const std::vector<T>& from,
                                             const std::vector<std::size_t>& rows) {
  std::vector<T> out;
  out.reserve(rows.size());
  for (const std::size_t row : rows) out.push_back(from[row]);
  return std::make_shared<const std::vector<T>>(std::move(out));
}

}  // namespace

MemoryTable keep_rows(MemoryTable table, const std::vector<Comparison>& conditions,
                      const std::string& count) {
  std::vector<bool> kept(table.rows, true);
  for (const Comparison& condition : conditions) {
    const auto same = std::find_if(
        table.columns.columns.begin(), table.columns.columns.end(), [&](const ColumnInfo& column) {
          return lower_ascii(column.name) == lower_ascii(condition.column);  // as SQL takes names
        });
    if (same == table.columns.columns.end())
      throw_unknown_column("`where`", condition.column, table.columns.names());
    const auto test = test_of(table.column(same->name), condition);
    for (std::size_t row = 0; row < table.rows; ++row) kept[row] = kept[row] && test(row);
  }
  table.unfiltered = people_of(table, count);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (kept[row]) rows.push_back(row);
  }
  for (MemoryColumn& column : table.data) {
    if (column.numbers) column.numbers = chosen(*column.numbers, rows);
    if (column.codes) column.codes = chosen(*column.codes, rows);
  }
  table.rows = rows.size();
  return table;
}

}  // namespace faultline::data
