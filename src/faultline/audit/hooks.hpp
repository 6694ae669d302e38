#pragma once
// How a long analysis talks to whoever started it.

#include <stop_token>

#include "faultline/parallel/progress.hpp"

namespace faultline::audit {

struct Hooks {
  parallel::ProgressFunction progress{};
  std::stop_token stop{};
};

}  // namespace faultline::audit
