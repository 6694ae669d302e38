#include "faultline/studies/run_all.hpp"

#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::studies {

void run_all(std::string phase, std::int64_t n, int threads, const methods::Hooks& hooks,
             const std::function<void(std::int64_t)>& work) {
  resample::ProgressMeter meter(std::move(phase), n, hooks.progress);
  const auto counted = [&](std::int64_t i) {
    work(i);
    meter.tick();
  };
  if (parallel::for_each(n, threads, counted, hooks.stop) < n) {
    throw Cancelled("stopped before the study was complete");
  }
  meter.finish();
}

}  // namespace faultline::studies
