#include "faultline/sql/rows.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/opening.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/origin.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/reader.hpp"
#include "faultline/sql/roles.hpp"
#include "faultline/sql/source.hpp"

namespace faultline::sql {
namespace {

constexpr const char* kRowNumber = "faultline number of the row";

}  // namespace

struct RowStream::State {
  explicit State(Engine opened) : engine(std::move(opened)) {}

  Source source{};  // outlives the engine, which may have its file open
  Engine engine;
  std::string select{};
  std::string positive{};
  std::string id_type{};
  bool with_id = false;
  bool with_outcome = false;
  bool with_sql = false;
  std::vector<bool> real{};  // [attribute]
  std::size_t numbers = 0;
  std::int64_t left_out = 0;
  std::vector<std::pair<std::string, double>> risk_scores{};

  void open(const Origin& origin, const data::InputOptions& input, data::RoleOptions options,
            const std::string& id, const std::stop_token& stop);
};

void RowStream::State::open(const Origin& origin, const data::InputOptions& input,
                            data::RoleOptions options, const std::string& id,
                            const std::stop_token& stop) {
  options = data::roles_of_rows(std::move(options));
  with_id = !id.empty();
  const std::size_t attributes = options.attributes.size();
  numbers = options.numbers.size();
  source = origin.open(
      engine, input,
      [&](const std::string& column) {
        return column == id || data::mentions(input, options, column);
      },
      stop);
  source.select = fmt::format("SELECT *, row_number() OVER () AS {} FROM ({})",
                              quote_name(kRowNumber), source.select);
  with_sql = !input.where.empty() || !input.derive.empty();
  Preparation prepared = prepare(engine, source, input, options.count, stop);
  // The views have it; for roles and messages it is not there.
  std::erase_if(prepared.columns,
                [](const ColumnInfo& column) { return column.name == kRowNumber; });
  if (with_id && prepared.find(id) == nullptr) throw_unknown_column("`id`", id, prepared.names());
  // The id travels as one more attribute: attributes are read as text, whatever they hold.
  const auto id_at =
      static_cast<std::size_t>(std::find(options.attributes.begin(), options.attributes.end(), id) -
                               options.attributes.begin());
  if (with_id && id_at == attributes) options.attributes.push_back(id);
  Reader reader(engine, source, prepared, !trim(input.where).empty(), stop, kRowNumber);
  const data::OpenedRows opened = data::open_rows(reader, input, options);
  const Roles& roles = opened.roles;
  left_out = opened.left_out;
  positive = opened.outcome_positive.value_or("");
  with_outcome = roles.outcome.has_value();

  // Attributes and outcome of the view are typed; their text is what dictionaries hold.
  std::vector<std::string> terms{"CAST(carried AS BIGINT)"};
  for (std::size_t a = 0; a < attributes; ++a) {
    const std::string& name = roles.attributes[a];
    const std::string& type = prepared.find(name)->type;
    real.push_back(is_numeric(type) && !data::is_whole(type) && !prepared.binned(name));
    terms.push_back(fmt::format("CAST(x{} AS VARCHAR)", a));
  }
  for (std::size_t i = 0; i < numbers; ++i) terms.push_back(fmt::format("v{}", i));
  std::string from = "people";
  if (!roles.risk_score.empty()) {
    for (const auto& row : engine.query("SELECT r, p FROM risk_map ORDER BY r")) {
      risk_scores.emplace_back(row.at(0).value_or(""),
                               parse_double(row.at(1).value_or("")).value_or(0));
    }
    from = "people JOIN risk_map USING (r)";
  }
  terms.emplace_back(!roles.has_prediction() ? "0.0::DOUBLE" : roles.score.empty() ? "p" : "s");
  if (with_outcome) terms.emplace_back("CAST(y AS VARCHAR)");
  if (with_id) {
    id_type = prepared.find(id)->type;
    terms.push_back(fmt::format("CAST(x{} AS VARCHAR)", id_at));
  }
  select = fmt::format("SELECT {} FROM {} WHERE {} ORDER BY 1", fmt::join(terms, ", "), from,
                       kept_condition(roles));
}

RowStream::RowStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
RowStream::~RowStream() = default;
RowStream::RowStream(RowStream&&) noexcept = default;
RowStream& RowStream::operator=(RowStream&&) noexcept = default;

RowStream RowStream::open(const Origin& origin, const data::InputOptions& input,
                          const data::RoleOptions& roles, const std::string& id,
                          const std::stop_token& stop) {
  origin.check(input);
  // One thread reads in the order of the file, which is what numbers rows.
  auto state = std::make_unique<State>(origin.engine(1));
  try {
    state->open(origin, input, roles, id, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state->source.name.empty() ? "the input" : state->source.name,
                        state->with_sql, state->source.text_path);
  }
  return RowStream(std::move(state));
}

RowStream RowStream::open(const data::InputOptions& input, const data::RoleOptions& roles,
                          const std::string& id, const std::stop_token& stop) {
  return open(FileOrigin(), input, roles, id, stop);
}

const std::string& RowStream::id_type() const { return state_->id_type; }
const std::vector<std::pair<std::string, double>>& RowStream::risk_scores() const {
  return state_->risk_scores;
}
std::int64_t RowStream::left_out() const { return state_->left_out; }

void RowStream::stream(const std::function<void(const data::Row&)>& receive,
                       const std::stop_token& stop) const {
  State& state = *state_;
  data::Row row;
  row.labels.resize(state.real.size());
  row.numbers.resize(state.numbers);
  const auto take = [&](const Chunk& chunk) {
    for (std::int64_t i = 0; i < chunk.size(); ++i) {
      int column = 0;
      const auto text = [&](int at) {
        return chunk.is_null(at, i) ? std::string_view{} : chunk.varchar(at, i);
      };
      row.number = chunk.bigint(column++)[i];
      for (std::size_t a = 0; a < row.labels.size(); ++a) {
        row.labels[a] = data::label_of(text(column++), state.real[a]);
      }
      for (double& value : row.numbers) value = chunk.real(column++)[i];
      row.score = chunk.real(column++)[i];
      if (state.with_outcome) row.outcome = text(column++) == state.positive;
      if (state.with_id) {
        row.id.reset();
        if (!chunk.is_null(column, i)) row.id = std::string(chunk.varchar(column, i));
      }
      receive(row);
    }
  };
  try {
    state.engine.stream(state.select, take, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state.source.name, state.with_sql, state.source.text_path);
  }
}

}  // namespace faultline::sql
