#include "support/arrow_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>

namespace faultline::testing {
namespace {

using Texts = std::vector<std::optional<std::string>>;
using Bytes = std::vector<std::uint8_t>;

template <typename T>
void put(Bytes& bytes, T value) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof(T));
}

/// Padded, as the Arrow format recommends and its libraries do: with an offset, the engine reads a
/// byte past the last bit.
Bytes bits(const std::vector<bool>& values) {
  constexpr std::size_t kPadding = 64;
  const std::size_t bytes = (values.size() + 7) / 8;
  Bytes out((bytes + kPadding) / kPadding * kPadding, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) out[i / 8] = static_cast<std::uint8_t>(out[i / 8] | (1U << (i % 8)));
  }
  return out;
}

/// Buffers, children and dictionary of an array, freed by its release.
struct Holder {
  std::vector<Bytes> buffers;
  std::vector<const void*> pointers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_pointers;
  std::unique_ptr<ArrowArray> dictionary;
  ArrowLedger* ledger = nullptr;
};

void release_array(ArrowArray* array) {
  auto* holder = static_cast<Holder*>(array->private_data);
  ArrowLedger& ledger = *holder->ledger;
  for (ArrowArray& child : holder->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (holder->dictionary && holder->dictionary->release != nullptr)
    holder->dictionary->release(holder->dictionary.get());
  if (--ledger.arrays < 0) ++ledger.released_twice;
  delete holder;
  array->release = nullptr;
}

ArrowArray finish(Holder* holder, std::int64_t length, std::int64_t nulls, std::int64_t offset,
                  ArrowLedger& ledger) {
  holder->ledger = &ledger;
  ++ledger.arrays;
  for (const Bytes& buffer : holder->buffers)
    holder->pointers.push_back(buffer.empty() ? nullptr : buffer.data());
  for (ArrowArray& child : holder->children) holder->child_pointers.push_back(&child);
  return {.length = length,
          .null_count = nulls,
          .offset = offset,
          .n_buffers = static_cast<std::int64_t>(holder->pointers.size()),
          .n_children = static_cast<std::int64_t>(holder->children.size()),
          .buffers = holder->pointers.data(),
          .children = holder->child_pointers.data(),
          .dictionary = holder->dictionary.get(),
          .release = release_array,
          .private_data = holder};
}

std::int64_t days(const std::string& text) {  // since 1970 (Hinnant's days_from_civil)
  int y = std::stoi(text.substr(0, 4));
  const int m = std::stoi(text.substr(5, 2));
  const int d = std::stoi(text.substr(8, 2));
  y -= m <= 2 ? 1 : 0;
  const std::int64_t era = y / 400;
  const std::int64_t yoe = y - era * 400;
  const int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}
std::int64_t seconds(const std::string& text) {  // 2024-02-29 13:45:00
  return days(text) * 86400 + std::stoll(text.substr(11, 2)) * 3600 +
         std::stoll(text.substr(14, 2)) * 60 + std::stoll(text.substr(17, 2));
}

const std::map<std::string, std::string> kFormats{{"utf8", "u"},
                                                  {"large_utf8", "U"},
                                                  {"view", "vu"},
                                                  {"dictionary", "i"},
                                                  {"dictionary_int", "s"},
                                                  {"bool", "b"},
                                                  {"int8", "c"},
                                                  {"int16", "s"},
                                                  {"int32", "i"},
                                                  {"int64", "l"},
                                                  {"uint8", "C"},
                                                  {"uint16", "S"},
                                                  {"uint32", "I"},
                                                  {"uint64", "L"},
                                                  {"float", "f"},
                                                  {"double", "g"},
                                                  {"half", "e"},
                                                  {"decimal", "d:18,2"},
                                                  {"date32", "tdD"},
                                                  {"date64", "tdm"},
                                                  {"timestamp_s", "tss:"},
                                                  {"timestamp_ms", "tsm:"},
                                                  {"timestamp_us", "tsu:"},
                                                  {"timestamp_ns", "tsn:"},
                                                  {"null", "n"},
                                                  {"list", "+l"}};

void put_number(Bytes& bytes, const std::string& kind, const std::string& text) {
  const auto whole = [&text] { return std::stoll(text); };
  if (kind == "int8") return put(bytes, static_cast<std::int8_t>(whole()));
  if (kind == "uint8") return put(bytes, static_cast<std::uint8_t>(whole()));
  if (kind == "int16") return put(bytes, static_cast<std::int16_t>(whole()));
  if (kind == "uint16") return put(bytes, static_cast<std::uint16_t>(whole()));
  if (kind == "int32") return put(bytes, static_cast<std::int32_t>(whole()));
  if (kind == "uint32") return put(bytes, static_cast<std::uint32_t>(whole()));
  if (kind == "int64") return put(bytes, static_cast<std::int64_t>(whole()));
  if (kind == "uint64") return put(bytes, static_cast<std::uint64_t>(std::stoull(text)));
  if (kind == "float") return put(bytes, std::strtof(text.c_str(), nullptr));
  if (kind == "double") return put(bytes, std::strtod(text.c_str(), nullptr));
  if (kind == "half") return put(bytes, std::uint16_t{0x3800});
  if (kind == "date32") return put(bytes, static_cast<std::int32_t>(days(text)));
  if (kind == "date64") return put(bytes, days(text) * 86'400'000);
  if (kind == "timestamp_s") return put(bytes, seconds(text));
  if (kind == "timestamp_ms") return put(bytes, seconds(text) * 1000);
  if (kind == "timestamp_us") return put(bytes, seconds(text) * 1'000'000);
  if (kind == "timestamp_ns") return put(bytes, seconds(text) * 1'000'000'000);
  if (kind == "decimal") {
    const double hundredths = std::strtod(text.c_str(), nullptr) * 100;
    const auto value =
        static_cast<std::int64_t>(hundredths < 0 ? hundredths - .5 : hundredths + .5);
    put(bytes, value);
    return put(bytes, std::int64_t{value < 0 ? -1 : 0});
  }
  throw std::logic_error("no Arrow kind " + kind);
}

ArrowArray encode(const std::string& kind, const Texts& values, std::int64_t offset,
                  ArrowLedger& ledger);

void put_texts(Holder& holder, const std::string& kind, const Texts& values) {
  Bytes ends;
  Bytes data;
  if (kind == "view") {
    for (const auto& value : values) {
      const std::string text = value.value_or("");
      put(ends, static_cast<std::int32_t>(text.size()));
      if (text.size() <= 12) {
        std::string inlined = text;
        inlined.resize(12, '\0');
        ends.insert(ends.end(), inlined.begin(), inlined.end());
      } else {
        ends.insert(ends.end(), text.begin(), text.begin() + 4);
        put(ends, std::int32_t{0});
        put(ends, static_cast<std::int32_t>(data.size()));
        data.insert(data.end(), text.begin(), text.end());
      }
    }
    Bytes sizes;
    put(sizes, static_cast<std::int64_t>(data.size()));
    data.push_back(0);
    holder.buffers.insert(holder.buffers.end(), {ends, data, sizes});
    return;
  }
  const auto end = [&] {
    if (kind == "large_utf8") {
      put(ends, static_cast<std::int64_t>(data.size()));
    } else {
      put(ends, static_cast<std::int32_t>(data.size()));
    }
  };
  end();
  for (const auto& value : values) {
    if (value) data.insert(data.end(), value->begin(), value->end());
    end();
  }
  data.push_back(0);  // a buffer is never null
  holder.buffers.insert(holder.buffers.end(), {ends, data});
}

void put_dictionary(Holder& holder, const std::string& kind, const Texts& values,
                    ArrowLedger& ledger) {
  // In order of appearance, backwards, with an entry that nobody has.
  std::vector<std::string> entries;
  for (const auto& value : values) {
    if (value && std::find(entries.begin(), entries.end(), *value) == entries.end())
      entries.insert(entries.begin(), *value);
  }
  entries.emplace_back(kind == "dictionary" ? "unused" : "77");
  Bytes codes;
  for (const auto& value : values) {
    const auto at = value ? std::find(entries.begin(), entries.end(), *value) - entries.begin() : 0;
    if (kind == "dictionary") {
      put(codes, static_cast<std::int32_t>(at));
    } else {
      put(codes, static_cast<std::int16_t>(at));
    }
  }
  holder.buffers.push_back(codes);
  holder.dictionary = std::make_unique<ArrowArray>(encode(
      kind == "dictionary" ? "utf8" : "int64", Texts(entries.begin(), entries.end()), 0, ledger));
}

/// The array of all values; those before `offset` are skipped by it.
ArrowArray encode(const std::string& kind, const Texts& values, std::int64_t offset,
                  ArrowLedger& ledger) {
  auto holder = std::make_unique<Holder>();
  const auto length = static_cast<std::int64_t>(values.size()) - offset;
  std::vector<bool> valid;
  for (const auto& value : values) valid.push_back(value.has_value());
  const auto nulls =
      static_cast<std::int64_t>(std::count(valid.begin() + offset, valid.end(), false));
  if (kind == "null") return finish(holder.release(), length, length, offset, ledger);
  const bool any = std::count(valid.begin(), valid.end(), false) > 0;
  holder->buffers.push_back(any ? bits(valid) : Bytes{});
  if (kind == "list") {
    Bytes ends;
    for (std::size_t i = 0; i <= values.size(); ++i) put(ends, std::int32_t{0});
    holder->buffers.push_back(ends);
    holder->children.push_back(encode("int64", {}, 0, ledger));
  } else if (kind == "bool") {
    std::vector<bool> set;
    for (const auto& value : values) set.push_back(value && (*value == "true" || *value == "True"));
    holder->buffers.push_back(bits(set));
  } else if (kind.starts_with("dictionary")) {
    put_dictionary(*holder, kind, values, ledger);
  } else if (kind == "utf8" || kind == "large_utf8" || kind == "view") {
    put_texts(*holder, kind, values);
  } else {
    Bytes numbers;
    const bool dated = kind.starts_with("date") || kind.starts_with("timestamp");
    for (const auto& value : values)
      put_number(numbers, kind, value.value_or(dated ? "1999-12-31 01:02:03" : "7"));
    holder->buffers.push_back(numbers);
  }
  return finish(holder.release(), length, nulls, offset, ledger);
}

struct SchemaHolder {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers{};
  std::unique_ptr<ArrowSchema> dictionary;
  ArrowLedger* ledger = nullptr;
};

void release_schema(ArrowSchema* schema) {
  auto* holder = static_cast<SchemaHolder*>(schema->private_data);
  ArrowLedger& ledger = *holder->ledger;
  for (ArrowSchema& child : holder->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (holder->dictionary && holder->dictionary->release != nullptr)
    holder->dictionary->release(holder->dictionary.get());
  if (--ledger.schemas < 0) ++ledger.released_twice;
  delete holder;
  schema->release = nullptr;
}

ArrowSchema schema_of(const std::string& format, const std::string& name, ArrowLedger& ledger,
                      std::vector<ArrowSchema> children = {},
                      std::unique_ptr<ArrowSchema> dictionary = nullptr) {
  auto* holder = new SchemaHolder{.format = format,
                                  .name = name,
                                  .children = std::move(children),
                                  .dictionary = std::move(dictionary),
                                  .ledger = &ledger};
  ++ledger.schemas;
  for (ArrowSchema& child : holder->children) holder->pointers.push_back(&child);
  return {.format = holder->format.c_str(),
          .name = holder->name.c_str(),
          .metadata = nullptr,
          .flags = ARROW_FLAG_NULLABLE,
          .n_children = static_cast<std::int64_t>(holder->pointers.size()),
          .children = holder->pointers.data(),
          .dictionary = holder->dictionary.get(),
          .release = release_schema,
          .private_data = holder};
}

ArrowSchema column_schema(const ArrowText& column, ArrowLedger& ledger) {
  std::unique_ptr<ArrowSchema> dictionary;
  if (column.kind.starts_with("dictionary")) {
    dictionary = std::make_unique<ArrowSchema>(
        schema_of(column.kind == "dictionary" ? "u" : "l", "", ledger));
  }
  std::vector<ArrowSchema> children;
  if (column.kind == "list") children.push_back(schema_of("l", "item", ledger));
  return schema_of(kFormats.at(column.kind), column.name, ledger, std::move(children),
                   std::move(dictionary));
}

struct StreamState {
  ArrowPlan plan;
  ArrowLedger* ledger = nullptr;
  std::int64_t next = 0;
  int batch = 0;
};

StreamState& state_of(ArrowArrayStream* stream) {
  return *static_cast<StreamState*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  StreamState& state = state_of(stream);
  if (state.plan.fail_schema) return EIO;
  std::vector<ArrowSchema> columns;
  for (const ArrowText& column : state.plan.columns)
    columns.push_back(column_schema(column, *state.ledger));
  *out = schema_of("+s", "", *state.ledger, std::move(columns));
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  StreamState& state = state_of(stream);
  const ArrowPlan& plan = state.plan;
  if (state.batch++ == plan.fail_at) return EIO;
  const auto rows =
      static_cast<std::int64_t>(plan.columns.empty() ? 0 : plan.columns.front().values.size());
  *out = {};
  if (state.next >= rows) return 0;
  const std::int64_t length = std::min(plan.batch, rows - state.next);
  auto holder = std::make_unique<Holder>();
  holder->buffers.emplace_back();
  for (const ArrowText& column : plan.columns) {
    Texts values(static_cast<std::size_t>(plan.padding), column.values.front());
    values.insert(values.end(), column.values.begin() + state.next,
                  column.values.begin() + state.next + length);
    holder->children.push_back(
        encode(column.kind, values, plan.padding - plan.parent_offset, *state.ledger));
  }
  *out = finish(holder.release(), length, 0, plan.parent_offset, *state.ledger);
  state.next += length;
  return 0;
}

const char* get_last_error(ArrowArrayStream* stream) {
  const std::string& failure = state_of(stream).plan.failure;
  return failure.empty() ? nullptr : failure.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  StreamState* state = &state_of(stream);
  if (--state->ledger->streams < 0) ++state->ledger->released_twice;
  delete state;
  stream->release = nullptr;
}

}  // namespace

ArrowArrayStream make_arrow_stream(ArrowPlan plan, ArrowLedger& ledger) {
  ++ledger.streams;
  return {.get_schema = get_schema,
          .get_next = get_next,
          .get_last_error = get_last_error,
          .release = release_stream,
          .private_data = new StreamState{.plan = std::move(plan), .ledger = &ledger}};
}

std::string as_csv(const std::vector<ArrowText>& columns) {
  const auto quoted = [](const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"') out += '"';
      out += c;
    }
    return out + "\"";
  };
  std::string out;
  for (std::size_t c = 0; c < columns.size(); ++c)
    out += (c > 0 ? "," : "") + quoted(columns[c].name);
  out += "\n";
  for (std::size_t row = 0; row < columns.front().values.size(); ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& value = columns[c].values[row];
      if (c > 0) out += ",";
      if (value) out += quoted(*value);
    }
    out += "\n";
  }
  return out;
}

}  // namespace faultline::testing
