#include "faultline/parallel/for_each.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::parallel {

namespace {

// Indices are handed out one by one in ascending order, and an index once handed out is finished.
// So the indices that were done are always a prefix, and the lowest index that fails is the same
// for every number of threads.
class Dispenser {
 public:
  Dispenser(std::int64_t n, const std::function<void(std::int64_t)>& work, std::stop_token stop)
      : n_(n), work_(work), stop_(std::move(stop)) {}

  void run() {
    while (!stop_.stop_requested() && !failed_.load(std::memory_order_relaxed)) {
      const std::int64_t i = next_.fetch_add(1, std::memory_order_acq_rel);
      if (i >= n_) break;
      try {
        work_(i);
      } catch (...) {
        fail(i, std::current_exception());
      }
    }
    workers_done_.fetch_add(1, std::memory_order_release);
  }

  [[nodiscard]] std::int64_t finish() {
    // Pairs with the release above: everything the workers wrote is visible to the caller.
    static_cast<void>(workers_done_.load(std::memory_order_acquire));
    if (error_) std::rethrow_exception(error_);
    return std::min(next_.load(std::memory_order_acquire), n_);
  }

 private:
  void fail(std::int64_t i, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || i < error_index_) {
      error_ = std::move(error);
      error_index_ = i;
    }
    failed_.store(true, std::memory_order_relaxed);
  }

  std::int64_t n_;
  const std::function<void(std::int64_t)>& work_;
  std::stop_token stop_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<int> workers_done_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_{};
  std::int64_t error_index_ = 0;
};

}  // namespace

int resolve_threads(int requested) {
  if (requested < 0) {
    throw OptionError("threads", std::to_string(requested),
                      "must be at least 1, or 0 for all cores");
  }
  return requested == 0 ? available_threads() : requested;
}

std::int64_t for_each(std::int64_t n, int threads, const std::function<void(std::int64_t)>& work,
                      std::stop_token stop) {
  if (n < 0) throw InternalError("a loop over a negative number of indices was asked for");
  if (n == 0) return 0;
  const int workers = static_cast<int>(std::min<std::int64_t>(resolve_threads(threads), n));
  Dispenser dispenser(n, work, std::move(stop));
  if (workers == 1) {
    dispenser.run();
  } else {
    run_workers(workers, [&] { dispenser.run(); });
  }
  return dispenser.finish();
}

}  // namespace faultline::parallel
