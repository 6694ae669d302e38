#include "faultline/parallel/workers.hpp"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace faultline::parallel {

int available_threads() { return oneapi::tbb::info::default_concurrency(); }

#if defined(__SANITIZE_THREAD__)

// The thread sanitizer cannot see how the installed oneTBB hands tasks over (it was built without
// the sanitizer) and would report each one as a race. With plain threads it sees everything, so
// that all that runs above this function is checked in earnest.
void run_workers(int threads, const std::function<void()>& work) {
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&work] { work(); });
  work();
}

#else

void run_workers(int threads, const std::function<void()>& work) {
  // More threads than cores are given when asked for: the person may know better, and tests do.
  const oneapi::tbb::global_control limit(
      oneapi::tbb::global_control::max_allowed_parallelism,
      static_cast<std::size_t>(std::max(threads, available_threads())));
  oneapi::tbb::task_arena arena(threads);
  arena.execute([&] {
    oneapi::tbb::parallel_for(
        oneapi::tbb::blocked_range<int>(0, threads, 1),
        [&](const oneapi::tbb::blocked_range<int>&) { work(); }, oneapi::tbb::simple_partitioner{});
  });
}

#endif

}  // namespace faultline::parallel
