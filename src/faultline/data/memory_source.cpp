#include "faultline/data/memory_source.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/condition.hpp"
#include "faultline/data/memory_people.hpp"
#include "faultline/data/memory_table.hpp"
#include "faultline/data/table_summary.hpp"

namespace faultline::data {
namespace {

/// Blanks as CSV files have them around values.
std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Trims, merges and sorts the texts, and drops the empty one.
MemoryColumn text_column(const std::vector<std::string>& texts, Codes codes) {
  std::vector<std::string> sorted;
  for (const std::string& text : texts) {
    if (const auto inside = trimmed(text); !inside.empty()) sorted.emplace_back(inside);
  }
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  Codes now;
  for (const std::string& text : texts) {
    const auto inside = trimmed(text);
    now.push_back(inside.empty() ? -1
                                 : static_cast<std::int32_t>(
                                       std::lower_bound(sorted.begin(), sorted.end(), inside) -
                                       sorted.begin()));
  }
  for (std::int32_t& code : codes) {
    if (code >= 0) code = now[static_cast<std::size_t>(code)];
  }
  return {.type = "VARCHAR",
          .codes = std::make_shared<const Codes>(std::move(codes)),
          .texts = std::move(sorted)};
}

void refuse_what_needs_sql(const InputOptions& input) {
  if (!input.path.empty()) {
    throw ConfigError(fmt::format(
        "'{}' cannot be read: people are in memory here, without an engine for files", input.path));
  }
  validate(input);
  const bool where = !trim(input.where).empty() && !parse_conditions(input.where);
  if (where || !input.derive.empty()) {
    throw ConfigError(fmt::format(
        "{} is SQL, and people are in memory here, without an SQL engine; {} before",
        where ? "`where`" : "`derive`", where ? "leave the rows out" : "add the column"));
  }
}

}  // namespace

struct MemorySource::Given {
  SourceFacts facts{};
  std::vector<std::string> names{};
  std::vector<MemoryColumn> columns{};
  std::size_t rows = 0;

  void add(std::string name, std::size_t length, MemoryColumn column) {
    if (!columns.empty() && length != rows) {
      throw InputError(fmt::format("column '{}' has {} values, the columns before it {}", name,
                                   with_thousands(static_cast<std::int64_t>(length)),
                                   with_thousands(static_cast<std::int64_t>(rows))));
    }
    rows = length;
    names.push_back(std::move(name));
    columns.push_back(std::move(column));
  }
  /// Columns are shared, so this copies next to nothing.
  [[nodiscard]] MemoryTable table() const {
    MemoryTable out{.source = facts, .rows = rows, .data = columns};
    if (columns.empty()) throw InputError(fmt::format("{} has no columns", facts.name));
    for (std::string& name : usable_names(names, out.source.renamed))
      out.columns.columns.push_back({.name = std::move(name)});
    return out;
  }
};

MemorySource::MemorySource(std::string name, std::string title)
    : given_(std::make_unique<Given>()) {
  given_->facts.name = std::move(name);
  given_->facts.title = std::move(title);
  given_->facts.no_rows = "has no rows";
}
MemorySource::~MemorySource() = default;
MemorySource::MemorySource(MemorySource&&) noexcept = default;
MemorySource& MemorySource::operator=(MemorySource&&) noexcept = default;

void MemorySource::add_text(std::string name, const std::vector<std::string>& values) {
  std::unordered_map<std::string_view, std::int32_t> seen;
  std::vector<std::string> texts;
  Codes codes;
  codes.reserve(values.size());
  for (const std::string& value : values) {
    const auto [at, fresh] = seen.try_emplace(value, static_cast<std::int32_t>(texts.size()));
    if (fresh) texts.push_back(value);
    codes.push_back(at->second);
  }
  given_->add(std::move(name), values.size(), text_column(texts, std::move(codes)));
}

void MemorySource::add_text(std::string name, const std::vector<std::string>& texts,
                            const std::vector<std::int32_t>& codes) {
  add_coded(std::move(name), texts, codes, "VARCHAR");
}

void MemorySource::add_dates(std::string name, const std::vector<std::string>& texts,
                             const std::vector<std::int32_t>& codes, bool times) {
  add_coded(std::move(name), texts, codes, times ? "TIMESTAMP" : "DATE");
}

void MemorySource::add_coded(std::string name, const std::vector<std::string>& texts,
                             const std::vector<std::int32_t>& codes, const char* type) {
  for (const std::int32_t code : codes) {
    if (code >= 0 && static_cast<std::size_t>(code) >= texts.size()) {
      throw InputError(
          fmt::format("column '{}' holds position {} of a list of {}", name, code, texts.size()));
    }
  }
  MemoryColumn column = text_column(texts, codes);
  column.type = type;
  given_->add(std::move(name), codes.size(), std::move(column));
}

void MemorySource::add_numbers(std::string name, std::vector<double> values) {
  const std::size_t length = values.size();
  given_->add(std::move(name), length,
              {.numbers = std::make_shared<const Numbers>(std::move(values))});
}

void MemorySource::add_booleans(std::string name, const std::vector<std::int8_t>& values) {
  Codes codes;
  codes.reserve(values.size());
  for (const std::int8_t value : values) codes.push_back(value == 0 || value == 1 ? value : -1);
  given_->add(std::move(name), values.size(),
              {.type = "BOOLEAN",
               .codes = std::make_shared<const Codes>(std::move(codes)),
               .texts = {"false", "true"}});
}

std::int64_t MemorySource::rows() const { return static_cast<std::int64_t>(given_->rows); }

TableSummary MemorySource::summary(const InputOptions& input) const {
  refuse_what_needs_sql(input);
  return summarize(prepare(given_->table(), input, ""));
}

std::unique_ptr<People> MemorySource::open(const InputOptions& input, const RoleOptions& roles,
                                           const std::stop_token& stop) {
  refuse_what_needs_sql(input);
  validate(roles);
  return open_memory(prepare(given_->table(), input, roles.count), input, roles, stop);
}

std::unique_ptr<RowStream> MemorySource::rows(const InputOptions& input, const RoleOptions& roles,
                                              const std::string& id, const std::stop_token& stop) {
  refuse_what_needs_sql(input);
  return open_memory_rows(prepare(given_->table(), input, roles.count), input, roles, id, stop);
}

std::vector<std::string> MemorySource::column_names(const InputOptions& input,
                                                    const std::stop_token& /*stop*/) {
  refuse_what_needs_sql(input);
  return prepare(given_->table(), input, "").columns.names();
}

}  // namespace faultline::data
