#include "faultline/resample/progress_meter.hpp"

#include <utility>

namespace faultline::resample {

namespace {

constexpr std::chrono::milliseconds kPause{50};

}  // namespace

ProgressMeter::ProgressMeter(std::string phase, std::int64_t total,
                             const parallel::ProgressFunction& report)
    : phase_(std::move(phase)), total_(total), report_(report) {}

void ProgressMeter::tick() {
  if (!report_) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  report_(phase_, done_, total_);
  next_ = now + kPause;
}

void ProgressMeter::finish() {
  if (!report_) return;
  const std::lock_guard lock(mutex_);
  report_(phase_, done_, total_);
}

}  // namespace faultline::resample
