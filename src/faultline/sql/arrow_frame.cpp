#include "faultline/sql/arrow_frame.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/sql/arrow_table.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/files.hpp"
#include "faultline/sql/origin.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::sql {
namespace {

constexpr const char* kName = "the data frame";

/// The table's columns under their names and types; texts as a CSV file would give them.
std::string select_from(Engine& engine, const ArrowTable& table) {
  std::vector<std::string> untidy;
  for (const ArrowColumn& column : table.columns) {
    if (column.stored.empty() || column.type.stored != "VARCHAR") continue;
    // Whether trimming would change a text, without trimming it, which takes five times as long.
    untidy.push_back(
        fmt::format("coalesce(bool_or({0} = '' OR {0} LIKE ' %' OR {0} LIKE '% ' OR {0} LIKE "
                    "E'\\t%' OR {0} LIKE E'%\\t'), false) AS {0}",
                    column.stored));
  }
  // Trimming costs on every pass, so it is done where there is something to trim.
  Rows found;
  if (!untidy.empty())
    found = engine.query(fmt::format("SELECT {} FROM {}", fmt::join(untidy, ", "), table.name));
  std::vector<std::string> terms;
  std::size_t text = 0;
  for (const ArrowColumn& column : table.columns) {
    if (column.stored.empty() && !column.type.all_null) continue;
    const std::string name = quote_name(column.name);
    if (column.type.all_null) {
      terms.push_back(fmt::format("CAST(NULL AS VARCHAR) AS {}", name));
    } else if (column.type.stored == "VARCHAR") {
      const bool tidy = found.at(0).at(text++) != "true";
      terms.push_back(
          tidy ? fmt::format("{} AS {}", column.stored, name)
               : fmt::format("nullif(trim({}, E' \\t'), '') AS {}", column.stored, name));
    } else if (column.type.seen == column.type.stored) {
      terms.push_back(fmt::format("{} AS {}", column.stored, name));
    } else {
      terms.push_back(fmt::format("CAST({} AS {}) AS {}", column.stored, column.type.seen, name));
    }
  }
  if (terms.empty()) throw InputError(fmt::format("{} has no column that can be used", kName));
  return fmt::format("SELECT {} FROM {}", fmt::join(terms, ", "), table.name);
}

}  // namespace

class ArrowFrame::LoadedFrame final : public Origin {
 public:
  LoadedFrame(ArrowArrayStream* stream, const FrameOptions& options, const std::stop_token& stop)
      : engine_(options.threads) {
    try {
      // Or rows would be stored in any order, and their numbers would not be those of the frame.
      engine_.run("SET preserve_insertion_order = true");
      table_ = load_arrow(engine_, stream, options.wanted, stop);
      engine_.run("SET preserve_insertion_order = false");
      select_ = select_from(engine_, table_);
      engine_.confine({});
    } catch (const EngineError& error) {
      throw_reading_error(error, kName, false, "");
    }
  }

  void check(const data::InputOptions& input) const override { validate(input); }
  [[nodiscard]] Engine engine(int /*threads*/) const override { return engine_.another(); }
  [[nodiscard]] sql::Source open(Engine& engine, const data::InputOptions& input,
                                 const std::function<bool(const std::string&)>& needed,
                                 const std::stop_token& /*stop*/) const override {
    sql::Source source;
    source.name = kName;
    source.title = "data frame";
    source.no_rows = "has no rows";
    source.renamed = table_.renamed;
    for (const ArrowColumn& column : table_.columns) {
      if (!column.type.stored.empty()) continue;
      source.unreadable.push_back({.name = column.name, .words = column.type.words});
    }
    (void)needed;
    std::vector<std::string> spellings;
    spellings.reserve(input.null_spellings.size());
    for (const std::string& spelling : input.null_spellings) spellings.emplace_back(trim(spelling));
    source.select = without_missing(engine, select_, spellings);
    return source;
  }

 private:
  Engine engine_;
  ArrowTable table_;
  std::string select_;
};

ArrowFrame::ArrowFrame(ArrowArrayStream* stream, const FrameOptions& options,
                       const std::stop_token& stop)
    : loaded_(std::make_unique<LoadedFrame>(stream, options, stop)) {}
ArrowFrame::~ArrowFrame() = default;

std::unique_ptr<data::People> ArrowFrame::open(const data::InputOptions& input,
                                               const data::RoleOptions& roles,
                                               const std::stop_token& stop) {
  if (!input.path.empty()) return Files().open(input, roles, stop);
  return std::make_unique<People>(People::open(*loaded_, input, roles, stop));
}

std::unique_ptr<data::RowStream> ArrowFrame::rows(const data::InputOptions& input,
                                                  const data::RoleOptions& roles,
                                                  const std::string& id,
                                                  const std::stop_token& stop) {
  if (!input.path.empty()) return Files().rows(input, roles, id, stop);
  return std::make_unique<RowStream>(RowStream::open(*loaded_, input, roles, id, stop));
}

std::vector<std::string> ArrowFrame::column_names(const data::InputOptions& input,
                                                  const std::stop_token& stop) {
  if (!input.path.empty()) return Files().column_names(input, stop);
  return sql::column_names(*loaded_, input, stop);
}

}  // namespace faultline::sql
