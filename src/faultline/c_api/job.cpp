#include "faultline/c_api/job.hpp"

#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/c_api/look.hpp"
#include "faultline/c_api/members.hpp"
#include "faultline/c_api/people.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/junit.hpp"
#include "faultline/report/markdown.hpp"
#include "faultline/report/model_card.hpp"
#include "faultline/report/sarif.hpp"
#include "faultline/report/text.hpp"
#include "faultline/run/gate.hpp"

namespace faultline::c_api {
namespace {

/// Null where a spec reads nothing.
data::InputOptions* input_of(run::AnySpec& spec) {
  return std::visit(
      [](auto& one) -> data::InputOptions* {
        if constexpr (requires { one.input; })
          return &one.input;
        else
          return nullptr;
      },
      spec);
}

}  // namespace

Job::Job(std::string spec, ArrowArrayStream* people, std::string checkpoint) {
  take(people);
  start([this, spec = std::move(spec), checkpoint = std::move(checkpoint)] {
    run(spec, checkpoint);
  });
}

Job::Job(std::string result, std::size_t finding, ArrowArrayStream* people) {
  take(people);
  start([this, result = std::move(result), finding] { find_members(result, finding); });
}

Job::Job(std::string spec, Table& table, bool look) {
  start([this, spec = std::move(spec), &table, look] { run_table(spec, table, look); });
}

Job::Job(std::string spec, Table& table, resample::Share share) : share_(std::move(share)) {
  start([this, spec = std::move(spec), &table] { run_table(spec, table, false); });
}

#if defined(__EMSCRIPTEN__)

// WebAssembly in a browser: the worker that runs this is the thread.
void Job::start(std::function<void()> begin) { work(begin); }

extern "C" {
/// The page shows it; nothing else of it is heard before the run ends.
__attribute__((import_module("page"), import_name("progress"))) void faultline_page_progress(
    const char* phase, std::size_t length, double done, double total);
}

#else

void Job::start(std::function<void()> begin) {
  thread_ = std::jthread([this, begin = std::move(begin)] { work(begin); });
}

#endif

Job::Job(const std::string& result) {
  try {
    outcome_.result = report::from_json(result).result;
    status_ = FAULTLINE_DONE;
  } catch (const Error& error) {
    fail(FAULTLINE_FAILED, FAULTLINE_INPUT_ERROR, error.what());
  }
}

Job::~Job() {
  stop();
#if !defined(__EMSCRIPTEN__)
  if (thread_.joinable()) thread_.join();
#endif
  // A run that failed before it came to the people has not released them.
  if (has_people_ && people_.release != nullptr) people_.release(&people_);
}

void Job::take(ArrowArrayStream* people) {
  if (people == nullptr) return;
  people_ = *people;
  people->release = nullptr;
  has_people_ = true;
}

void Job::fail(faultline_status status, faultline_error_kind kind, const std::string& what) {
  const std::lock_guard lock(mutex_);
  status_ = status;
  error_kind_ = kind;
  error_ = what;
  ended_.notify_all();
}

void Job::done() {
  status_ = FAULTLINE_DONE;
  ended_.notify_all();
}

void Job::work(const std::function<void()>& begin) {
  try {
    begin();
  } catch (const resample::Unfinished& unfinished) {
    const std::lock_guard lock(mutex_);
    replicates_ = unfinished.lines();
    status_ = FAULTLINE_SHARED;
    ended_.notify_all();
  } catch (const Cancelled& error) {
    fail(FAULTLINE_STOPPED, FAULTLINE_NO_ERROR, error.what());
  } catch (const ConfigError& error) {
    fail(FAULTLINE_FAILED, FAULTLINE_CONFIG_ERROR, error.what());
  } catch (const InputError& error) {
    fail(FAULTLINE_FAILED, FAULTLINE_INPUT_ERROR, error.what());
  } catch (const NumericError& error) {
    fail(FAULTLINE_FAILED, FAULTLINE_NUMERIC_ERROR, error.what());
  } catch (const std::bad_alloc&) {
    fail(FAULTLINE_FAILED, FAULTLINE_INTERNAL_ERROR, "out of memory");
  } catch (const std::exception& error) {
    fail(FAULTLINE_FAILED, FAULTLINE_INTERNAL_ERROR,
         fmt::format("internal error: {} (please report it)", error.what()));
  } catch (...) {
    fail(FAULTLINE_FAILED, FAULTLINE_INTERNAL_ERROR, "internal error (please report it)");
  }
}

void Job::find_members(const std::string& result, std::size_t finding) {
  const std::unique_ptr<data::Source> source =
      has_people_ ? frame(&people_, nullptr, stop_.get_token()) : files();
  std::string found = members(result, finding, *source, has_people_, stop_.get_token());
  const std::lock_guard lock(mutex_);
  members_ = std::move(found);
  done();
}

void Job::run(const std::string& text, const std::string& checkpoint) {
  run::AnySpec spec = run::read_spec(text);
  run::validate(spec);
  const std::unique_ptr<data::Source> source =
      has_people_ ? frame(&people_, &spec, stop_.get_token()) : files();
  run(std::move(spec), *source, checkpoint);
}

void Job::run_table(const std::string& text, Table& table, bool looks) {
  run::AnySpec spec = run::read_spec(text);
  data::InputOptions* input = input_of(spec);
  data::MemorySource& source =
      table.source(input == nullptr ? std::vector<std::string>{} : input->null_spellings);
  // The table is the input; a spec that names a file repeats with this one.
  if (input != nullptr) input->path.clear();
  if (!looks) {
    run(std::move(spec), source, "");
    return;
  }
  std::string seen = look(spec, source, stop_.get_token());
  const std::lock_guard lock(mutex_);
  look_ = std::move(seen);
  done();
}

void Job::run(run::AnySpec spec, data::Source& source, const std::string& checkpoint) {
  const bool decides = std::holds_alternative<run::MitigateSpec>(spec);
  run::Context context{.checkpoint = checkpoint,
                       .share = share_ ? &*share_ : nullptr,
                       .decisions = decides ? &decisions_ : nullptr,
                       .rules = decides};
  context.hooks.stop = stop_.get_token();
  context.hooks.progress = [this](std::string_view phase, std::int64_t done, std::int64_t total) {
    const std::lock_guard lock(mutex_);
    const std::size_t length = std::min(phase.size(), sizeof(progress_.phase) - 1);
    std::memcpy(progress_.phase, phase.data(), length);
    progress_.phase[length] = '\0';
    progress_.done = done;
    progress_.total = total;
#if defined(__EMSCRIPTEN__)
    faultline_page_progress(phase.data(), phase.size(), static_cast<double>(done),
                            static_cast<double>(total));
#endif
  };
  run::Outcome outcome = run::run(spec, source, context);
  if (share_ && !share_->known.empty() && outcome.result) {
    // This run only came to the end of what all of them did.
    outcome.result->threads = share_->parts;
    outcome.result->timing.emplace_back("shared replicates", share_->spent);
  }
  const std::lock_guard lock(mutex_);
  spec_ = std::move(spec);
  outcome_ = std::move(outcome);
  done();
}

faultline_status Job::poll(int milliseconds, faultline_progress* progress) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, std::chrono::milliseconds(milliseconds),
                  [this] { return status_ != FAULTLINE_RUNNING; });
  if (progress != nullptr) *progress = progress_;
  return status_;
}

std::optional<std::string> Job::rendered(const std::string& format) {
  if (format == "members") return members_;
  if (format == "look") return look_;
  if (format == "replicates") return replicates_;
  if (format == "rules" && outcome_.rules) return run::to_json(*outcome_.rules);
  if (format == "applied" && outcome_.applied) return json::write(*outcome_.applied);
  if (format == "decisions" && decisions_.text() != nullptr) return *decisions_.text();
  if (format == "spec" && spec_) return run::write_spec(*spec_);
  if (!outcome_.result) return std::nullopt;
  if (format == "json") return report::to_json(*outcome_.result);
  if (format == "text") return report::to_text(*outcome_.result, {});
  if (format == "markdown") return report::to_markdown(*outcome_.result);
  if (format == "sarif") return report::to_sarif(*outcome_.result);
  if (format == "junit") return report::to_junit(*outcome_.result);
  if (format == "model_card") return report::to_model_card(*outcome_.result);
  if (format == "html") return report::to_html(report::to_json(*outcome_.result));
  return std::nullopt;
}

const std::string* Job::result(const std::string& format) {
  const std::lock_guard lock(mutex_);
  if (status_ != FAULTLINE_DONE && status_ != FAULTLINE_SHARED) return nullptr;
  auto found = texts_.find(format);
  if (found == texts_.end()) {
    std::optional<std::string> text = rendered(format);
    if (!text) return nullptr;
    found = texts_.emplace(format, *std::move(text)).first;
  }
  return &found->second;
}

int Job::gate() {
  const std::lock_guard lock(mutex_);
  if (status_ != FAULTLINE_DONE || !outcome_.result) return -1;
  std::vector<run::FailOn> fail_on;
  if (spec_) fail_on = run::head(*spec_).fail_on;
  if (fail_on.empty()) fail_on.push_back(run::FailOn::finding);
  switch (run::gate(*outcome_.result, fail_on)) {
    case run::Gate::passed:
      return 0;
    case run::Gate::tripped:
      return 1;
    case run::Gate::unfinished:
      return -1;
  }
  return -1;
}

const std::string* Job::error() {
  const std::lock_guard lock(mutex_);
  return error_.empty() ? nullptr : &error_;
}

faultline_error_kind Job::error_kind() {
  const std::lock_guard lock(mutex_);
  return error_kind_;
}

}  // namespace faultline::c_api
