#pragma once
// Seconds since it was made, for the timing block of a result.

#include <chrono>

namespace faultline::run {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace faultline::run
