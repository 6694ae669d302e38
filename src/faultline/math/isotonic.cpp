#include "faultline/math/isotonic.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "faultline/base/error.hpp"

namespace faultline::math {

Isotonic::Isotonic(std::span<const double> x, std::span<const double> y) {
  if (x.empty() || x.size() != y.size()) throw InternalError("isotonic regression of no points");
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return x[i]; });
  std::vector<double> weight;
  // The last block takes in the one before as long as that is higher.
  const auto pool = [&] {
    while (value_.size() > 1 && value_[value_.size() - 2] >= value_.back()) {
      const std::size_t last = value_.size() - 1;
      const double both = weight[last - 1] + weight[last];
      value_[last - 1] += (value_[last] - value_[last - 1]) * weight[last] / both;
      weight[last - 1] = both;
      value_.pop_back();
      weight.pop_back();
      from_.pop_back();
    }
  };
  for (std::size_t k = 0; k < order.size();) {
    const double here = x[order[k]];
    double sum = 0;
    double count = 0;
    for (; k < order.size() && x[order[k]] == here; ++k) {
      sum += y[order[k]];
      count += 1;
    }
    from_.push_back(here);
    value_.push_back(sum / count);
    weight.push_back(count);
    pool();
  }
}

double Isotonic::operator()(double x) const {
  const auto after = std::ranges::upper_bound(from_, x);
  return after == from_.begin() ? value_.front()
                                : value_[static_cast<std::size_t>(after - from_.begin()) - 1];
}

}  // namespace faultline::math
