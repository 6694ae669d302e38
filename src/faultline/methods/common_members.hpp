#pragma once
// Options that every method has, described once.

#include "faultline/base/options.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {

inline constexpr std::string_view kSeedHelp =
    "Seed all random numbers with N; the same seed gives the same result";
inline constexpr std::string_view kThreadsHelp =
    "Use N threads, or all cores with 0; the result does not depend on it";

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
