#include "faultline/data/memory_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/data/memory_filter.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The type that a CSV file with these values has.
std::string type_of(const Numbers& numbers) {
  bool any = false;
  bool whole = true;
  for (const double value : numbers) {
    if (std::isnan(value)) continue;
    any = true;
    whole = whole && value == std::floor(value) && std::abs(value) < 1e18;
  }
  return !any ? "VARCHAR" : whole ? "BIGINT" : "DOUBLE";
}

/// A column without values is text.
MemoryColumn without_values(std::size_t rows) {
  return {.type = "VARCHAR", .codes = std::make_shared<const Codes>(rows, -1)};
}

MemoryColumn without(const MemoryColumn& column, const std::vector<std::string>& spellings) {
  MemoryColumn out = column;
  if (column.numbers) {
    std::vector<double> gone;
    for (const std::string& spelling : spellings) {
      if (const auto number = parse_double(spelling)) gone.push_back(*number);
    }
    const auto is_gone = [&gone](double value) {
      return std::find(gone.begin(), gone.end(), value) != gone.end();
    };
    if (!gone.empty() && std::any_of(column.numbers->begin(), column.numbers->end(), is_gone)) {
      Numbers kept = *column.numbers;
      std::replace_if(kept.begin(), kept.end(), is_gone, kNone);
      out.numbers = std::make_shared<const Numbers>(std::move(kept));
    }
    out.type = type_of(*out.numbers);
    return out.type == "VARCHAR" ? without_values(column.numbers->size()) : out;
  }
  std::vector<bool> gone;
  gone.reserve(column.texts.size());
  for (const std::string& text : column.texts) {
    gone.push_back(std::find(spellings.begin(), spellings.end(), text) != spellings.end());
  }
  if (std::find(gone.begin(), gone.end(), true) != gone.end()) {
    Codes kept = *column.codes;
    for (std::int32_t& code : kept) {
      if (code >= 0 && gone[static_cast<std::size_t>(code)]) code = -1;
    }
    out.codes = std::make_shared<const Codes>(std::move(kept));
  }
  const bool any = std::any_of(out.codes->begin(), out.codes->end(),
                               [](std::int32_t code) { return code >= 0; });
  return any ? out : without_values(out.codes->size());
}

std::vector<double> quantile_cuts(const MemoryTable& table, const BinSpec& spec,
                                  const std::string& count) {
  const MemoryColumn* counts = nullptr;
  if (!count.empty()) {
    if (table.columns.find(count) == nullptr)
      throw_unknown_column("`count`", count, table.columns.names());
    counts = &table.column(count);
  }
  const Numbers& numbers = *table.column(spec.column).numbers;
  std::map<double, std::int64_t> people;
  std::int64_t all = 0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (std::isnan(numbers[row])) continue;
    std::int64_t here = 1;
    if (counts != nullptr) {
      // Bad counts are refused later, with their row.
      const double number = counts->number(row);
      here = number > 0 && number < 1e18 ? std::llrint(number) : 0;
    }
    if (here == 0) continue;
    people[numbers[row] + 0.0] += here;
    all += here;
  }
  QuantileCuts quantiles(all, spec.parts);
  for (const auto& [value, here] : people) quantiles.add(value, here);
  return quantiles.cuts();
}

std::vector<double> width_cuts_of(const MemoryColumn& column, int parts) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  for (const double value : *column.numbers) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  if (!(least <= greatest)) return {};
  return width_cuts(least, greatest, parts);
}

void add_bins(MemoryTable& table, const BinSpec& spec, const std::string& count) {
  const auto at = static_cast<std::size_t>(&column_to_cut(spec, table.columns, table.source.name) -
                                           table.columns.columns.data());
  MemoryColumn& column = table.data[at];
  std::vector<double> cuts = spec.cuts;
  if (spec.kind == BinSpec::Kind::quantile) cuts = quantile_cuts(table, spec, count);
  if (spec.kind == BinSpec::Kind::width) cuts = width_cuts_of(column, spec.parts);
  if (spec.kind != BinSpec::Kind::cuts) check_cuts(spec, cuts, table.source.name, table.notices);
  Codes codes;
  codes.reserve(table.rows);
  for (const double value : *column.numbers) {
    codes.push_back(std::isnan(value)
                        ? -1
                        : static_cast<std::int32_t>(
                              std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin()));
  }
  table.columns.unbinned.push_back({unbinned_name(spec.column), column.type});
  table.unbinned.push_back(column);
  column = {.type = "VARCHAR",
            .codes = std::make_shared<const Codes>(std::move(codes)),
            .texts = interval_labels(cuts)};
  table.columns.columns[at].type = column.type;
  table.columns.bin_labels[spec.column] = column.texts;
}

}  // namespace

bool MemoryColumn::missing(std::size_t row) const {
  return numbers ? std::isnan((*numbers)[row]) : (*codes)[row] < 0;
}

double MemoryColumn::number(std::size_t row) const { return numbers ? (*numbers)[row] : kNone; }

std::string MemoryColumn::text(std::size_t row) const {
  if (missing(row)) return "";
  return numbers ? number_text((*numbers)[row], type)
                 : texts[static_cast<std::size_t>((*codes)[row])];
}

MemoryColumn MemoryColumn::coded() const {
  if (!numbers) return *this;
  // Adding zero makes one number of 0 and -0.
  Numbers distinct;
  for (const double value : *numbers) {
    if (!std::isnan(value)) distinct.push_back(value + 0.0);
  }
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Codes found;
  found.reserve(numbers->size());
  for (const double value : *numbers) {
    found.push_back(
        std::isnan(value)
            ? -1
            : static_cast<std::int32_t>(std::lower_bound(distinct.begin(), distinct.end(), value) -
                                        distinct.begin()));
  }
  MemoryColumn out{.type = type, .codes = std::make_shared<const Codes>(std::move(found))};
  out.texts.reserve(distinct.size());
  for (const double value : distinct) out.texts.push_back(number_text(value, type));
  return out;
}

const MemoryColumn& MemoryTable::column(const std::string& name) const {
  if (const ColumnInfo* info = columns.find(name))
    return data[static_cast<std::size_t>(info - columns.columns.data())];
  const ColumnInfo* info = columns.find_also_unbinned(name);
  if (info == nullptr) throw InternalError(fmt::format("there is no column '{}'", name));
  return unbinned[static_cast<std::size_t>(info - columns.unbinned.data())];
}

std::string number_text(double value, const std::string& type) {
  if (type == "BIGINT") return fmt::format("{:.0f}", value + 0.0);
  std::string text = shortest(value);
  // "2" -> "2.0"; "1e+20", "inf" stay.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

bool is_number_text(std::string_view text) {
  if (text.find_first_not_of("+-0123456789.eE") != std::string_view::npos) return false;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('e') || text.starts_with('E')) return false;
  const auto value = parse_double(text);
  return value && std::isfinite(*value);
}

MemoryTable prepare(MemoryTable table, const InputOptions& input, const std::string& count) {
  std::vector<std::string> spellings;
  spellings.reserve(input.null_spellings.size());
  for (const std::string& spelling : input.null_spellings) spellings.emplace_back(trim(spelling));
  for (std::size_t i = 0; i < table.data.size(); ++i) {
    table.data[i] = without(table.data[i], spellings);
    table.columns.columns[i].type = table.data[i].type;
  }
  if (const auto conditions = parse_conditions(input.where))
    table = keep_rows(std::move(table), *conditions, count);
  for (const std::string& text : input.bins) add_bins(table, parse_bins(text), count);
  return table;
}

}  // namespace faultline::data
