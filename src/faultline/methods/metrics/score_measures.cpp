#include "faultline/methods/metrics/score_measures.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

Measure undefined(std::string why) {
  return {.kind = Measure::Kind::undefined, .why = std::move(why)};
}

/// Collects a quantity that each person has, and gives its mean.
class MeanOf {
 public:
  void add(double value, std::int64_t people) {
    if (people == 0) return;
    n_ += people;
    sum_.add(value * static_cast<double>(people));
    squares_.add(value * value * static_cast<double>(people));
  }

  [[nodiscard]] Measure measure(double least, double most) const {
    if (n_ == 0) return undefined("nobody is in the group");
    const auto n = static_cast<double>(n_);
    Measure made{.kind = Measure::Kind::mean,
                 .estimate = sum_.value() / n,
                 .n = n_,
                 .least = least,
                 .most = most};
    if (n_ < kFewestForMean) {
      made.why =
          fmt::format("fewer than {} people are too few for an interval of a mean", kFewestForMean);
      return made;
    }
    // Of rounding, nothing is left of a spread below this.
    constexpr double kRounding = 1e-14;
    const double spread = squares_.value() - sum_.value() * made.estimate;
    if (spread <= kRounding * squares_.value()) {
      made.why = "everybody in the group has the same value, which leaves no spread to go by";
      return made;
    }
    made.se = std::sqrt(spread / (n - 1) / n);
    return made;
  }

 private:
  std::int64_t n_ = 0;
  math::CompensatedSum sum_{};
  math::CompensatedSum squares_{};
};

struct LogisticRow {
  double x = 0;
  double n = 0;
  double y = 0;
};

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

Likelihood likelihood(const std::vector<LogisticRow>& rows, double a, double b) {
  Likelihood sum;
  for (const LogisticRow& row : rows) {
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

struct LogisticFit {
  double a = 0;
  double b = 1;
  double se = 0;  // of b
  bool converged = false;
};

/// From the values given on.
LogisticFit newton(const std::vector<LogisticRow>& rows, LogisticFit fit) {
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
LogisticFit start_of(const std::vector<LogisticRow>& rows) {
  constexpr std::size_t kTogether = 1000;
  if (rows.size() < 4 * kTogether) return {};
  std::vector<LogisticRow> few;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kTogether == 0) few.emplace_back();
    few.back().x += rows[i].n * rows[i].x;
    few.back().n += rows[i].n;
    few.back().y += rows[i].y;
  }
  for (LogisticRow& row : few) row.x /= row.n;
  const LogisticFit fit = newton(few, {});
  return fit.converged ? LogisticFit{.a = fit.a, .b = fit.b} : LogisticFit{};
}

}  // namespace

Measure mean_score(std::span<const ScoreCell> cells, bool any) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) mean.add(cell.score, cell.negatives + cell.positives);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  return any ? mean.measure(-kInfinite, kInfinite) : mean.measure(0, 1);
}

Measure brier(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    mean.add(cell.score * cell.score, cell.negatives);
    mean.add((1 - cell.score) * (1 - cell.score), cell.positives);
  }
  return mean.measure(0, 1);
}

Measure log_loss(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    if ((cell.score == 0 && cell.positives > 0) || (cell.score == 1 && cell.negatives > 0))
      return undefined("a prediction of 0 or 1 was wrong, which makes the loss infinite");
    if (cell.negatives > 0) mean.add(-std::log1p(-cell.score), cell.negatives);
    if (cell.positives > 0) mean.add(-std::log(cell.score), cell.positives);
  }
  return mean.measure(0, std::numeric_limits<double>::infinity());
}

Measure calibration_gap(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    mean.add(cell.score, cell.negatives);
    mean.add(cell.score - 1, cell.positives);
  }
  return mean.measure(-1, 1);
}

Measure calibration_slope(std::span<const ScoreCell> cells) {
  std::vector<LogisticRow> rows;
  rows.reserve(cells.size());
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  for (const ScoreCell& cell : cells) {
    if (cell.score <= 0 || cell.score >= 1)
      return undefined("a prediction of 0 or 1 has no finite log-odds");
    positives += cell.positives;
    negatives += cell.negatives;
    rows.push_back({.x = std::log(cell.score) - std::log1p(-cell.score),
                    .n = static_cast<double>(cell.negatives + cell.positives),
                    .y = static_cast<double>(cell.positives)});
  }
  if (positives < kFewestForRanks || negatives < kFewestForRanks) {
    return undefined(fmt::format("a slope needs {} people with the outcome and {} without",
                                 kFewestForRanks, kFewestForRanks));
  }
  if (rows.size() < 2) return undefined("everybody in the group has the same prediction");
  constexpr const char* kSeparated = "the predictions tell the outcomes apart without error";
  if (!overlap(cells)) return undefined(kSeparated);

  const LogisticFit fit = newton(rows, start_of(rows));
  if (!fit.converged)
    return undefined("the regression of outcomes on predictions did not converge");
  return {
      .kind = Measure::Kind::slope, .estimate = fit.b, .n = positives + negatives, .se = fit.se};
}

}  // namespace faultline::methods
