#include "faultline/sql/engine.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/engine_handles.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

EngineError::Kind kind_of(duckdb_error_type type) {
  switch (type) {
    case DUCKDB_ERROR_PARSER:
    case DUCKDB_ERROR_SYNTAX:
    case DUCKDB_ERROR_BINDER:
    case DUCKDB_ERROR_CATALOG:
    case DUCKDB_ERROR_PARAMETER_NOT_RESOLVED:
    case DUCKDB_ERROR_PARAMETER_NOT_ALLOWED:
      return EngineError::Kind::syntax;
    case DUCKDB_ERROR_INTERRUPT:
      return EngineError::Kind::interrupted;
    case DUCKDB_ERROR_OUT_OF_MEMORY:
      return EngineError::Kind::memory;
    case DUCKDB_ERROR_FATAL:
    case DUCKDB_ERROR_INTERNAL:
    case DUCKDB_ERROR_NULL_POINTER:
      return EngineError::Kind::internal;
    default:
      return EngineError::Kind::data;
  }
}

/// Owns a result and turns a failed one into EngineError.
class Result {
 public:
  Result() = default;
  ~Result() { duckdb_destroy_result(&result_); }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  duckdb_result* get() { return &result_; }
  [[noreturn]] void fail() {
    throw engine_error(duckdb_result_error_type(&result_), duckdb_result_error(&result_));
  }

 private:
  duckdb_result result_{};
};

class Statement {
 public:
  Statement(duckdb_connection connection, const std::string& sql) {
    if (duckdb_prepare(connection, sql.c_str(), &statement_) != DuckDBSuccess) {
      const char* message = duckdb_prepare_error(statement_);
      EngineError error{.kind = EngineError::Kind::syntax,
                        .message = message != nullptr ? message : "the engine gave no reason"};
      // Preparing also opens files; only what speaks of the SQL itself is a mistake in the SQL.
      for (const char* data : {"IO Error", "Invalid Input Error", "Conversion Error"}) {
        if (error.message.starts_with(data)) error.kind = EngineError::Kind::data;
      }
      if (error.message.starts_with("INTERNAL Error")) error.kind = EngineError::Kind::internal;
      duckdb_destroy_prepare(&statement_);
      throw error;
    }
  }
  ~Statement() {
    duckdb_destroy_pending(&pending_);
    duckdb_destroy_prepare(&statement_);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Starts the work; the result then delivers chunks while the engine still runs.
  void execute_streaming(Result& result) {
    if (duckdb_pending_prepared_streaming(statement_, &pending_) != DuckDBSuccess) {
      const char* message = duckdb_pending_error(pending_);
      throw EngineError{.kind = EngineError::Kind::data,
                        .message = message != nullptr ? message : "the engine gave no reason"};
    }
    if (duckdb_execute_pending(pending_, result.get()) != DuckDBSuccess) result.fail();
  }

 private:
  duckdb_prepared_statement statement_ = nullptr;
  duckdb_pending_result pending_ = nullptr;
};

class DuckChunk final : public Chunk {
 public:
  explicit DuckChunk(duckdb_data_chunk chunk) : chunk_(chunk) {}
  ~DuckChunk() override { duckdb_destroy_data_chunk(&chunk_); }
  DuckChunk(const DuckChunk&) = delete;
  DuckChunk& operator=(const DuckChunk&) = delete;

  [[nodiscard]] std::int64_t size() const override {
    return static_cast<std::int64_t>(duckdb_data_chunk_get_size(chunk_));
  }
  [[nodiscard]] std::span<const std::uint64_t> ubigint(int column) const override {
    return values<std::uint64_t>(column, DUCKDB_TYPE_UBIGINT);
  }
  [[nodiscard]] std::span<const std::int64_t> bigint(int column) const override {
    return values<std::int64_t>(column, DUCKDB_TYPE_BIGINT);
  }
  [[nodiscard]] std::span<const std::uint8_t> utinyint(int column) const override {
    return values<std::uint8_t>(column, DUCKDB_TYPE_UTINYINT);
  }
  [[nodiscard]] std::span<const double> real(int column) const override {
    return values<double>(column, DUCKDB_TYPE_DOUBLE);
  }
  [[nodiscard]] std::string_view varchar(int column, std::int64_t row) const override {
    duckdb_string_t& text = const_cast<duckdb_string_t&>(
        values<duckdb_string_t>(column, DUCKDB_TYPE_VARCHAR)[static_cast<std::size_t>(row)]);
    return {duckdb_string_t_data(&text), duckdb_string_t_length(text)};
  }
  [[nodiscard]] bool is_null(int column, std::int64_t row) const override {
    std::uint64_t* validity = duckdb_vector_get_validity(vector(column));
    return validity != nullptr && !duckdb_validity_row_is_valid(validity, static_cast<idx_t>(row));
  }
  [[nodiscard]] bool has_null(int column) const override {
    if (duckdb_vector_get_validity(vector(column)) == nullptr) return false;
    for (std::int64_t row = 0; row < size(); ++row) {
      if (is_null(column, row)) return true;
    }
    return false;
  }
  [[nodiscard]] int width() const {
    return static_cast<int>(duckdb_data_chunk_get_column_count(chunk_));
  }

 private:
  [[nodiscard]] duckdb_vector vector(int column) const {
    return duckdb_data_chunk_get_vector(chunk_, static_cast<idx_t>(column));
  }
  template <typename T>
  [[nodiscard]] std::span<const T> values(int column, duckdb_type wanted) const {
    duckdb_logical_type type = duckdb_vector_get_column_type(vector(column));
    const duckdb_type found = duckdb_get_type_id(type);
    duckdb_destroy_logical_type(&type);
    if (found != wanted) {
      throw InternalError(fmt::format("column {} of a query has engine type {}, expected {}",
                                      column, static_cast<int>(found), static_cast<int>(wanted)));
    }
    return {static_cast<const T*>(duckdb_vector_get_data(vector(column))),
            static_cast<std::size_t>(size())};
  }

  duckdb_data_chunk chunk_;
};

void connect(const Database& database, duckdb_connection& connection) {
  if (duckdb_connect(database.handle, &connection) != DuckDBSuccess)
    throw InternalError("the embedded SQL engine takes no further connection");
}

}  // namespace

EngineError engine_error(duckdb_error_type type, const char* message) {
  return {.kind = kind_of(type),
          .message = message != nullptr ? message : "the engine gave no reason"};
}

Engine::Engine(int threads) : handles_(std::make_unique<Handles>()) {
  handles_->database = std::make_shared<Database>();
  if (duckdb_open(nullptr, &handles_->database->handle) != DuckDBSuccess)
    throw InternalError("the embedded SQL engine does not start");
  connect(*handles_->database, handles_->connection);
  run("SET autoinstall_known_extensions = false");
  run("SET autoload_known_extensions = false");
  run("SET allow_community_extensions = false");
  run("SET preserve_insertion_order = false");
  run("SET enable_progress_bar = false");
  // Text compares by bytes, so that dictionaries do not depend on a locale.
  run("SET GLOBAL default_collation = ''");
  run("SET GLOBAL TimeZone = 'UTC'");
  std::error_code failed;
  const auto folder = std::filesystem::temp_directory_path(failed);
  if (!failed)
    run("SET temp_directory = " +
        quote_text((folder / fmt::format("faultline-engine-{}", ::getpid())).string()));
  if (threads > 0) run(fmt::format("SET threads = {}", threads));
}

Engine::Engine(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}

Engine Engine::another() const {
  auto handles = std::make_unique<Handles>();
  handles->database = handles_->database;
  connect(*handles->database, handles->connection);
  return Engine(std::move(handles));
}

void Engine::confine(const std::vector<std::string>& paths) {
  std::vector<std::string> quoted;
  quoted.reserve(paths.size());
  for (const std::string& path : paths) quoted.push_back(quote_text(path));
  run(fmt::format("SET allowed_paths = [{}]", fmt::join(quoted, ", ")));
  run("SET enable_external_access = false");
  run("SET lock_configuration = true");
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::run(const std::string& sql, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] { duckdb_interrupt(handles_->connection); });
  if (stop.stop_requested())
    throw EngineError{.kind = EngineError::Kind::interrupted, .message = "stopped"};
  Result result;
  if (duckdb_query(handles_->connection, sql.c_str(), result.get()) != DuckDBSuccess) result.fail();
}

void Engine::stream(const std::string& sql, const std::function<void(const Chunk&)>& receive,
                    const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] { duckdb_interrupt(handles_->connection); });
  if (stop.stop_requested())
    throw EngineError{.kind = EngineError::Kind::interrupted, .message = "stopped"};
  Statement statement(handles_->connection, sql);
  Result result;
  statement.execute_streaming(result);
  while (duckdb_data_chunk next = duckdb_fetch_chunk(*result.get())) {
    const DuckChunk chunk(next);
    if (chunk.size() == 0) break;
    if (stop.stop_requested())
      throw EngineError{.kind = EngineError::Kind::interrupted, .message = "stopped"};
    receive(chunk);
  }
  if (duckdb_result_error(result.get()) != nullptr) result.fail();
}

Rows Engine::query(const std::string& sql, const std::stop_token& stop) {
  Rows rows;
  const auto receive = [&rows](const Chunk& chunk) {
    const int width = static_cast<const DuckChunk&>(chunk).width();
    for (std::int64_t row = 0; row < chunk.size(); ++row) {
      auto& cells = rows.emplace_back(static_cast<std::size_t>(width));
      for (int column = 0; column < width; ++column) {
        if (!chunk.is_null(column, row))
          cells[static_cast<std::size_t>(column)] = chunk.varchar(column, row);
      }
    }
  };
  stream("SELECT COLUMNS(*)::VARCHAR FROM (" + sql + "\n)", receive, stop);
  return rows;
}

std::vector<ColumnInfo> Engine::columns(const std::string& table) {
  std::vector<ColumnInfo> found;
  for (const auto& row : query("SELECT column_name, column_type FROM (DESCRIBE " + table + ")")) {
    found.push_back({.name = row.at(0).value_or(""), .type = row.at(1).value_or("")});
  }
  return found;
}

}  // namespace faultline::sql
