#pragma once
// A CSV file through the embedded engine to profiles, under the promises that hold for any file.

#include "faultline/data/input.hpp"

namespace faultline::fuzz {

/// True when the file was read, false when it was refused with a sentence for the user. Throws
/// std::logic_error when a promise is broken; whatever else is thrown is an error of ours, too.
bool read_people(const data::InputOptions& input, const data::RoleOptions& roles);

}  // namespace faultline::fuzz
