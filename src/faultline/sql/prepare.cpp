#include "faultline/sql/prepare.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/expression.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

constexpr const char* kRow = "faultline row number";

/// Numbers rows in the order of the source: the engine numbers them on one thread, whatever its
/// settings.
void build_source_view(Engine& engine, const Source& source, bool numbered) {
  engine.run(numbered ? fmt::format("CREATE OR REPLACE TEMP VIEW source AS SELECT *, row_number() "
                                    "OVER () AS {} FROM ({})",
                                    quote_name(kRow), source.select)
                      : "CREATE OR REPLACE TEMP VIEW source AS " + source.select);
}

class Builder {
 public:
  Builder(Engine& engine, const Source& source, const data::InputOptions& options,
          std::string count, std::stop_token stop)
      : engine_(engine),
        source_(source),
        options_(options),
        count_(std::move(count)),
        stop_(std::move(stop)) {}

  Preparation build() {
    try {
      build_source_view(engine_, source_, false);
      out_.view = "source";
      out_.columns = engine_.columns("source");
    } catch (const EngineError& error) {
      throw_reading_error(error, source_.name, false, source_.text_path);
    }
    for (const std::string& text : options_.derive) add_derived(data::parse_derive(text));
    out_.derived_view = out_.view;
    if (!trim(options_.where).empty()) {
      check_expression(engine_, "`where`", options_.where);
      step(fmt::format("SELECT * FROM {} WHERE ({}\n)", out_.view, options_.where), "`where`",
           options_.where);
    }
    for (const std::string& text : options_.bins) add_bins(data::parse_bins(text));
    return std::move(out_);
  }

 private:
  void step(const std::string& select, const std::string& option, const std::string& sql) {
    const std::string view = fmt::format("step{}", out_.statements.size());
    const std::string statement = fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}", view, select);
    try {
      engine_.run(statement);
      out_.columns = engine_.columns(view);
      std::erase_if(out_.columns, [this](const ColumnInfo& column) {
        return std::ranges::find(out_.unbinned, column.name, &ColumnInfo::name) !=
               out_.unbinned.end();
      });
    } catch (const EngineError& error) {
      throw_sql_error(error, option, sql, out_.names());
    }
    out_.statements.push_back(statement);
    out_.view = view;
  }

  /// The column's own spelling when SQL would take `name` for it.
  [[nodiscard]] const ColumnInfo* same_in_sql(const std::string& name) const {
    for (const ColumnInfo& column : out_.columns) {
      if (column.name.size() == name.size() && edit_distance(column.name, name) == 0)
        return &column;
    }
    return nullptr;
  }

  void add_derived(const data::Derived& derived) {
    check_expression(engine_, "`derive`", derived.sql);
    const ColumnInfo* old = same_in_sql(derived.name);
    const std::string name = quote_name(derived.name);
    if (old != nullptr) {
      out_.notices.push_back(data::Notice::note(
          fmt::format("`derive` replaces the column '{}'", old->name), old->name));
      step(fmt::format("SELECT * REPLACE (({}\n) AS {}) FROM {}", derived.sql,
                       quote_name(old->name), out_.view),
           "`derive`", derived.sql);
    } else {
      step(fmt::format("SELECT *, ({}\n) AS {} FROM {}", derived.sql, name, out_.view), "`derive`",
           derived.sql);
    }
  }

  void add_bins(const data::BinSpec& spec) {
    const ColumnInfo before = data::column_to_cut(spec, out_, source_.name);
    std::vector<double> cuts = spec.cuts;
    try {
      if (spec.kind == data::BinSpec::Kind::quantile) cuts = quantile_cuts(spec);
      if (spec.kind == data::BinSpec::Kind::width) cuts = width_cuts(spec);
    } catch (const EngineError& error) {
      throw_reading_error(error, source_.name, true, source_.text_path);
    }
    if (spec.kind != data::BinSpec::Kind::cuts)
      data::check_cuts(spec, cuts, source_.name, out_.notices);
    const std::vector<std::string> labels = data::interval_labels(cuts);
    const std::string name = quote_name(spec.column);
    std::string cases = fmt::format("CASE WHEN {0} IS NULL OR isnan({0}::DOUBLE) THEN NULL", name);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      cases += fmt::format(" WHEN {}::DOUBLE < {}::DOUBLE THEN {}", name, shortest(cuts[i]),
                           quote_text(labels[i]));
    }
    cases += fmt::format(" ELSE {} END", quote_text(labels.back()));
    out_.unbinned.push_back({data::unbinned_name(before.name), before.type});
    step(fmt::format("SELECT * REPLACE ({} AS {}), {} AS {} FROM {}", cases, name, name,
                     quote_name(out_.unbinned.back().name), out_.view),
         "`bins`", spec.column);
    out_.bin_labels[spec.column] = labels;
  }

  std::vector<double> quantile_cuts(const data::BinSpec& spec) {
    const std::string name = quote_name(spec.column);
    std::string people = "1";
    if (!count_.empty()) {
      const ColumnInfo* count = out_.find(count_);
      if (count == nullptr) throw_unknown_column("`count`", count_, out_.names());
      // Bad counts are refused later, with their row.
      people = fmt::format("greatest(0, coalesce(TRY_CAST({} AS BIGINT), 0))", quote_name(count_));
    }
    const std::string rows = fmt::format(
        "SELECT {}::DOUBLE + 0.0 AS value, {} AS people FROM {} WHERE {} IS NOT NULL AND NOT "
        "isnan({}::DOUBLE)",
        name, people, out_.view, name, name);
    const Rows total =
        engine_.query(fmt::format("SELECT coalesce(sum(people), 0) FROM ({})", rows), stop_);
    data::QuantileCuts quantiles(parse_integer(total.at(0).at(0).value_or("0")).value_or(0),
                                 spec.parts);
    engine_.stream(
        fmt::format("SELECT value, sum(people)::BIGINT FROM ({}) GROUP BY value HAVING sum(people) "
                    "> 0 ORDER BY value",
                    rows),
        [&quantiles](const Chunk& chunk) {
          const auto values = chunk.real(0);
          const auto counts = chunk.bigint(1);
          for (std::size_t i = 0; i < values.size(); ++i) quantiles.add(values[i], counts[i]);
        },
        stop_);
    return quantiles.cuts();
  }

  std::vector<double> width_cuts(const data::BinSpec& spec) {
    const std::string name = quote_name(spec.column);
    const Rows range = engine_.query(
        fmt::format(
            "SELECT min({0}::DOUBLE), max({0}::DOUBLE) FROM {1} WHERE isfinite({0}::DOUBLE)", name,
            out_.view),
        stop_);
    const auto least = parse_double(range.at(0).at(0).value_or(""));
    const auto greatest = parse_double(range.at(0).at(1).value_or(""));
    std::vector<double> cuts;
    if (least && greatest) cuts = data::width_cuts(*least, *greatest, spec.parts);
    return cuts;
  }

  Engine& engine_;
  const Source& source_;
  const data::InputOptions& options_;
  std::string count_;
  std::stop_token stop_;
  Preparation out_;
};

}  // namespace

Preparation prepare(Engine& engine, const Source& source, const data::InputOptions& options,
                    const std::string& count, const std::stop_token& stop) {
  return Builder(engine, source, options, count, stop).build();
}

std::optional<Located> locate(Engine& engine, const Source& source, const Preparation& prepared,
                              const std::string& column, const std::string& condition) {
  build_source_view(engine, source, true);
  for (const std::string& statement : prepared.statements) engine.run(statement);
  const Rows rows =
      engine.query(fmt::format("SELECT {0}, {1} FROM {2} WHERE {3} ORDER BY {0} LIMIT 1",
                               quote_name(kRow), quote_name(column), prepared.view, condition));
  if (rows.empty()) return std::nullopt;
  return Located{.row = rows.at(0).at(0).value_or("?"), .value = rows.at(0).at(1).value_or("NULL")};
}

}  // namespace faultline::sql
