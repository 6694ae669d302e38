#include "faultline/simulate/columns.hpp"

#include "faultline/base/error.hpp"
#include "faultline/simulate/named_subgroup.hpp"

namespace faultline::simulate {

std::vector<const data::CategoricalColumn*> categorical_columns(const data::Table& table) {
  std::vector<const data::CategoricalColumn*> columns;
  for (const auto& column : table.columns()) {
    if (const auto* categorical = std::get_if<data::CategoricalColumn>(&column))
      columns.push_back(categorical);
  }
  if (columns.empty() || table.rows() < 1) {
    throw InputError(
        "the covariates have no categorical column or no row; the generator needs both");
  }
  return columns;
}

std::vector<data::Attribute> attributes_of(
    const std::vector<const data::CategoricalColumn*>& columns) {
  std::vector<data::Attribute> attributes;
  attributes.reserve(columns.size());
  for (const auto* column : columns) attributes.push_back(column->attribute);
  return attributes;
}

std::vector<std::uint8_t> rows_with(const data::Table& table, const std::string& attribute,
                                    const std::string& value) {
  const data::CategoricalColumn& column = table.categorical(attribute);
  const Membership membership({{attribute, {value}}}, {column.attribute});
  std::vector<std::uint8_t> inside(column.codes.size());
  for (std::size_t row = 0; row < inside.size(); ++row)
    inside[row] = membership.contains(&column.codes[row]) ? 1 : 0;
  return inside;
}

}  // namespace faultline::simulate
