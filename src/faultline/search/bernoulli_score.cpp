#include "faultline/search/bernoulli_score.hpp"

#include <cmath>
#include <limits>

namespace faultline::search {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// First and (negated) second derivative of log_partition: the expected number of events at odds
/// e^t, and its variance.
struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments(PredictionsView people, double t) {
  Moments m;
  const double shrink = std::exp(-std::abs(t));
  for (std::size_t i = 0; i < people.p.size(); ++i) {
    const double p = people.p[i];
    // Both forms are p e^t / (1 - p + e^t p), free of overflow.
    const double tilted = t >= 0 ? p / (p + (1 - p) * shrink) : p * shrink / (1 - p + p * shrink);
    const double n = static_cast<double>(people.n[i]);
    if (p == 0) continue;
    if (p == 1) {  // certain at any odds; the second form has no value at t = -infinity
      m.mean += n;
      continue;
    }
    m.mean += n * tilted;
    m.variance += n * tilted * (1 - tilted);
  }
  return m;
}

double possible(PredictionsView people) {
  double n = 0;
  for (std::size_t i = 0; i < people.p.size(); ++i) {
    if (people.p[i] > 0) n += static_cast<double>(people.n[i]);
  }
  return n;
}

/// Root of mean(t) = y between lo (mean <= y) and hi (mean >= y): Newton, kept inside the bracket.
double solve_mean(PredictionsView people, double y, double lo, double hi) {
  double t = lo + 0.5 * (hi - lo);
  for (int i = 0; i < 200; ++i) {
    const Moments m = moments(people, t);
    const double excess = m.mean - y;
    (excess > 0 ? hi : lo) = t;
    double next = m.variance > 0 ? t - excess / m.variance : kInfinity;
    if (!(next > lo && next < hi)) next = lo + 0.5 * (hi - lo);
    if (std::abs(next - t) <= 1e-14 * (1 + std::abs(t)) || hi - lo <= 1e-15 * (1 + std::abs(lo)))
      return next;
    t = next;
  }
  return t;
}

/// Root of ratio(t) = c between two points of which one is above and one is not.
double bisect_ratio(PredictionsView people, double y, double c, double above, double below) {
  for (int i = 0; i < 200 && std::abs(above - below) > 1e-13 * (1 + std::abs(above)); ++i) {
    const double middle = 0.5 * (above + below);
    (log_likelihood_ratio(people, y, middle) > c ? above : below) = middle;
  }
  return 0.5 * (above + below);
}

}  // namespace

double expected_events(PredictionsView people, double t) { return moments(people, t).mean; }

double log_partition(PredictionsView people, double t) {
  double sum = 0;
  if (t < -30) {
    // e^t - 1 has lost e^t, which is all that is left of people with p = 1.
    for (std::size_t i = 0; i < people.p.size(); ++i) {
      const double p = people.p[i];
      sum += static_cast<double>(people.n[i]) *
             (p == 1 ? t : std::log1p(-p) + std::log1p(p / (1 - p) * std::exp(t)));
    }
    return sum;
  }
  if (t <= 30) {
    const double growth = std::expm1(t);
    for (std::size_t i = 0; i < people.p.size(); ++i) {
      sum += static_cast<double>(people.n[i]) * std::log1p(growth * people.p[i]);
    }
    return sum;
  }
  const double shrink = std::exp(-t);
  for (std::size_t i = 0; i < people.p.size(); ++i) {
    const double p = people.p[i];
    if (p == 0) continue;
    sum += static_cast<double>(people.n[i]) * (t + std::log(p + (1 - p) * shrink));
  }
  return sum;
}

double log_likelihood_ratio(PredictionsView people, double y, double t) {
  return y * t - log_partition(people, t);
}

Maximum maximise_bernoulli(PredictionsView people, double y) {
  if (!(moments(people, 0).mean < y)) return {};
  if (y >= possible(people)) {
    double limit = 0;
    for (std::size_t i = 0; i < people.p.size(); ++i) {
      if (people.p[i] > 0) limit -= static_cast<double>(people.n[i]) * std::log(people.p[i]);
    }
    return {limit, kInfinity};
  }
  double hi = 1;
  while (moments(people, hi).mean < y) hi *= 2;
  const double t = solve_mean(people, y, 0, hi);
  return {log_likelihood_ratio(people, y, t), t};
}

double log_q_mle(PredictionsView people, double y) {
  if (y <= 0) return -kInfinity;
  if (y >= possible(people)) return kInfinity;
  double lo = -1;
  double hi = 1;
  while (moments(people, lo).mean > y) lo *= 2;
  while (moments(people, hi).mean < y) hi *= 2;
  return solve_mean(people, y, lo, hi);
}

ThetaInterval interval_above(PredictionsView people, double y, double c, double from) {
  const Maximum top = maximise_bernoulli(people, y);
  if (!(top.value > c)) return {};
  const bool above_at_start = log_likelihood_ratio(people, y, from) > c;
  if (std::isinf(top.theta)) {
    if (above_at_start) return {from, kInfinity};
    double above = std::fmax(1.0, 2 * from);
    while (!(log_likelihood_ratio(people, y, above) > c)) {
      if (above > 1e6) return {};  // reaches c only in the limit, within rounding
      above *= 2;
    }
    return {bisect_ratio(people, y, c, above, from), kInfinity};
  }
  if (top.theta <= from && !above_at_start) return {};
  const double lo = above_at_start ? from : bisect_ratio(people, y, c, top.theta, from);
  const double inside = std::fmax(top.theta, from);
  double below = inside + 1;
  while (log_likelihood_ratio(people, y, below) > c) below += below - inside;
  return {lo, bisect_ratio(people, y, c, inside, below)};
}

}  // namespace faultline::search
