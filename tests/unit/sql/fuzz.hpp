#pragma once
// Feeds random and mutated CSV text with random options to People: it works or it refuses with a
// sentence, nothing else.

#include <cstdint>

namespace faultline::sql::testing {

/// Runs `rounds` cases from a seed; returns how many of them worked, so that a test can see both
/// ways being taken.
int fuzz_people(std::uint64_t seed, int rounds);

}  // namespace faultline::sql::testing
