#include "faultline/methods/bias_scan/theory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/maximise.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"
#include "faultline/search/bernoulli_score.hpp"

namespace faultline::methods::theory {
namespace {

struct Totals {
  std::int64_t n = 0;
  std::int64_t y = 0;
};

Totals check(const Cells& cells) {
  if (cells.n.size() != cells.y.size() || cells.n.size() != cells.p.size()) {
    throw InputError(fmt::format(
        "a subgroup needs people, events and probabilities of equal length, but has {}, {} and {}",
        cells.n.size(), cells.y.size(), cells.p.size()));
  }
  Totals totals;
  for (std::size_t i = 0; i < cells.n.size(); ++i) {
    if (cells.n[i] < 0 || cells.y[i] < 0 || cells.y[i] > cells.n[i]) {
      throw InputError(
          fmt::format("profile {} of the subgroup has {} events among {} people, which cannot be",
                      i + 1, cells.y[i], cells.n[i]));
    }
    if (!(cells.p[i] > 0 && cells.p[i] < 1)) {
      throw InputError(fmt::format(
          "profile {} of the subgroup has probability {}; the theory needs probabilities strictly "
          "between 0 and 1",
          i + 1, cells.p[i]));
    }
    totals.n += cells.n[i];
    totals.y += cells.y[i];
  }
  if (totals.n == 0)
    throw InputError("the subgroup has no people in the test data; choose one that has");
  return totals;
}

void check_delta(double delta) {
  if (!(delta >= 1) || !std::isfinite(delta)) {
    throw ConfigError(fmt::format(
        "the sampling bias Delta is {}; it must be a finite number of at least 1", delta));
  }
}

/// The scan engine's own sums, for a subgroup's cells.
search::PredictionsView view(const Cells& cells) { return {cells.p, cells.n}; }

double log_partition(const Cells& cells, double t) { return search::log_partition(view(cells), t); }

/// For 0 < y < n.
double log_q_mle(const Cells& cells, const Totals& totals) {
  return search::log_q_mle(view(cells), static_cast<double>(totals.y));
}

/// Roots here are logarithms near 0: relative precision there would ask for more digits than the
/// sums have.
constexpr math::RootOptions kRoot{.absolute_tolerance = 1e-15};

double old_score(const Cells& cells, const Totals& totals) {
  double sum = 0;
  if (totals.y == 0 || totals.y == totals.n) {
    // q -> 0 leaves -sum n log(1 - p); q -> infinity leaves -sum n log(p).
    for (std::size_t i = 0; i < cells.n.size(); ++i) {
      const double term = totals.y == 0 ? std::log1p(-cells.p[i]) : std::log(cells.p[i]);
      sum -= static_cast<double>(cells.n[i]) * term;
    }
    return sum;
  }
  const double t = log_q_mle(cells, totals);
  return std::max(0.0, static_cast<double>(totals.y) * t - log_partition(cells, t));
}

}  // namespace

double profile_mean(double beta) {
  return -2 * beta * math::normal_pdf(beta) - 2 * beta * beta * math::normal_cdf(beta);
}

double profile_variance(double beta) {
  const double included = math::normal_cdf(beta);  // 1 - Phi(-beta)
  const double hazard = math::normal_pdf(beta) / included;
  const double spread = 1 - beta * hazard - hazard * hazard;
  const double centre = beta + hazard;
  return 4 * beta * beta * included * (spread + centre * centre * (1 - included));
}

const Constants& constants() {
  static const Constants found = [] {
    Constants c;
    // Both vanish at 0 and far out, and have one maximum between.
    const math::Maximum mean = math::maximise(profile_mean, -3, 0);
    const math::Maximum variance = math::maximise(profile_variance, -3, 0);
    c.beta_k1 = mean.at;
    c.k1 = mean.value;
    c.beta_k2 = variance.at;
    c.k2_squared = variance.value;
    c.k2 = std::sqrt(c.k2_squared);
    return c;
  }();
  return found;
}

double critical_value(std::int64_t profiles, double alpha) {
  if (profiles < 1) {
    throw ConfigError(
        fmt::format("the critical value needs at least one profile, but there are {}", profiles));
  }
  if (!(alpha > 0 && alpha < 1)) {
    throw ConfigError(fmt::format("alpha is {}; it must lie strictly between 0 and 1", alpha));
  }
  const double m = static_cast<double>(profiles);
  return constants().k1 * m - constants().k2 * math::normal_quantile(alpha) * std::sqrt(m);
}

double q_mle(const Cells& cells) {
  const Totals totals = check(cells);
  if (totals.y == 0) return 0;
  if (totals.y == totals.n) return std::numeric_limits<double>::infinity();
  return std::exp(log_q_mle(cells, totals));
}

double score_without_bias(const Cells& cells) { return old_score(cells, check(cells)); }

double limit_score(const Cells& cells, double delta) {
  check_delta(delta);
  const Totals totals = check(cells);
  if (totals.y == totals.n) return 0;
  const double u = std::log(delta);
  if (totals.y > 0 && u <= log_q_mle(cells, totals)) return 0;
  return std::max(
      0.0, old_score(cells, totals) + log_partition(cells, u) - static_cast<double>(totals.y) * u);
}

double normalised_limit_score(const Cells& cells, double delta, double share) {
  check_delta(delta);
  if (!(share > 0 && share <= 1)) {
    throw ConfigError(
        fmt::format("the subgroup's share is {}; it must lie above 0 and at most at 1", share));
  }
  const Totals totals = check(cells);
  const double u = std::log(delta);
  double sum = 0;
  for (std::size_t i = 0; i < cells.n.size(); ++i) {
    sum +=
        static_cast<double>(cells.n[i]) * (std::log1p(cells.p[i] * (delta - 1)) - cells.p[i] * u);
  }
  return share * sum / static_cast<double>(totals.n);
}

std::optional<double> detectable_delta(const Cells& cells, double h) {
  const Totals totals = check(cells);
  if (std::isnan(h))
    throw ConfigError("the critical value is not a number; compute it with critical_value");
  if (h < 0) return 1.0;  // every score, 0 included, is above it
  if (totals.y == totals.n) return std::nullopt;
  const double y = static_cast<double>(totals.y);
  const double old = old_score(cells, totals);
  // From log q_mle on, F_old + Q rises from 0 without bound; where it is above h at Delta = 1
  // already, the answer is 1.
  const double start = totals.y == 0 ? 0.0 : std::max(0.0, log_q_mle(cells, totals));
  const auto excess = [&](double u) { return old + log_partition(cells, u) - y * u - h; };
  if (excess(start) >= 0) return std::exp(start);
  constexpr double kLargest = 700;  // e^700 is still a double
  double end = start + 1;
  while (excess(end) < 0) {
    if (end >= kLargest) return std::nullopt;
    end = std::min(2 * end, kLargest);
  }
  return std::exp(math::monotone_root(excess, start, end, kRoot));
}

Mirrored::Mirrored(const Cells& cells) : n(cells.n.begin(), cells.n.end()) {
  for (std::size_t i = 0; i < n.size(); ++i) {
    y.push_back(n[i] - cells.y[i]);
    p.push_back(1 - cells.p[i]);
  }
}

}  // namespace faultline::methods::theory
