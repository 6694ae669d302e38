#pragma once
// Runs one function on several threads at once and waits for all of them: the one door to the
// thread library.

#include <functional>

namespace faultline::parallel {

/// The most that may be asked for: all of them are started, and no machine has so many cores.
inline constexpr int kMostThreads = 1024;

/// Number of threads the machine offers.
[[nodiscard]] int available_threads();

/// Calls work() `threads` times, on at most that many threads, the caller's among them. work must
/// not throw.
void run_workers(int threads, const std::function<void()>& work);

}  // namespace faultline::parallel
