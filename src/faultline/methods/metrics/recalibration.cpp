#include "faultline/methods/metrics/recalibration.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/methods/metrics/measure.hpp"
#include "faultline/model/linear/newton.hpp"

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

/// The line under the common solver. A trial takes one pass over the rows for its value and all
/// derivatives, so that the information at the answer, from which errors come, is there at the end.
class Line final : public model::NewtonProblem {
 public:
  Line(const std::vector<RecalibrationRow>& rows, double a, double b)
      : rows_(rows), point_{.a = a, .b = b, .sum = likelihood(rows, a, b)}, last_(point_.sum) {}

  bool solve() override {
    const double determinant = last_.iaa * last_.ibb - last_.iab * last_.iab;
    if (!(determinant > 0)) return false;
    da_ = (last_.ibb * last_.ga - last_.iab * last_.gb) / determinant;
    db_ = (last_.iaa * last_.gb - last_.iab * last_.ga) / determinant;
    return true;
  }
  double try_step(double length) override {
    trial_.a = point_.a + length * da_;
    trial_.b = point_.b + length * db_;
    trial_.sum = likelihood(rows_, trial_.a, trial_.b);
    // A line moves most at one of its ends.
    return length *
           std::max(std::abs(da_ + db_ * rows_.front().x), std::abs(da_ + db_ * rows_.back().x));
  }
  void differentiate() override { last_ = trial_.sum; }
  [[nodiscard]] double norm() const override { return std::hypot(last_.ga, last_.gb); }
  [[nodiscard]] double slope() const override { return -(last_.ga * da_ + last_.gb * db_); }
  [[nodiscard]] double value_at_point() const override { return -point_.sum.value; }
  [[nodiscard]] double value_at_trial() const override { return -trial_.sum.value; }
  void accept() override { point_ = trial_; }

  [[nodiscard]] Recalibration answer() const {
    const Likelihood& at = point_.sum;
    const double determinant = at.iaa * at.ibb - at.iab * at.iab;
    return {.a = point_.a,
            .b = point_.b,
            .se = std::sqrt(at.iaa / determinant),
            .per_a = -at.iab / determinant,
            .per_b = at.iaa / determinant,
            .converged = determinant > 0};
  }

 private:
  struct Point {
    double a = 0;
    double b = 0;
    Likelihood sum{};
  };
  const std::vector<RecalibrationRow>& rows_;
  Point point_{};
  Point trial_{};
  Likelihood last_{};  // where derivatives were taken last
  double da_ = 0;
  double db_ = 0;
};

/// From the values given on.
Recalibration newton(const std::vector<RecalibrationRow>& rows, const Recalibration& start) {
  // A step squares its error, so what is left after this one is far below any that is shown.
  constexpr double kLastStep = 1e-6;
  Line line(rows, start.a, start.b);
  if (!model::minimise(line, {.last_step = kLastStep}).converged) return start;
  return line.answer();
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
