#pragma once
// Ctrl-C: the first asks the work to stop, so that what is finished can be shown; the second ends
// the program at once.

#include <atomic>
#include <stop_token>
#include <thread>

namespace faultline::cli {

/// Make it before any other thread exists: they all inherit that the signal is somebody else's
/// business.
class InterruptWatcher {
 public:
  InterruptWatcher();
  ~InterruptWatcher();
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void watch();

  std::stop_source source_;
  std::atomic<bool> done_ = false;
  std::thread watcher_;
};

}  // namespace faultline::cli
