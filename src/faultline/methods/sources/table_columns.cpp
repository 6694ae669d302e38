#include "faultline/methods/sources/table_columns.hpp"

#include <algorithm>
#include <map>

namespace faultline::methods {
namespace {

data::Attribute attribute_of(const model::Features& features,
                             const model::Features::Categorical& categorical) {
  data::Attribute attribute{.name = features.feature(categorical.first_column).covariate};
  for (int v = 0; v < categorical.values; ++v) {
    // "sex=Male" is the value "Male" of "sex".
    const std::string& name = features.feature(categorical.first_column + v).name;
    attribute.labels.push_back(name.substr(attribute.name.size() + 1));
  }
  return attribute;
}

template <typename T>
std::vector<T> rows_of(const std::vector<T>& values, std::span<const std::int64_t> rows) {
  std::vector<T> taken;
  taken.reserve(rows.size());
  for (const std::int64_t row : rows) taken.push_back(values[static_cast<std::size_t>(row)]);
  return taken;
}

/// `place` of a word in the new block; those without one are left out.
model::SparseBlock words_of(const model::SparseBlock& all,
                            const std::map<std::int32_t, std::int32_t>& place,
                            std::span<const std::int64_t> rows) {
  model::SparseBlock block;
  for (const auto& [inside, at] : place)
    block.names.push_back(all.names[static_cast<std::size_t>(inside)]);
  for (const std::int64_t row : rows) {
    const auto i = static_cast<std::size_t>(row);
    for (std::int64_t e = all.begin[i]; e < all.begin[i + 1]; ++e) {
      const model::FeatureEntry& entry = all.entries[static_cast<std::size_t>(e)];
      const auto found = place.find(entry.column);
      if (found == place.end()) continue;
      block.entries.push_back({.column = found->second, .value = entry.value});
    }
    block.begin.push_back(std::ssize(block.entries));
  }
  return block;
}

}  // namespace

std::vector<TableColumn> table_columns(const model::Features& features) {
  std::vector<TableColumn> columns;
  for (std::size_t b = 0; b < features.categorical().size(); ++b) {
    const int position = features.categorical()[b].first_column;
    columns.push_back({.kind = TableColumn::Kind::categorical,
                       .name = features.feature(position).covariate,
                       .block = b,
                       .position = position});
  }
  for (std::size_t b = 0; b < features.numbers().size(); ++b) {
    const int position = features.numbers()[b].column;
    columns.push_back({.kind = TableColumn::Kind::number,
                       .name = features.feature(position).covariate,
                       .block = b,
                       .position = position});
  }
  for (std::size_t b = 0; b < features.sparse().size(); ++b) {
    const model::Features::Sparse& text = features.sparse()[b];
    for (std::size_t w = 0; w < text.block.names.size(); ++w) {
      columns.push_back({.kind = TableColumn::Kind::word,
                         .name = text.block.names[w],
                         .block = b,
                         .inside = static_cast<std::int32_t>(w),
                         .position = text.first_column + static_cast<int>(w)});
    }
  }
  std::ranges::sort(columns, {}, &TableColumn::position);
  return columns;
}

void add_columns(const model::Features& from, std::span<const TableColumn> columns,
                 std::span<const std::int64_t> rows, model::Features& to) {
  std::map<std::size_t, std::map<std::int32_t, std::int32_t>> words;  // by text
  for (const TableColumn& column : columns) {
    switch (column.kind) {
      case TableColumn::Kind::categorical: {
        const auto& categorical = from.categorical()[column.block];
        to.add(attribute_of(from, categorical), rows_of(categorical.codes, rows));
        break;
      }
      case TableColumn::Kind::number:
        to.add(column.name, rows_of(from.numbers()[column.block].values, rows));
        break;
      case TableColumn::Kind::word:
        words[column.block].emplace(column.inside, 0);
        break;
    }
  }
  for (auto& [text, place] : words) {
    std::int32_t next = 0;
    for (auto& [inside, at] : place) at = next++;
    const model::Features::Sparse& sparse = from.sparse()[text];
    to.add(from.feature(sparse.first_column).covariate, words_of(sparse.block, place, rows));
  }
}

}  // namespace faultline::methods
