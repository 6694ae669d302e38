// The C functions: nothing may be thrown across them.

#include "faultline/c_api/faultline.h"

#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/version.hpp"
#include "faultline/c_api/example_list.hpp"
#include "faultline/c_api/job.hpp"
#include "faultline/c_api/table.hpp"
#include "faultline/c_api/wants.hpp"
#include "faultline/methods/elicitation/questions.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/run/option_list.hpp"
#include "faultline/simulate/examples.hpp"

struct faultline_run {
  faultline::c_api::Job job;
};

struct faultline_table {
  faultline::c_api::Table table;
  std::string error{};
  std::string text{};  // what was handed out last
};

namespace {

/// Whatever goes wrong inside becomes `otherwise`.
template <typename Result, typename Work>
Result guarded(Result otherwise, Work work) noexcept {
  try {
    return work();
  } catch (...) {
    return otherwise;
  }
}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

/// 1, or 0 with the sentence kept.
template <typename Work>
int told(faultline_table* table, Work work) noexcept {
  return guarded(0, [&] {
    try {
      table->error.clear();
      work();
      return 1;
    } catch (const faultline::Error& error) {
      table->error = error.what();
    } catch (const std::bad_alloc&) {
      table->error = "out of memory";
    }
    return 0;
  });
}

}  // namespace

int faultline_interface_version(void) { return FAULTLINE_INTERFACE_VERSION; }

const char* faultline_version(void) {
  static const std::string version(faultline::version());
  return version.c_str();
}

faultline_run* faultline_start(const char* spec, ArrowArrayStream* people, const char* checkpoint) {
  return guarded<faultline_run*>(
      nullptr, [&] { return new faultline_run{{text_of(spec), people, text_of(checkpoint)}}; });
}

faultline_run* faultline_open(const char* result) {
  return guarded<faultline_run*>(
      nullptr, [&] { return new faultline_run{faultline::c_api::Job(text_of(result))}; });
}

faultline_run* faultline_members(const char* result, size_t finding, ArrowArrayStream* people) {
  return guarded<faultline_run*>(
      nullptr, [&] { return new faultline_run{{text_of(result), finding, people}}; });
}

faultline_table* faultline_table_new(const char* name) {
  return guarded<faultline_table*>(nullptr, [&] {
    return new faultline_table{.table = faultline::c_api::Table(text_of(name))};
  });
}

void faultline_table_free(faultline_table* table) {
  guarded(0, [&] {
    delete table;
    return 0;
  });
}

int faultline_table_read(faultline_table* table, const char* bytes, size_t length, char delimiter) {
  return told(table, [&] {
    table->table.read({bytes, length},
                      delimiter == 0 ? std::nullopt : std::optional<char>(delimiter));
  });
}

int faultline_table_text(faultline_table* table, const char* name, const char* texts,
                         const uint32_t* ends, size_t count, const int32_t* places, size_t rows) {
  return told(table, [&] {
    std::vector<std::string> list;
    list.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      const size_t first = i == 0 ? 0 : ends[i - 1];
      list.emplace_back(texts + first, ends[i] - first);
    }
    table->table.columns().add_text(text_of(name), list, {places, places + rows});
  });
}

int faultline_table_numbers(faultline_table* table, const char* name, const double* values,
                            size_t rows) {
  return told(table,
              [&] { table->table.columns().add_numbers(text_of(name), {values, values + rows}); });
}

int faultline_table_booleans(faultline_table* table, const char* name, const int8_t* values,
                             size_t rows) {
  return told(table,
              [&] { table->table.columns().add_booleans(text_of(name), {values, values + rows}); });
}

int faultline_table_finish(faultline_table* table) {
  return told(table, [&] { table->table.finish(); });
}

int64_t faultline_table_rows(faultline_table* table) {
  return guarded<int64_t>(0, [&] { return table->table.rows(); });
}

const char* faultline_table_columns(faultline_table* table, const char* spec) {
  const int done = told(table, [&] { table->text = table->table.summary(text_of(spec)); });
  return done == 1 ? table->text.c_str() : nullptr;
}

const char* faultline_table_error(faultline_table* table) {
  return table->error.empty() ? nullptr : table->error.c_str();
}

faultline_run* faultline_start_table(const char* spec, faultline_table* table) {
  return guarded<faultline_run*>(
      nullptr, [&] { return new faultline_run{{text_of(spec), table->table, false}}; });
}

faultline_run* faultline_start_part(const char* spec, faultline_table* table, const char* known,
                                    int part, int parts, double patience, double spent) {
  return guarded<faultline_run*>(nullptr, [&] {
    faultline::resample::Share share{.known = text_of(known),
                                     .part = part,
                                     .parts = parts,
                                     .patience = patience,
                                     .spent = spent};
    return new faultline_run{{text_of(spec), table->table, std::move(share)}};
  });
}

faultline_run* faultline_look(const char* spec, faultline_table* table) {
  return guarded<faultline_run*>(
      nullptr, [&] { return new faultline_run{{text_of(spec), table->table, true}}; });
}

const char* faultline_example(const char* name) {
  return guarded<const char*>(nullptr, [&]() -> const char* {
    using faultline::simulate::Example;
    static std::map<Example, std::string> made;
    static std::mutex one_at_a_time;
    const auto example = faultline::describe::value_named<Example>(text_of(name));
    if (!example) return nullptr;
    const std::lock_guard lock(one_at_a_time);
    auto found = made.find(*example);
    if (found == made.end())
      found = made.emplace(*example, faultline::simulate::example_csv(*example)).first;
    return found->second.c_str();
  });
}

void faultline_question(uint64_t seed, uint32_t number, int* first, int* second) {
  guarded(0, [&] {
    const faultline::methods::Question question = faultline::methods::draw_question(seed, number);
    *first = question.z1;
    *second = question.z2;
    return 0;
  });
}

int faultline_wants(const char* spec, const char* column) {
  // A spec that cannot be read is told by its run.
  return guarded(1, [&] {
    return faultline::c_api::wants(faultline::run::read_spec(text_of(spec)), text_of(column)) ? 1
                                                                                              : 0;
  });
}

faultline_status faultline_poll(faultline_run* run, int milliseconds,
                                faultline_progress* progress) {
  return guarded(FAULTLINE_FAILED, [&] { return run->job.poll(milliseconds, progress); });
}

void faultline_stop(faultline_run* run) {
  guarded(0, [&] { return run->job.stop(), 0; });
}

const char* faultline_result(faultline_run* run, const char* format, size_t* length) {
  return guarded<const char*>(nullptr, [&]() -> const char* {
    const std::string* text = run->job.result(text_of(format));
    if (text == nullptr) return nullptr;
    if (length != nullptr) *length = text->size();
    return text->c_str();
  });
}

int faultline_gate(faultline_run* run) {
  return guarded(-1, [&] { return run->job.gate(); });
}

const char* faultline_error(faultline_run* run) {
  return guarded<const char*>("internal error", [&]() -> const char* {
    const std::string* text = run->job.error();
    return text == nullptr ? nullptr : text->c_str();
  });
}

faultline_error_kind faultline_error_kind_of(faultline_run* run) {
  return guarded(FAULTLINE_INTERNAL_ERROR, [&] { return run->job.error_kind(); });
}

void faultline_free(faultline_run* run) {
  guarded(0, [&] {
    delete run;
    return 0;
  });
}

const char* faultline_describe(const char* what) {
  return guarded<const char*>(nullptr, [&]() -> const char* {
    static const std::string options = faultline::run::option_list();
    static const std::string schema = faultline::report::result_schema();
    static const std::string examples = faultline::c_api::example_list();
    if (text_of(what) == "examples") return examples.c_str();
    if (text_of(what) == "options") return options.c_str();
    if (text_of(what) == "schema") return schema.c_str();
    return nullptr;
  });
}
