#pragma once
// Described options as text: a value from what somebody typed, and all values for the echo in a
// result. JSON specs go through base/json.hpp.

#include <span>
#include <string>
#include <string_view>

#include "faultline/base/describe.hpp"
#include "faultline/base/value.hpp"

namespace faultline::describe {

/// Sets a member from the texts that were typed for it, one unless it is a list. Throws
/// OptionError: "alpha = x: must be a number".
void set_from_text(const Member& member, void* value, std::span<const std::string> texts);

/// The default as help shows it; empty when there is none.
[[nodiscard]] std::string as_text(const Member& member, const void* value);

/// One option's value; an absent one is null.
[[nodiscard]] Value echoed(const Member& member, const void* value);

/// Every option by key, complete: what was not given has its default, and an absent value is null.
/// Options of this machine alone (Member::local) are left out.
[[nodiscard]] Values echo(const Object& object, const void* value);

template <typename Options>
[[nodiscard]] Values echo(const Options& options) {
  return echo(description(&options), &options);
}

/// Throws OptionError on a number outside its range.
template <typename Options>
void check(const Options& options) {
  check_ranges(description(&options), &options);
}

}  // namespace faultline::describe
