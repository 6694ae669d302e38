#pragma once
// Counts finished units from many threads and reports them to a ProgressFunction: at most some
// twenty times a second, from one thread at a time, and never backwards.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "faultline/parallel/progress.hpp"

namespace faultline::resample {

class ProgressMeter {
 public:
  /// An empty function is allowed: then nothing is reported.
  ProgressMeter(std::string phase, std::int64_t total, const parallel::ProgressFunction& report);
  /// One more unit is done; from any thread.
  void tick();
  /// Reports the last state, whenever the report before it was; not while other threads tick.
  void finish();

 private:
  std::string phase_;
  std::int64_t total_;
  const parallel::ProgressFunction& report_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace faultline::resample
