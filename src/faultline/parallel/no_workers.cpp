// In place of workers.cpp where there are no threads: WebAssembly in a browser.

#include "faultline/parallel/workers.hpp"

namespace faultline::parallel {

int available_threads() { return 1; }

void run_workers(int threads, const std::function<void()>& work) {
  for (int i = 0; i < threads; ++i) work();
}

}  // namespace faultline::parallel
