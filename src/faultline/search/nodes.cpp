#include "faultline/search/nodes.hpp"

#include <cmath>
#include <numbers>

namespace faultline::search {
namespace {

// A factor is at most e^3.5, so 64 of them stay far below the largest double.
constexpr int kFactorsPerLogarithm = 64;
// From here on the logarithm of one factor is cheaper than multiplying it so often.
constexpr std::int64_t kManyPeople = 24;

std::array<double, kNodes> make_thetas() {
  std::array<double, kNodes> thetas{};
  for (int k = 0; k < kNodes; ++k) {
    const double x = -std::cos((2 * k + 1) * std::numbers::pi / (2 * kNodes));
    thetas[k] = 0.5 * kNodeRange * (x + 1);
  }
  return thetas;
}

std::array<double, kNodes> make_growths() {
  std::array<double, kNodes> growths{};
  for (int k = 0; k < kNodes; ++k) growths[k] = std::expm1(node_thetas()[k]);
  return growths;
}

}  // namespace

const std::array<double, kNodes>& node_thetas() {
  static const std::array<double, kNodes> thetas = make_thetas();
  return thetas;
}

const std::array<double, kNodes>& node_growths() {
  static const std::array<double, kNodes> growths = make_growths();
  return growths;
}

void NodeSum::add(double p, std::int64_t people) {
  const std::array<double, kNodes>& growths = node_growths();
  if (people >= kManyPeople) {
    for (int k = 0; k < kNodes; ++k)
      sum_[k] += static_cast<double>(people) * std::log1p(growths[k] * p);
    return;
  }
  for (std::int64_t i = 0; i < people; ++i) {
    for (int k = 0; k < kNodes; ++k) product_[k] *= 1.0 + growths[k] * p;
    if (++pending_ == kFactorsPerLogarithm) flush();
  }
}

void NodeSum::flush() {
  for (int k = 0; k < kNodes; ++k) {
    sum_[k] += std::log(product_[k]);
    product_[k] = 1.0;
  }
  pending_ = 0;
}

void NodeSum::take(double* sums) {
  if (pending_ > 0) flush();
  for (int k = 0; k < kNodes; ++k) {
    sums[k] = sum_[k];
    sum_[k] = 0;
  }
}

}  // namespace faultline::search
