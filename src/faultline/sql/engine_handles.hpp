#pragma once
// What an engine is made of, for the two sources that speak the embedded engine's own language:
// engine.cpp and arrow_table.cpp.

#include <memory>

#include <duckdb.h>

#include "faultline/sql/engine.hpp"

namespace faultline::sql {

/// A database in memory; it goes with the last connection to it.
struct Database {
  duckdb_database handle = nullptr;
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { duckdb_close(&handle); }
};

struct Engine::Handles {
  std::shared_ptr<Database> database{};
  duckdb_connection connection = nullptr;
  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() { duckdb_disconnect(&connection); }
};

/// The error with the engine's words.
[[nodiscard]] EngineError engine_error(duckdb_error_type type, const char* message);

}  // namespace faultline::sql
