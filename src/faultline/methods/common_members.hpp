#pragma once
// Options that every method has, described once.

#include "faultline/base/common_help.hpp"
#include "faultline/base/options.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {

/// seed_member<&Options::seed>(), which opens the section that stands last in a help.
template <auto Pointer>
[[nodiscard]] describe::Member seed_member() {
  return describe::member<Pointer>("seed", kSeedHelp).under("Common");
}

template <auto Pointer>
[[nodiscard]] describe::Member threads_member() {
  return describe::member<Pointer>("threads", kThreadsHelp)
      .from(0)
      .to(parallel::kMostThreads)
      .local();
}

}  // namespace faultline::methods
