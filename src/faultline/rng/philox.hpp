#pragma once
// One block of Philox4x32 with ten rounds (Salmon et al. 2011): a bijection of the counter chosen
// by the key. Everything random in Faultline comes from here.

#include <array>
#include <cstdint>

namespace faultline::rng {

[[nodiscard]] std::array<std::uint32_t, 4> philox4x32_10(
    const std::array<std::uint32_t, 4>& counter, const std::array<std::uint32_t, 2>& key);

}  // namespace faultline::rng
