#pragma once
// A line on standard error that shows how far the work is: bar, rate, time left. Only on a
// terminal.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "faultline/parallel/progress.hpp"

namespace faultline::cli {

class ProgressBar {
 public:
  /// Shows nothing when `wanted` is false or standard error is no terminal.
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::string_view phase, std::int64_t done, std::int64_t total);
  /// update() as the library calls it; the bar must outlive it.
  [[nodiscard]] parallel::ProgressFunction function();
  /// Removes the line, so that results can follow.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool dirty_ = false;
  std::string phase_;
  Clock::time_point started_{};
  Clock::time_point drawn_{};
};

/// "[#####     ] 50 %  120/s  4 s left": the part after the phase; empty while
/// nothing can be said.
[[nodiscard]] std::string progress_text(std::int64_t done, std::int64_t total, double seconds);

}  // namespace faultline::cli
