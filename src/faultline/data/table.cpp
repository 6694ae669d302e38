#include "faultline/data/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

const std::string& name_of(const Table::Column& column) {
  if (const auto* categorical = std::get_if<CategoricalColumn>(&column))
    return categorical->attribute.name;
  return std::get<NumericColumn>(column).name;
}

template <typename Kind>
const Kind& find(const std::vector<Table::Column>& columns, std::string_view name,
                 const char* kind) {
  std::vector<std::string> names;
  for (const Table::Column& column : columns) {
    const auto* typed = std::get_if<Kind>(&column);
    if (typed == nullptr) continue;
    if (name_of(column) == name) return *typed;
    names.push_back(name_of(column));
  }
  const auto nearest = nearest_name(name, names);
  throw InputError(fmt::format("there is no {} column '{}'{}", kind, name,
                               nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
}

[[noreturn]] void refuse(const std::string& column, std::size_t row, double value,
                         const char* wanted) {
  throw InputError(
      fmt::format("column '{}', row {}: {} is not {}", column, row + 1, value, wanted));
}

std::vector<std::uint8_t> binary(const Table& table, const std::string& name) {
  std::vector<std::uint8_t> values;
  if (name.empty()) return values;
  const NumericColumn& column = table.numeric(name);
  values.reserve(column.values.size());
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    const double value = column.values[row];
    if (value != 0 && value != 1) refuse(name, row, value, "0 or 1");
    values.push_back(value == 1 ? 1 : 0);
  }
  return values;
}

}  // namespace

void Table::check_new(const std::string& name, std::int64_t length) {
  for (const Column& column : columns_) {
    if (name_of(column) == name)
      throw InputError(fmt::format("there are two columns named '{}'", name));
  }
  if (rows_ >= 0 && rows_ != length) {
    throw InputError(fmt::format("column '{}' has {} rows, the table {}", name, length, rows_));
  }
  rows_ = length;
}

void Table::add(CategoricalColumn column) {
  check_new(column.attribute.name, static_cast<std::int64_t>(column.codes.size()));
  for (const Code code : column.codes) {
    if (code >= column.attribute.labels.size()) {
      throw InputError(fmt::format("column '{}' holds code {} outside its dictionary of {}",
                                   column.attribute.name, code, column.attribute.labels.size()));
    }
  }
  columns_.emplace_back(std::move(column));
}

void Table::add(NumericColumn column) {
  check_new(column.name, static_cast<std::int64_t>(column.values.size()));
  columns_.emplace_back(std::move(column));
}

const CategoricalColumn& Table::categorical(std::string_view name) const {
  return find<CategoricalColumn>(columns_, name, "categorical");
}

const NumericColumn& Table::numeric(std::string_view name) const {
  return find<NumericColumn>(columns_, name, "numeric");
}

CategoricalColumn make_categorical(std::string name, const std::vector<std::string>& values) {
  std::map<std::string, Code> codes;
  for (const std::string& value : values)
    codes.emplace(value.empty() ? kMissingLabel : value, Code{0});
  CategoricalColumn column;
  column.attribute.name = std::move(name);
  for (auto& [label, code] : codes) {
    code = static_cast<Code>(column.attribute.labels.size());
    column.attribute.labels.push_back(label);
  }
  column.codes.reserve(values.size());
  for (const std::string& value : values)
    column.codes.push_back(codes.at(value.empty() ? kMissingLabel : value));
  return column;
}

Profiles make_profiles(const Table& table, const ProfileRoles& roles) {
  std::vector<Attribute> attributes;
  ProfileBatch batch;
  batch.size = std::max<std::int64_t>(table.rows(), 0);
  for (const std::string& name : roles.attributes) {
    const CategoricalColumn& column = table.categorical(name);
    attributes.push_back(column.attribute);
    batch.codes.emplace_back(column.codes);
  }
  if (!roles.prediction.empty()) {
    const std::vector<double>& values = table.numeric(roles.prediction).values;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!(values[row] >= 0 && values[row] <= 1)) {
        refuse(roles.prediction, row, values[row], "a probability between 0 and 1");
      }
    }
    batch.prediction = values;
  }
  for (const std::string& name : roles.numbers) {
    const std::vector<double>& values = table.numeric(name).values;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!std::isfinite(values[row])) refuse(name, row, values[row], "a finite number");
    }
    batch.numbers.emplace_back(values);
  }
  const std::vector<std::uint8_t> outcome = binary(table, roles.outcome);
  const std::vector<std::uint8_t> decision = binary(table, roles.decision);
  batch.outcome = outcome;
  batch.decision = decision;
  std::vector<std::int64_t> counts(static_cast<std::size_t>(batch.size), 1);
  if (!roles.count.empty()) {
    const std::vector<double>& values = table.numeric(roles.count).values;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!(values[row] >= 0) || values[row] != std::floor(values[row])) {
        refuse(roles.count, row, values[row], "a count (a whole number, 0 or more)");
      }
      counts[row] = static_cast<std::int64_t>(values[row]);
    }
  }
  batch.count = counts;
  ProfilesBuilder builder(std::move(attributes), roles.numbers);
  builder.add(batch);
  return std::move(builder).finish();
}

}  // namespace faultline::data
