#pragma once
// The loop around every study: independent pieces of work, counted as they are done.

#include <cstdint>
#include <functional>
#include <string>

#include "faultline/methods/hooks.hpp"

namespace faultline::studies {

/// Calls work(i) for i in [0, n) on at most `threads` threads; progress counts pieces of `phase`.
/// Throws Cancelled when stopped before the last one.
void run_all(std::string phase, std::int64_t n, int threads, const methods::Hooks& hooks,
             const std::function<void(std::int64_t)>& work);

}  // namespace faultline::studies
