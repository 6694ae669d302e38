#pragma once
// How many data sets a simulation of a level or a coverage draws. Sanitizers look at what the loops
// do, not at how often they reject, and make them ten times as slow: there it is a tenth. Bounds
// are computed from the number, so that the stated false-alarm rate holds for any.

namespace faultline::testing {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

constexpr int data_sets(int full) { return kSanitized ? full / 10 : full; }

}  // namespace faultline::testing
