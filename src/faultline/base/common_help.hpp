#pragma once
// Help of the options that methods, simulations and studies share.

#include <string_view>

namespace faultline {

inline constexpr std::string_view kSeedHelp =
    "Seed all random numbers with N; the same seed gives the same result";
inline constexpr std::string_view kThreadsHelp =
    "Use N threads, or all cores with 0; the result does not depend on it";

}  // namespace faultline
