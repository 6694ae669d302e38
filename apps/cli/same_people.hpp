#pragma once
// The input is read twice: to check it, and to analyse it. Both must have seen the same people.

#include <cstdint>

#include "faultline/data/summary.hpp"

namespace faultline::cli {

/// Throws InputError when `people` is not the number that was checked.
void check_same_people(const data::Summary& checked, std::int64_t people);

}  // namespace faultline::cli
