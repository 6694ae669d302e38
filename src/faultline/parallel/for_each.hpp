#pragma once
// The only place that makes threads. The unit of work is the index: it writes to its own slot, so
// results never depend on the number of threads.

#include <cstdint>
#include <functional>
#include <stop_token>

namespace faultline::parallel {

/// Number of threads for a request of 0 ("all").
[[nodiscard]] int resolve_threads(int requested);

/// Calls work(i) for i in [0, n), on at most `threads` threads; inline and in order when threads
/// is 1. When a call throws, the rest is abandoned and the error of the lowest failing index among
/// those that ran is rethrown. When stop is requested, no new index starts. Returns the number m
/// such that all of [0, m) were done (n unless stopped); indices past m may have been done too.
std::int64_t for_each(std::int64_t n, int threads, const std::function<void(std::int64_t)>& work,
                      std::stop_token stop = {});

}  // namespace faultline::parallel
