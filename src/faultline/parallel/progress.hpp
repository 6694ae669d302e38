#pragma once
// Progress as the library reports it; who shows it (a bar, a web page) is somebody else's business.

#include <cstdint>
#include <functional>
#include <string_view>

namespace faultline::parallel {

/// Called now and then, from any thread but never from two at once: phase, units done, units in
/// all.
using ProgressFunction =
    std::function<void(std::string_view phase, std::int64_t done, std::int64_t total)>;

}  // namespace faultline::parallel
