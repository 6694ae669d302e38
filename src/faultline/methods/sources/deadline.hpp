#pragma once
// A limit in seconds that a user set for the work; no limit when it is 0.

#include <chrono>

namespace faultline::methods {

class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}
  [[nodiscard]] bool passed() const {
    if (seconds_ <= 0) return false;
    const std::chrono::duration<double> used = Clock::now() - start_;
    return used.count() >= seconds_;
  }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace faultline::methods
