#include "faultline/methods/sources/scaling_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/resample/quantiles.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// The law is only approximate: chosen so that intervals at twice and ten times the people cover
// what training there gives, on designs with known truth.
constexpr double kTau = 0.06;
constexpr int kBetas = 14;
constexpr std::array kLinearBetas{0.4, 1.5};
constexpr std::array kTreeBetas{0.2, 1.2};
// Prior mass of costs that rise with more people, as a group's does whose rule a larger one drowns.
constexpr double kRising = 0.15;
// Apart from other draws of bootstrap kind.
constexpr std::uint32_t kLawSubstream = 0x4000'0000U;

using Matrix = std::vector<double>;  // square, row by row

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan: it has five rows.
Matrix inverse(Matrix a, std::size_t n) {
  Matrix b(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) b[i * n + i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = a[i * n + i];
    if (!(pivot > 0)) throw InternalError("a covariance of costs is singular");
    for (std::size_t j = 0; j < n; ++j) {
      a[i * n + j] /= pivot;
      b[i * n + j] /= pivot;
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      const double factor = a[k * n + i];
      for (std::size_t j = 0; j < n; ++j) {
        a[k * n + j] -= factor * a[i * n + j];
        b[k * n + j] -= factor * b[i * n + j];
      }
    }
  }
  return b;
}

double product(std::span<const double> x, const Matrix& w, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) sum += x[i] * w[i * y.size() + j] * y[j];
  }
  return sum;
}

struct GridPoint {
  double limit = 0;
  double beta = 1;
  double prior = 0;
};

std::vector<GridPoint> grid_of(bool linear) {
  const auto& range = linear ? kLinearBetas : kTreeBetas;
  std::vector<GridPoint> grid;
  for (int b = 0; b < kBetas; ++b) {
    const double beta =
        range[0] * std::pow(range[1] / range[0], static_cast<double>(b) / (kBetas - 1));
    for (int k = 0; k <= 25; ++k)
      grid.push_back({.limit = 0.04 * k, .beta = beta, .prior = (1 - kRising) / 26});
    for (int k = 1; k <= 10; ++k)
      grid.push_back({.limit = 1 + 0.1 * k, .beta = beta, .prior = kRising / 10});
  }
  return grid;
}

struct Weights {
  double sum = 0;
  double squares = 0;
  void add(double weight) {
    sum += weight;
    squares += weight * weight;
  }
  /// As many people of equal weight say as much.
  [[nodiscard]] double effective() const { return sum * sum / squares; }
};

double cost_at(double today, double limit, double beta, double factor, double most) {
  const double left = std::isinf(factor) ? 0 : std::pow(factor, -beta);
  return std::clamp(today * (limit + (1 - limit) * left), 0.0, most);
}

}  // namespace

double CurveMoments::se(std::size_t k) const { return std::sqrt(covariance[k * mean.size() + k]); }

CurveMoments curve_moments(std::span<const double> share,
                           const std::vector<std::vector<double>>& loss,
                           std::span<const std::int32_t> fold, std::span<const double> weight) {
  const std::size_t sizes = share.size();
  const auto q = [&](std::size_t i) { return weight.empty() ? 1.0 : weight[i]; };
  std::vector<std::size_t> counted;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    const bool all = std::all_of(loss.begin(), loss.end(),
                                 [i](const auto& of_size) { return !std::isnan(of_size[i]); });
    if (all && q(i) > 0) counted.push_back(i);
  }
  CurveMoments result{.share = {share.begin(), share.end()}};
  if (counted.size() < 2) return result;
  Weights everybody;
  for (const std::size_t i : counted) everybody.add(q(i));
  result.n = std::llround(everybody.effective());
  const auto n = static_cast<double>(counted.size());
  for (std::size_t k = 0; k < sizes; ++k) {
    math::CompensatedSum sum;
    for (const std::size_t i : counted) sum.add(q(i) * loss[k][i]);
    result.mean.push_back(sum.value() / everybody.sum);
  }
  result.covariance.assign(sizes * sizes, 0);
  for (std::size_t a = 0; a < sizes; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      math::CompensatedSum sum;
      for (const std::size_t i : counted)
        sum.add(q(i) * (loss[a][i] - result.mean[a]) * q(i) * (loss[b][i] - result.mean[b]));
      const double of_weights = n / everybody.sum;
      const double of_means = sum.value() / (n - 1) / n * of_weights * of_weights;
      result.covariance[a * sizes + b] = of_means;
      result.covariance[b * sizes + a] = of_means;
    }
  }
  for (std::size_t k = 0; k < sizes; ++k) {
    std::map<std::int32_t, std::pair<double, Weights>> folds;  // sum of losses
    for (const std::size_t i : counted) {
      folds[fold[i]].first += q(i) * loss[k][i];
      folds[fold[i]].second.add(q(i));
    }
    if (folds.size() < 2) continue;
    const auto count = static_cast<double>(folds.size());
    double spread = 0;
    double expected = 0;  // of people alone
    for (const auto& [which, sum] : folds) {
      const double away = sum.first / sum.second.sum - result.mean[k];
      spread += away * away / (count - 1);
      expected +=
          result.covariance[k * sizes + k] * everybody.effective() / sum.second.effective() / count;
    }
    result.covariance[k * sizes + k] += std::max(0.0, spread - expected) / count;
  }
  return result;
}

ScalingLaw::ScalingLaw(const CurveMoments& moments, const LawOptions& options)
    : most_(options.most) {
  const std::size_t sizes = moments.mean.size();
  draws_.assign(kDraws, {});
  if (moments.n < 2) throw InternalError("a law of nobody");
  const double largest = *std::ranges::max_element(moments.mean);
  if (!(largest > 0)) return;  // nobody costs anything, at any size
  Matrix covariance = moments.covariance;
  // One error among as many people: what is never seen is not certain.
  const double floor = largest / static_cast<double>(moments.n + 2);
  for (std::size_t k = 0; k < sizes; ++k) {
    const double of_law = kTau * moments.mean[k];
    covariance[k * sizes + k] += of_law * of_law + floor * floor;
  }
  const Matrix weight = inverse(std::move(covariance), sizes);
  const std::vector<GridPoint> grid = grid_of(options.linear);
  struct Solved {
    double today = 0;
    double spread = 0;
    double log_weight = 0;
  };
  std::vector<Solved> solved;
  double best = -std::numeric_limits<double>::infinity();
  for (const GridPoint& point : grid) {
    std::vector<double> h(sizes);
    for (std::size_t k = 0; k < sizes; ++k)
      h[k] = point.limit + (1 - point.limit) * std::pow(moments.share[k], -point.beta);
    const double hh = product(h, weight, h);
    const double today = product(h, weight, moments.mean) / hh;
    std::vector<double> away(sizes);
    for (std::size_t k = 0; k < sizes; ++k) away[k] = moments.mean[k] - today * h[k];
    const double chi_squared = product(away, weight, away);
    const bool possible = today > 0 && today <= most_ && point.limit * today <= most_;
    solved.push_back({.today = today,
                      .spread = 1 / std::sqrt(hh),
                      .log_weight = possible
                                        ? std::log(point.prior) - chi_squared / 2 - std::log(hh) / 2
                                        : -std::numeric_limits<double>::infinity()});
    best = std::max(best, solved.back().log_weight);
  }
  if (!std::isfinite(best)) {  // nearly everybody costs all that is possible: so it stays
    for (Draw& draw : draws_) draw = {.today = std::min(moments.mean.back(), most_), .limit = 1};
    return;
  }
  std::vector<double> cumulative;
  cumulative.reserve(solved.size());
  double sum = 0;
  for (const Solved& one : solved) cumulative.push_back(sum += std::exp(one.log_weight - best));
  rng::Stream stream(options.seed, rng::Purpose::bootstrap, options.number, kLawSubstream);
  for (Draw& draw : draws_) {
    const double u = rng::uniform(stream) * sum;
    const auto at = static_cast<std::size_t>(std::min<std::ptrdiff_t>(
        std::ranges::upper_bound(cumulative, u) - cumulative.begin(), std::ssize(cumulative) - 1));
    const double today = solved[at].today + solved[at].spread * rng::normal(stream);
    draw = {.today = std::clamp(today, 0.0, most_), .limit = grid[at].limit, .beta = grid[at].beta};
  }
}

std::vector<double> ScalingLaw::at(double factor) const {
  std::vector<double> costs;
  costs.reserve(draws_.size());
  for (const Draw& draw : draws_)
    costs.push_back(cost_at(draw.today, draw.limit, draw.beta, factor, most_));
  return costs;
}

double back_test_miss(const CurveMoments& moments, const LawOptions& options) {
  // Of the sizes that were trained on, as many as a curve has unknowns (today's cost, limit and
  // exponent); the rest is what it has to foretell.
  constexpr std::size_t kSizes = 5;
  constexpr std::size_t kFitted = 3;
  if (moments.n < 2 || moments.mean.size() != kSizes) return 0;
  CurveMoments first{.n = moments.n};
  const double middle = moments.share[kFitted - 1];
  for (std::size_t k = 0; k < kFitted; ++k) {
    first.share.push_back(moments.share[k] / middle);
    first.mean.push_back(moments.mean[k]);
    for (std::size_t j = 0; j < kFitted; ++j)
      first.covariance.push_back(moments.covariance[k * kSizes + j]);
  }
  const ScalingLaw law(first, options);
  const std::vector<double> then = law.at(1 / middle);
  const std::vector<double> now = law.at(1);
  const std::size_t last = kSizes - 1;
  const std::size_t from = kFitted - 1;
  const double variance = moments.covariance[last * kSizes + last] +
                          moments.covariance[from * kSizes + from] -
                          2 * moments.covariance[last * kSizes + from];
  rng::Stream stream(options.seed, rng::Purpose::bootstrap, options.number, kLawSubstream + 1);
  std::vector<double> expected;
  expected.reserve(then.size());
  for (std::size_t d = 0; d < then.size(); ++d) {
    expected.push_back(then[d] - now[d] + std::sqrt(std::max(0.0, variance)) * rng::normal(stream));
  }
  const std::array ends{0.025, 0.975};
  const std::vector<double> band = resample::quantiles(expected, ends);
  const double seen = moments.mean[last] - moments.mean[from];
  if (seen < band[0]) return seen - band[0];
  return seen > band[1] ? seen - band[1] : 0;
}

}  // namespace faultline::methods
