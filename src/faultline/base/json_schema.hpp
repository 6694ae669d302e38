#pragma once
// The JSON Schema (draft 2020-12) of what json::write makes of a described struct: every key with
// its help, range and allowed words. Structs stand in $defs under their C++ names.

#include <string>

#include "faultline/base/describe.hpp"

namespace faultline::json {

/// Indented, one final line break. The type must be a described struct.
[[nodiscard]] std::string schema(const describe::Type& type);

template <typename T>
[[nodiscard]] std::string schema() {
  return schema(describe::type_of<T>());
}

}  // namespace faultline::json
