// The C functions: nothing may be thrown across them.

#include "faultline/c_api/faultline.h"

#include <new>
#include <string>
#include <utility>

#include "faultline/base/version.hpp"
#include "faultline/c_api/job.hpp"
#include "faultline/c_api/wants.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/run/option_list.hpp"

struct faultline_run {
  faultline::c_api::Job job;
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
    if (text_of(what) == "options") return options.c_str();
    if (text_of(what) == "schema") return schema.c_str();
    return nullptr;
  });
}
