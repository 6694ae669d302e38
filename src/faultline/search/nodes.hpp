#pragma once
// Where the Bernoulli log-likelihood ratio is sampled. With t = log q, f(t) = y t - sum log(1 +
// (e^t - 1) p) is additive over people and analytic in the strip |Im t| < pi, so its values at a
// few Chebyshev nodes determine it: 21 nodes on [0, 3.5] give it back with an error below 1e-13 per
// person, whatever their p (bench/ and tests measure the worst case). One direction needs only one
// side of zero, which is why 21 nodes do here what 40 do on [-4, 4]; "lower" uses the mirrored
// problem.

#include <array>
#include <cstdint>

namespace faultline::search {

/// As many as keep the interpolation error below kNodeError; with the three of lanes.hpp they fill
/// three cache lines.
inline constexpr int kNodes = 21;
inline constexpr double kNodeRange = 3.5;  // log q beyond it (odds times 33) is evaluated directly
/// Worst case over p of the interpolation error, per person, on [0, kNodeRange].
inline constexpr double kNodeError = 1.5e-13;

/// Chebyshev nodes of the first kind on [0, kNodeRange], ascending.
[[nodiscard]] const std::array<double, kNodes>& node_thetas();
/// e^t - 1 at the nodes.
[[nodiscard]] const std::array<double, kNodes>& node_growths();

/// Running sum over people of log(1 + growth_k p) at every node. Factors are multiplied and one
/// logarithm is taken for many people; the sum depends on the order of calls in the last digits
/// only, and calls come in canonical order.
class NodeSum {
 public:
  void add(double p, std::int64_t people);
  /// Writes the sums and starts anew.
  void take(double* sums);

 private:
  void flush();

  std::array<double, kNodes> product_ = ones();
  std::array<double, kNodes> sum_{};
  int pending_ = 0;

  static std::array<double, kNodes> ones() {
    std::array<double, kNodes> values{};
    values.fill(1.0);
    return values;
  }
};

}  // namespace faultline::search
