#pragma once
// A table at a glance, for whoever gives roles to its columns by hand: types, counts, missing
// values, small histograms, and the roles that names and values suggest.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/memory_table.hpp"

namespace faultline::data {

enum class ColumnKind { text, whole, number, boolean, date };
[[nodiscard]] std::span<const describe::Word> words(ColumnKind);

struct ListedValue {
  std::string label{};
  std::int64_t rows = 0;
};
[[nodiscard]] const describe::Object& description(const ListedValue*);

struct ColumnSummary {
  std::string name{};
  ColumnKind kind = ColumnKind::text;
  std::int64_t missing = 0;  // rows
  std::int64_t distinct = 0;
  /// All values in their order where there are few; else of text the most frequent ones.
  std::vector<ListedValue> values{};
  /// Of a number with more values: rows in parts of equal width between least and greatest.
  std::vector<std::int64_t> histogram{};
  double least = 0;
  double greatest = 0;
};
[[nodiscard]] const describe::Object& description(const ColumnSummary*);

/// Empty where nothing suggests a column.
struct SuggestedRoles {
  std::string outcome{};
  std::string score{};
  std::string risk_score{};
  std::string decision{};
  std::string threshold{};
  std::string treatment{};
  std::string count{};
  std::vector<std::string> protected_columns{};
};
[[nodiscard]] const describe::Object& description(const SuggestedRoles*);

struct TableSummary {
  std::int64_t rows = 0;
  std::vector<ColumnSummary> columns{};
  SuggestedRoles suggested{};
};
[[nodiscard]] const describe::Object& description(const TableSummary*);

/// Of a table that was prepared.
[[nodiscard]] TableSummary summarize(const MemoryTable& table);

/// From the names of columns and how many values they have; never from how they go together.
[[nodiscard]] SuggestedRoles suggest_roles(const std::vector<ColumnSummary>& columns);

}  // namespace faultline::data
