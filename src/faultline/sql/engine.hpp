#pragma once
// The one adapter to the embedded SQL engine (DuckDB's C API); only engine.cpp and arrow_table.cpp
// see its header. An engine is a connection to an in-memory database that installs and loads
// nothing, so it works without a network. For use inside sql/ only.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/columns.hpp"

namespace faultline::sql {

/// What the engine objects to; callers turn it into an InputError that speaks of the user's file or
/// option.
struct EngineError {
  enum class Kind { syntax, data, memory, interrupted, internal };
  Kind kind = Kind::data;
  std::string message{};  // as the engine gives it, many lines
};

/// A batch of a streamed result: views that hold during the call.
class Chunk {
 public:
  virtual ~Chunk() = default;
  [[nodiscard]] virtual std::int64_t size() const = 0;
  /// The column's values; the SQL type must be the one of the function's name. Places that are NULL
  /// hold anything.
  [[nodiscard]] virtual std::span<const std::uint64_t> ubigint(int column) const = 0;
  [[nodiscard]] virtual std::span<const std::int64_t> bigint(int column) const = 0;
  [[nodiscard]] virtual std::span<const std::uint8_t> utinyint(int column) const = 0;
  [[nodiscard]] virtual std::span<const double> real(int column) const = 0;
  [[nodiscard]] virtual std::string_view varchar(int column, std::int64_t row) const = 0;
  [[nodiscard]] virtual bool is_null(int column, std::int64_t row) const = 0;
  [[nodiscard]] virtual bool has_null(int column) const = 0;
};

/// A cell of a small result: text, or NULL.
using Cell = std::optional<std::string>;
using Rows = std::vector<std::vector<Cell>>;

using data::ColumnInfo;

class Engine {
 public:
  /// threads 0 means all. Throws InternalError when the engine does not start.
  explicit Engine(int threads);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// One more connection to the same database with the same settings: it sees the tables, but not
  /// the temporary views and tables of others, and may be used on another thread.
  [[nodiscard]] Engine another() const;

  /// From now on the engine reads these files and its own temporary folder and nothing else on the
  /// machine, and no setting can change. Databases that are attached stay so. There is no way back.
  void confine(const std::vector<std::string>& paths);

  /// All of these throw EngineError.
  void run(const std::string& sql, const std::stop_token& stop = {});
  /// A small result as text, in the order of the SQL's ORDER BY.
  [[nodiscard]] Rows query(const std::string& sql, const std::stop_token& stop = {});
  /// A result of any size, batch by batch, never held as a whole on our side.
  void stream(const std::string& sql, const std::function<void(const Chunk&)>& receive,
              const std::stop_token& stop = {});
  /// Names and types of the columns of a table or view.
  [[nodiscard]] std::vector<ColumnInfo> columns(const std::string& table);

  /// For the sources that speak the embedded engine's own language.
  struct Handles;
  [[nodiscard]] Handles& handles() { return *handles_; }

 private:
  explicit Engine(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace faultline::sql
