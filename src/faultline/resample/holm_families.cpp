#include "faultline/resample/holm_families.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "faultline/base/error.hpp"

namespace faultline::resample {
namespace {

/// The largest p-value of a family; none when nothing was tested.
std::optional<double> largest(const FamilyPValues& family) {
  std::optional<double> most;
  for (const std::optional<double>& p : family) {
    if (!p) continue;
    if (!(*p >= 0 && *p <= 1)) {
      throw InternalError("a p-value to be adjusted lies outside of 0 to 1");
    }
    most = std::max(most.value_or(0), *p);
  }
  return most;
}

}  // namespace

FamilyAdjustment holm_families(const std::vector<FamilyPValues>& within, double alpha) {
  std::vector<std::pair<double, std::size_t>> leaving;  // in the order in which families leave
  for (std::size_t f = 0; f < within.size(); ++f) {
    if (const auto most = largest(within[f])) leaving.emplace_back(*most, f);
  }
  std::sort(leaving.begin(), leaving.end());

  FamilyAdjustment result{.adjusted = within, .level = std::vector<double>(within.size(), alpha)};
  // The smallest alpha at which the families before the i-th have left, for every i.
  std::vector<double> left{0.0};
  for (std::size_t i = 0; i < leaving.size(); ++i) {
    const auto remaining = static_cast<double>(leaving.size() - i);
    left.push_back(std::max(left.back(), remaining * leaving[i].first));
  }
  for (std::size_t rank = 0; rank < leaving.size(); ++rank) {
    const std::size_t f = leaving[rank].second;
    for (std::optional<double>& p : result.adjusted[f]) {
      if (!p) continue;
      double smallest = 1;
      for (std::size_t i = 0; i <= rank; ++i) {
        const auto remaining = static_cast<double>(leaving.size() - i);
        smallest = std::min(smallest, std::max(left[i], remaining * *p));
      }
      p = smallest;
    }
    std::size_t step = 0;
    while (step < rank && left[step + 1] <= alpha) ++step;
    result.level[f] = alpha / static_cast<double>(leaving.size() - step);
  }
  return result;
}

}  // namespace faultline::resample
