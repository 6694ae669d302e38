#pragma once
// The work behind a faultline_run: a thread that runs a spec, and what is known of it so far.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "faultline/c_api/faultline.h"
#include "faultline/c_api/table.hpp"
#include "faultline/run/decision_csv.hpp"
#include "faultline/run/run.hpp"
#include "faultline/sql/arrow_c.h"

namespace faultline::c_api {

/// Decisions of mitigate as CSV text.
class DecisionText final : public run::DecisionSink {
 public:
  void begin(const std::string& id, const std::string& id_type,
             const std::vector<std::string>& decisions) override {
    csv_ = run::DecisionCsv(id, id_type, decisions);
    text_ = csv_.header();
  }
  void add(const data::Row& row, double threshold, const std::vector<bool>& decisions) override {
    text_ += csv_.line(row, threshold, decisions);
  }
  void finish() override { finished_ = true; }
  /// None until the last row is there.
  [[nodiscard]] const std::string* text() const { return finished_ ? &text_ : nullptr; }

 private:
  run::DecisionCsv csv_;
  std::string text_;
  bool finished_ = false;
};

class Job {
 public:
  /// Takes the stream over, if there is one.
  Job(std::string spec, ArrowArrayStream* people, std::string checkpoint);
  /// Who is in the subgroup of a finding; takes the stream over, if there is one.
  Job(std::string result, std::size_t finding, ArrowArrayStream* people);
  /// Of a table, which must outlive it and serve one job at a time. `look`: only what the run would
  /// make of the people.
  Job(std::string spec, Table& table, bool look);
  /// One of several that share the replicates of a table's run.
  Job(std::string spec, Table& table, resample::Share share);
  /// A job that is done.
  explicit Job(const std::string& result);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  faultline_status poll(int milliseconds, faultline_progress* progress);
  void stop() { stop_.request_stop(); }
  const std::string* result(const std::string& format);
  int gate();
  const std::string* error();
  faultline_error_kind error_kind();

 private:
  void take(ArrowArrayStream* people);
  /// Does the work, and tells how it ended.
  void work(const std::function<void()>& begin);
  /// On a thread of its own; at once where there are none.
  void start(std::function<void()> begin);
  void run(const std::string& spec, const std::string& checkpoint);
  void run(run::AnySpec spec, data::Source& source, const std::string& checkpoint);
  void run_table(const std::string& spec, Table& table, bool look);
  void find_members(const std::string& result, std::size_t finding);
  void done();
  void fail(faultline_status status, faultline_error_kind kind, const std::string& what);
  std::optional<std::string> rendered(const std::string& format);

  std::mutex mutex_;
  std::condition_variable ended_;
  faultline_status status_ = FAULTLINE_RUNNING;
  faultline_progress progress_{};
  std::string error_{};
  faultline_error_kind error_kind_ = FAULTLINE_NO_ERROR;
  std::optional<run::AnySpec> spec_{};
  run::Outcome outcome_{};
  DecisionText decisions_{};
  std::optional<std::string> members_{};
  std::optional<std::string> look_{};
  std::optional<resample::Share> share_{};
  std::optional<std::string> replicates_{};     // of a share that is drawn
  std::map<std::string, std::string> texts_{};  // what was asked for, by format

  ArrowArrayStream people_{};
  bool has_people_ = false;
  std::stop_source stop_{};
#if !defined(__EMSCRIPTEN__)
  std::jthread thread_{};  // last: ends before what it uses
#endif
};

}  // namespace faultline::c_api
