#include "faultline/resample/sequential_boundary.hpp"

#include "faultline/base/error.hpp"

namespace faultline::resample {
namespace {

// How late the risk is spent: half of it by this replicate (Gandy's own choice).
constexpr double kHalfSpent = 1000;

}  // namespace

SequentialBoundary::SequentialBoundary(double level, double risk) : level_(level), risk_(risk) {
  if (!(level > 0 && level < 1)) throw InternalError("a sequential test needs a level in (0, 1)");
}

/// One replicate further.
void SequentialBoundary::extend() {
  const auto n = static_cast<double>(lower_.size() + 1);
  next_.assign(alive_.size() + 1, 0.0);
  for (std::size_t i = 0; i < alive_.size(); ++i) {
    next_[i] += alive_[i] * (1 - level_);
    next_[i + 1] += alive_[i] * level_;
  }
  const double allowed = risk_ * n / (kHalfSpent + n);
  std::size_t low = 0;  // the first count that goes on
  while (low < next_.size() && stopped_below_ + next_[low] <= allowed)
    stopped_below_ += next_[low++];
  std::size_t high = next_.size();  // one past the last count that goes on
  while (high > low && stopped_above_ + next_[high - 1] <= allowed) stopped_above_ += next_[--high];
  lower_.push_back(first_ + static_cast<std::int32_t>(low) - 1);
  upper_.push_back(first_ + static_cast<std::int32_t>(high));
  alive_.assign(next_.begin() + static_cast<std::ptrdiff_t>(low),
                next_.begin() + static_cast<std::ptrdiff_t>(high));
  first_ += static_cast<std::int32_t>(low);
}

std::optional<bool> SequentialBoundary::below(std::int64_t n, std::int64_t exceedances) {
  while (static_cast<std::int64_t>(lower_.size()) < n) extend();
  const auto at = static_cast<std::size_t>(n - 1);
  if (exceedances <= lower_[at]) return true;
  if (exceedances >= upper_[at]) return false;
  return std::nullopt;
}

}  // namespace faultline::resample
