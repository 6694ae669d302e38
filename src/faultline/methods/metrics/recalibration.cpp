#include "faultline/methods/metrics/recalibration.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {
namespace {

/// Log-likelihood of a + b x with gradient and information.
struct Likelihood {
  double value = 0;
  double ga = 0, gb = 0;
  double iaa = 0, iab = 0, ibb = 0;
};

/// Whether the likelihood has a maximum: scores of both outcomes overlap, from either side.
bool overlap(std::span<const ScoreCell> cells) {
  const auto lowest = [&](auto member) {
    return std::ranges::find_if(cells, [&](const ScoreCell& cell) { return cell.*member > 0; })
        ->score;
  };
  const auto highest = [&](auto member) {
    double score = 0;
    for (const ScoreCell& cell : cells) {
      if (cell.*member > 0) score = cell.score;
    }
    return score;
  };
  return highest(&ScoreCell::negatives) > lowest(&ScoreCell::positives) &&
         highest(&ScoreCell::positives) > lowest(&ScoreCell::negatives);
}

Likelihood likelihood(const std::vector<RecalibrationRow>& rows, double a, double b) {
  Likelihood sum;
  for (const RecalibrationRow& row : rows) {
    const double eta = a + b * row.x;
    const double small = std::exp(-std::abs(eta));
    const double p = eta >= 0 ? 1 / (1 + small) : small / (1 + small);
    sum.value += row.y * eta - row.n * (std::fmax(eta, 0.0) + std::log1p(small));
    const double residual = row.y - row.n * p;
    const double weight = row.n * small / ((1 + small) * (1 + small));
    sum.ga += residual;
    sum.gb += residual * row.x;
    sum.iaa += weight;
    sum.iab += weight * row.x;
    sum.ibb += weight * row.x * row.x;
  }
  return sum;
}

/// From the values given on.
Recalibration newton(const std::vector<RecalibrationRow>& rows, Recalibration fit) {
  Likelihood here = likelihood(rows, fit.a, fit.b);
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps; ++step) {
    const double determinant = here.iaa * here.ibb - here.iab * here.iab;
    if (!(determinant > 0)) break;
    const double da = (here.ibb * here.ga - here.iab * here.gb) / determinant;
    const double db = (here.iaa * here.gb - here.iab * here.ga) / determinant;
    // Half of what the likelihood can still gain.
    const double gain = here.ga * da + here.gb * db;
    if (gain <= 1e-12 * (1 + std::abs(here.value))) {
      return {.a = fit.a + da,
              .b = fit.b + db,
              .se = std::sqrt(here.iaa / determinant),
              .per_a = -here.iab / determinant,
              .per_b = here.iaa / determinant,
              .converged = true};
    }
    double part = 1;
    Likelihood next = likelihood(rows, fit.a + da, fit.b + db);
    while (!(next.value >= here.value) && part > 1e-6) {
      part /= 2;
      next = likelihood(rows, fit.a + part * da, fit.b + part * db);
    }
    fit.a += part * da;
    fit.b += part * db;
    here = next;
  }
  return fit;
}

/// Near the answer: that of neighbours taken together, which costs nearly nothing. Rows ascend in
/// x.
Recalibration start_of(const std::vector<RecalibrationRow>& rows) {
  constexpr std::size_t kTogether = 1000;
  if (rows.size() < 4 * kTogether) return {};
  std::vector<RecalibrationRow> few;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kTogether == 0) few.emplace_back();
    few.back().x += rows[i].n * rows[i].x;
    few.back().n += rows[i].n;
    few.back().y += rows[i].y;
  }
  for (RecalibrationRow& row : few) row.x /= row.n;
  const Recalibration fit = newton(few, {});
  return fit.converged ? Recalibration{.a = fit.a, .b = fit.b} : Recalibration{};
}

}  // namespace

std::string why_no_slope(std::span<const ScoreCell> cells) {
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  for (const ScoreCell& cell : cells) {
    if (cell.score <= 0 || cell.score >= 1) return "a prediction of 0 or 1 has no finite log-odds";
    positives += cell.positives;
    negatives += cell.negatives;
  }
  if (positives < kFewestForRanks || negatives < kFewestForRanks) {
    return fmt::format("a slope needs {} people with the outcome and {} without", kFewestForRanks,
                       kFewestForRanks);
  }
  if (cells.size() < 2) return "everybody in the group has the same prediction";
  return overlap(cells) ? "" : "the predictions tell the outcomes apart without error";
}

double log_odds_of(double score) { return std::log(score) - std::log1p(-score); }

Recalibration recalibrate(const std::vector<RecalibrationRow>& rows) {
  return newton(rows, start_of(rows));
}

}  // namespace faultline::methods
