#include "faultline/resample/step_down.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/resample/family_test.hpp"

namespace faultline::resample {
namespace {

// An interval from null scores needs a 95 % quantile that does not rest on a handful of them.
constexpr std::int64_t kFewest = 199;
// Far more than the rounding of a level times a count, far less than 1.
constexpr double kRounding = 1e-6;

}  // namespace

StepDown::StepDown(std::span<const double> observed, std::span<const double> scale,
                   std::span<const std::size_t> order, bool single_step)
    : scale_(scale.begin(), scale.end()),
      order_(order.begin(), order.end()),
      exceedances_(order.size(), 0),
      maxima_(order.size(), 0),
      tests_(observed.size()),
      single_step_(single_step) {
  scaled_.reserve(order_.size());
  for (const std::size_t test : order_) scaled_.push_back(observed[test] / scale_[test]);
}

void StepDown::stop_at(double alpha, int families) {
  for (int i = 1; i <= families; ++i) {
    const double level = alpha / i;
    levels_.push_back({.level = level,
                       .boundary = SequentialBoundary(level),
                       .below = std::vector<std::optional<bool>>(order_.size())});
  }
  settled_ = order_.empty();
}

void StepDown::write_maxima(std::span<const double> scores) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t step = order_.size(); step-- > 0;) {
    largest = std::max(largest, scores[order_[step]] / scale_[order_[step]]);
    maxima_[step] = largest;
  }
  if (single_step_) std::fill(maxima_.begin(), maxima_.end(), largest);
}

double StepDown::p_of(std::size_t step) const {
  return static_cast<double>(1 + exceedances_[step]) / static_cast<double>(1 + seen_);
}

/// Steps are taken in order until one does not reject. A step is settled when the boundary was
/// reached and the p-value, which may have moved since, still says the same.
bool StepDown::settle(Level& level) const {
  bool all = true;
  bool rejecting = true;
  for (std::size_t step = 0; step < order_.size(); ++step) {
    if (!level.below[step]) level.below[step] = level.boundary.below(seen_, exceedances_[step]);
    const bool agrees = level.below[step] && *level.below[step] == (p_of(step) <= level.level);
    if (!rejecting) continue;
    all = all && agrees;
    rejecting = agrees && *level.below[step];
  }
  return all;
}

void StepDown::see(std::span<const double> scores) {
  ++seen_;
  write_maxima(scores);
  for (std::size_t step = 0; step < order_.size(); ++step) {
    if (reaches(maxima_[step], scaled_[step])) ++exceedances_[step];
  }
  if (levels_.empty()) return;
  bool all = true;
  for (Level& level : levels_) all = settle(level) && all;
  settled_ = all && seen_ >= kFewest;
}

std::vector<std::optional<double>> StepDown::adjusted() const {
  std::vector<std::optional<double>> adjusted(tests_);
  if (seen_ == 0) return adjusted;
  double largest = 0;
  for (std::size_t step = 0; step < order_.size(); ++step) {
    largest = std::max(largest, p_of(step));
    adjusted[order_[step]] = largest;
  }
  return adjusted;
}

double StepDown::critical(const std::vector<std::vector<double>>& null_scores, std::size_t test,
                          double level) const {
  const std::size_t replicates = null_scores.empty() ? 0 : null_scores.front().size();
  // A whole number must not become the next one by rounding.
  const auto position = std::ceil((1 - level) * static_cast<double>(replicates + 1) - kRounding);
  if (position > static_cast<double>(replicates)) return std::numeric_limits<double>::infinity();
  StepDown again = *this;
  std::fill(again.exceedances_.begin(), again.exceedances_.end(), 0);
  again.levels_.clear();
  again.seen_ = 0;
  std::vector<std::vector<double>> maxima(order_.size());
  std::vector<double> scores(tests_);
  for (std::size_t i = 0; i < replicates; ++i) {
    for (std::size_t t = 0; t < tests_; ++t) scores[t] = null_scores[t][i];
    again.see(scores);
    for (std::size_t step = 0; step < order_.size(); ++step)
      maxima[step].push_back(again.maxima_[step]);
  }
  // The step of the test, or the one before it that did not reject: the procedure ended there.
  std::size_t step = 0;
  while (order_[step] != test && again.p_of(step) <= level) ++step;
  const auto at = maxima[step].begin() + static_cast<std::ptrdiff_t>(position) - 1;
  std::nth_element(maxima[step].begin(), at, maxima[step].end());
  return *at;
}

}  // namespace faultline::resample
