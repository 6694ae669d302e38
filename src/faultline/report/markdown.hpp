#pragma once
// A result as Markdown (GitHub's, with tables), for wikis, merge requests and notebooks.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] std::string to_markdown(const result::Result& result);

}  // namespace faultline::report
