#include "faultline/methods/sources/flips.hpp"

#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::methods {
namespace {

// Leads of five standard deviations are as good as certain; a sixth of one is fine enough for
// counts of ten.
constexpr double kFarthest = 5;
constexpr int kGrid = 61;
// The fit has settled long before, in what is asked of it.
constexpr int kSteps = 150;
// Equally likely values of u.
constexpr int kNodes = 31;

double grid_point(int j) { return kFarthest * (2.0 * j / (kGrid - 1) - 1); }

/// log of the binomial coefficient.
double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

std::vector<double> likelihood(const FlipCount& count) {
  const auto m = static_cast<double>(count.predictions);
  const auto k = static_cast<double>(count.wrong);
  std::vector<double> result(kGrid, 0);
  for (int j = 0; j < kGrid; ++j) {
    for (int node = 0; node < kNodes; ++node) {
      const double x = grid_point(j) + math::normal_quantile((node + 0.5) / kNodes);
      const double wrong = math::normal_cdf(x);
      const double right = math::normal_upper_tail(x);
      result[static_cast<std::size_t>(j)] +=
          std::exp(log_choose(m, k)) * std::pow(wrong, k) * std::pow(right, m - k) / kNodes;
    }
  }
  return result;
}

}  // namespace

FlipMixture::FlipMixture(std::span<const FlipCount> counts) {
  std::vector<std::vector<double>> likelihoods;
  for (const FlipCount& count : counts) likelihoods.push_back(likelihood(count));
  std::vector<double> share(kGrid, 1.0 / kGrid);
  const auto posterior = [&](std::size_t c) {
    std::vector<double> result(kGrid);
    double sum = 0;
    for (std::size_t j = 0; j < kGrid; ++j) sum += result[j] = share[j] * likelihoods[c][j];
    for (double& one : result) one /= sum;
    return result;
  };
  double total = 0;
  for (const FlipCount& count : counts) total += count.weight;
  for (int step = 0; total > 0 && step < kSteps; ++step) {
    std::vector<double> next(kGrid, 0);
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const std::vector<double> of_count = posterior(c);
      for (std::size_t j = 0; j < kGrid; ++j) next[j] += counts[c].weight / total * of_count[j];
    }
    share = std::move(next);
  }
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const std::vector<double> of_count = posterior(c);
    double wrong = of_count[kGrid / 2] / 2;
    for (std::size_t j = kGrid / 2 + 1; j < kGrid; ++j) wrong += of_count[j];
    mainly_wrong_[{counts[c].predictions, counts[c].wrong}] = wrong;
  }
}

double FlipMixture::mainly_wrong(std::int64_t predictions, std::int64_t wrong) const {
  const auto found = mainly_wrong_.find({predictions, wrong});
  if (found == mainly_wrong_.end()) throw InternalError("counts that the mixture has not seen");
  return found->second;
}

}  // namespace faultline::methods
