#pragma once
// What faultline_describe("examples") tells.

#include <string>

namespace faultline::c_api {

/// As JSON: name, help and spec of each example.
[[nodiscard]] std::string example_list();

}  // namespace faultline::c_api
