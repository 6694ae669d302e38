#pragma once
// Invented data to try things with, small enough to be made while somebody waits: each with the
// question it is about.

#include <span>
#include <string>
#include <string_view>

#include "faultline/base/describe.hpp"

namespace faultline::simulate {

enum class Example { patients, fair, treatment };
[[nodiscard]] std::span<const describe::Word> words(Example);

/// The people, as a CSV file with a header. The same each time.
[[nodiscard]] std::string example_csv(Example example);
/// A spec, as JSON, for which they are an example.
[[nodiscard]] std::string_view example_spec(Example example);

}  // namespace faultline::simulate
