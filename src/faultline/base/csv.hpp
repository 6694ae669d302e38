#pragma once
// CSV as it is written: a field is quoted when it is empty or holds what would end it.

#include <string>
#include <string_view>

namespace faultline {

[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace faultline
