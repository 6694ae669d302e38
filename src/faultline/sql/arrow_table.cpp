#include "faultline/sql/arrow_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <duckdb.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/engine_handles.hpp"
#include "faultline/sql/error_text.hpp"

namespace faultline::sql {
namespace {

constexpr const char* kTable = "frame";

/// A structure of the Arrow interfaces that is released once, by whoever holds it last.
template <typename T>
class OwnedStructure {
 public:
  OwnedStructure() = default;
  ~OwnedStructure() {
    if (value.release != nullptr) value.release(&value);
  }
  OwnedStructure(const OwnedStructure&) = delete;
  OwnedStructure& operator=(const OwnedStructure&) = delete;

  T value{};
};

/// The stream, moved out of the caller's structure as the interface asks.
class Stream {
 public:
  explicit Stream(ArrowArrayStream* from) {
    if (from == nullptr || from->release == nullptr)
      throw InputError("the data frame was read before; its stream can be read once");
    stream_.value = *from;
    from->release = nullptr;
  }
  void schema(ArrowSchema& out) { check(stream_.value.get_schema(&stream_.value, &out)); }
  /// False at the end.
  bool next(ArrowArray& out) {
    check(stream_.value.get_next(&stream_.value, &out));
    return out.release != nullptr;
  }

 private:
  void check(int code) {
    if (code == 0) return;
    const char* reason = stream_.value.get_last_error != nullptr
                             ? stream_.value.get_last_error(&stream_.value)
                             : nullptr;
    if (reason == nullptr || *reason == '\0') reason = std::strerror(code);
    throw InputError(fmt::format("the data frame cannot be read to its end: {}",
                                 one_line(std::string_view(reason))));
  }
  static std::string one_line(std::string_view text) {
    std::string line(text.substr(0, text.find('\n')));
    while (!line.empty() && (line.back() == '.' || line.back() == ' ' || line.back() == '\r'))
      line.pop_back();
    return line;
  }

  OwnedStructure<ArrowArrayStream> stream_;
};

void check(duckdb_error_data error) {
  if (error == nullptr) return;
  if (!duckdb_error_data_has_error(error)) {
    duckdb_destroy_error_data(&error);
    return;
  }
  const EngineError thrown =
      engine_error(duckdb_error_data_error_type(error), duckdb_error_data_message(error));
  duckdb_destroy_error_data(&error);
  throw thrown;
}

/// The loaded columns of the schema as a schema of its own that borrows everything.
class ConvertedSchema {
 public:
  ConvertedSchema(duckdb_connection connection, const ArrowSchema& schema,
                  const std::vector<std::size_t>& columns) {
    children_.reserve(columns.size());
    for (const std::size_t column : columns) {
      ArrowSchema& child = children_.emplace_back(*schema.children[column]);
      child.metadata = nullptr;  // names of extensions, which would change the types
      child.release = keep;
    }
    for (ArrowSchema& child : children_) pointers_.push_back(&child);
    ArrowSchema parent = schema;
    parent.n_children = static_cast<std::int64_t>(pointers_.size());
    parent.children = pointers_.data();
    parent.metadata = nullptr;
    parent.release = keep;
    check(duckdb_schema_from_arrow(connection, &parent, &handle));
  }
  ~ConvertedSchema() { duckdb_destroy_arrow_converted_schema(&handle); }
  ConvertedSchema(const ConvertedSchema&) = delete;
  ConvertedSchema& operator=(const ConvertedSchema&) = delete;

  duckdb_arrow_converted_schema handle = nullptr;

 private:
  static void keep(ArrowSchema* schema) { schema->release = nullptr; }

  std::vector<ArrowSchema> children_;
  std::vector<ArrowSchema*> pointers_;
};

/// A run of rows of the loaded columns of a batch. It borrows the batch's buffers: the engine takes
/// over an empty shell, so that the batch is released by us, once.
class Slice {
 public:
  Slice(const ArrowArray& batch, const std::vector<std::size_t>& columns) : batch_(batch) {
    children_.resize(columns.size());
    pointers_.resize(columns.size());
    columns_ = &columns;
  }
  ArrowArray* take(std::int64_t start, std::int64_t length) {
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      ArrowArray& child = children_[i];
      child = *batch_.children[(*columns_)[i]];
      // Rows of the batch are rows of its children from the batch's own offset on.
      child.offset += batch_.offset + start;
      child.length = length;
      // How many of these rows are null is not known; the engine takes nulls of a dictionary-coded
      // column for values unless told that there are some.
      const bool any = child.null_count != 0 && child.n_buffers > 0 && child.buffers[0] != nullptr;
      child.null_count = any ? 1 : 0;
      child.release = keep;
      pointers_[i] = &child;
    }
    parent_ = batch_;
    parent_.offset = 0;
    parent_.length = length;
    parent_.null_count = 0;
    parent_.n_children = static_cast<std::int64_t>(pointers_.size());
    parent_.children = pointers_.data();
    parent_.release = keep;
    return &parent_;
  }

 private:
  static void keep(ArrowArray* array) { array->release = nullptr; }

  const ArrowArray& batch_;
  const std::vector<std::size_t>* columns_;
  std::vector<ArrowArray> children_;
  std::vector<ArrowArray*> pointers_;
  ArrowArray parent_{};
};

class Appender {
 public:
  explicit Appender(duckdb_connection connection) {
    if (duckdb_appender_create_ext(connection, nullptr, nullptr, kTable, &appender_) !=
        DuckDBSuccess)
      fail();
  }
  ~Appender() { duckdb_appender_destroy(&appender_); }
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;

  void append(duckdb_data_chunk chunk) {
    if (duckdb_append_data_chunk(appender_, chunk) != DuckDBSuccess) fail();
  }
  void close() {
    if (duckdb_appender_close(appender_) != DuckDBSuccess) fail();
  }

 private:
  void fail() {
    check(duckdb_appender_error_data(appender_));
    throw InternalError("the embedded SQL engine does not take a data frame's rows");
  }

  duckdb_appender appender_ = nullptr;
};

struct OwnedChunk {
  ~OwnedChunk() { duckdb_destroy_data_chunk(&handle); }
  duckdb_data_chunk handle = nullptr;
};

/// What would make us read beyond a producer's arrays.
void check_batch(const ArrowArray& batch, const ArrowSchema& schema,
                 const std::vector<std::size_t>& columns) {
  bool fits = batch.n_children == schema.n_children && batch.length >= 0 && batch.offset >= 0 &&
              batch.null_count <= 0;
  for (std::size_t i = 0; fits && i < columns.size(); ++i) {
    const ArrowArray& child = *batch.children[columns[i]];
    fits = child.length >= batch.offset + batch.length && child.offset >= 0 &&
           (child.dictionary != nullptr) == (schema.children[columns[i]]->dictionary != nullptr);
  }
  if (!fits)
    throw InputError("the data frame cannot be read: a batch of it does not fit its schema");
}

/// Rows converted at once: a vector of the engine's, or more where a dictionary is longer, because
/// each conversion goes through the dictionaries.
std::int64_t rows_at_once(const ArrowArray& batch, const std::vector<std::size_t>& columns) {
  auto rows = static_cast<std::int64_t>(duckdb_vector_size());
  for (const std::size_t column : columns) {
    const ArrowArray* dictionary = batch.children[column]->dictionary;
    if (dictionary != nullptr) rows = std::max(rows, dictionary->length);
  }
  return rows;
}

ArrowTable describe(const ArrowSchema& schema,
                    const std::function<bool(const std::string&)>& wanted) {
  if (schema.format == nullptr || std::strcmp(schema.format, "+s") != 0)
    throw InputError("the data frame cannot be read: its stream does not hold a table");
  ArrowTable table{.name = kTable};
  std::vector<std::string> raw;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const char* name = schema.children[i]->name;
    raw.emplace_back(name != nullptr ? name : "");
  }
  const std::vector<std::string> names = data::usable_names(raw, table.renamed);
  for (std::size_t i = 0; i < names.size(); ++i) {
    ArrowColumn column{.name = names[i], .type = arrow_type(*schema.children[i])};
    const bool loaded = !column.type.stored.empty() && !column.type.all_null;
    if (loaded && (!wanted || wanted(names[i]))) column.stored = fmt::format("c{}", i);
    table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace

ArrowTable load_arrow(Engine& engine, ArrowArrayStream* from,
                      const std::function<bool(const std::string&)>& wanted,
                      const std::stop_token& stop) {
  Stream stream(from);
  OwnedStructure<ArrowSchema> schema;
  stream.schema(schema.value);
  ArrowTable table = describe(schema.value, wanted);
  std::vector<std::size_t> columns;
  std::vector<std::string> declared;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].stored.empty()) continue;
    columns.push_back(i);
    declared.push_back(fmt::format("{} {}", table.columns[i].stored, table.columns[i].type.stored));
  }
  // A stream of nulls or of nobody's columns still has rows.
  const bool rows_only = columns.empty();
  engine.run(
      fmt::format("CREATE TABLE {} ({})", kTable,
                  rows_only ? "nothing BOOLEAN" : fmt::format("{}", fmt::join(declared, ", "))));

  const duckdb_connection connection = engine.handles().connection;
  std::optional<ConvertedSchema> converted;
  std::optional<Appender> appender;
  if (!rows_only) {
    converted.emplace(connection, schema.value, columns);
    appender.emplace(connection);
  }
  while (true) {
    if (stop.stop_requested()) throw Cancelled("stopped while reading the data");
    OwnedStructure<ArrowArray> batch;
    if (!stream.next(batch.value)) break;
    check_batch(batch.value, schema.value, columns);
    table.rows += batch.value.length;
    if (rows_only) continue;
    Slice slice(batch.value, columns);
    const std::int64_t step = rows_at_once(batch.value, columns);
    for (std::int64_t start = 0; start < batch.value.length; start += step) {
      OwnedChunk chunk;
      check(duckdb_data_chunk_from_arrow(
          connection, slice.take(start, std::min(step, batch.value.length - start)),
          converted->handle, &chunk.handle));
      appender->append(chunk.handle);
    }
  }
  if (appender) appender->close();
  if (rows_only)
    engine.run(fmt::format("INSERT INTO {} SELECT NULL FROM range({})", kTable, table.rows));
  return table;
}

}  // namespace faultline::sql
