// Many rows with continuous predictions: 8 attributes of 5 values, n rows in a Parquet file. Prints
// the time to read and group in the engine alone (the rival), to read, fold and order on our side,
// to scan with 10 restarts, and the peak memory.
//   large_bench N FOLDER engine|faultline      (two processes, because peak memory is the
//   process's)

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <duckdb.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/sql/people.hpp"

namespace {

using namespace faultline;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void execute(duckdb_connection connection, const std::string& sql) {
  duckdb_result result;
  if (duckdb_query(connection, sql.c_str(), &result) == DuckDBError) {
    const std::string message = duckdb_result_error(&result);
    duckdb_destroy_result(&result);
    throw std::runtime_error(message);
  }
  duckdb_destroy_result(&result);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

const std::string kAttributes = "a1, a2, a3, a4, a5, a6, a7, a8";

/// Rows made by hashing the row number: the same file everywhere. In a1 = v0 and a2 = v1 the
/// outcome is rarer than predicted.
std::string make_sql(std::int64_t n, const std::string& file) {
  std::string columns;
  for (int a = 1; a <= 8; ++a)
    columns += fmt::format("'v' || (hash(i * 17 + {}) % 5)::VARCHAR AS a{}, ", a, a);
  return fmt::format(
      "COPY (WITH rows AS (SELECT {} 0.02 + 0.96 * (hash(i * 31 + 7) % 1000003) / 1000003.0 AS p, "
      "(hash(i * 13 + 5) % 1000003) / 1000003.0 AS u FROM range({}) r(i)) SELECT {}, p, "
      "CASE WHEN u < (CASE WHEN a1 = 'v0' AND a2 = 'v1' THEN 0.8 * p ELSE p END) THEN 1 ELSE 0 END "
      "AS y FROM rows) "
      "TO '{}' (FORMAT parquet)",
      columns, n, kAttributes, file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::strtoll(argv[1], nullptr, 10) : 100'000;
  const std::filesystem::path folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path();
  const std::string file = (folder / fmt::format("faultline_bench_{}.parquet", n)).string();
  const bool engine_only = argc > 3 && std::string(argv[3]) == "engine";
  if (engine_only || !std::filesystem::exists(file)) {
    duckdb_database database;
    duckdb_connection connection;
    if (duckdb_open(nullptr, &database) == DuckDBError ||
        duckdb_connect(database, &connection) == DuckDBError)
      return 1;
    if (!std::filesystem::exists(file)) execute(connection, make_sql(n, file));
    const auto grouping = Clock::now();
    execute(connection, fmt::format("CREATE TEMP TABLE grouped AS SELECT {0}, y, p, count(*) AS n "
                                    "FROM '{1}' GROUP BY {0}, y, p",
                                    kAttributes, file));
    fmt::print("n = {:>10}   engine alone, read and group: {:7.2f} s, peak {:6.0f} MB\n", n,
               since(grouping), peak_megabytes());
    duckdb_disconnect(&connection);
    duckdb_close(&database);
  }
  if (engine_only) return 0;
  const auto opening = Clock::now();
  data::InputOptions input;
  input.path = file;
  data::RoleOptions roles;
  roles.outcome = "y";
  roles.score = "p";
  const sql::People people = sql::People::open(input, roles);
  const double open_seconds = since(opening);
  const auto folding = Clock::now();
  search::BernoulliCellsBuilder builder(people.attributes(), !people.many_predictions());
  people.stream(builder);
  const search::BernoulliCells cells = std::move(builder).finish();
  const double fold_seconds = since(folding);
  const auto scanning = Clock::now();
  methods::BiasScanOptions options;
  options.directions = {search::Direction::lower};
  options.replicates = 0;
  options.restarts = 10;
  options.strategy = search::Strategy::ascent;
  const methods::BiasScanResult result = methods::bias_scan(
      {.cells = cells,
       .send_again = [&](const search::Subgroup& subgroup,
                         data::ProfileSink& sink) { people.stream_subgroup(subgroup.sets, sink); }},
      options);
  const methods::Finding& finding = result.findings.front();
  fmt::print(
      "                 Faultline: check {:.2f} s, order and fold {:.2f} s, scan (10 restarts) "
      "{:.2f} s; {} cells; peak {:.0f} MB\n",
      open_seconds, fold_seconds, since(scanning), cells.cells(), peak_megabytes());
  fmt::print("                 found: {}  (score {:.3f}, {} of {} restarts)\n", finding.text,
             finding.score, *finding.search.hits, *finding.search.restarts);
  return finding.text.empty() ? 1 : 0;
}
