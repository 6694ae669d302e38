#include "faultline/rivals/gerryfair.hpp"

#include <cmath>

#include "faultline/base/error.hpp"

namespace faultline::rivals {
namespace {

// Regression values this close to zero are zero: rounding must not decide who belongs.
constexpr double kZero = 1e-12;
// Nor which of two equal deviations is the larger.
constexpr double kTie = 1e-9;

struct Side {
  double people = 0;  // who count
  double sum = 0;     // of their rates
};

}  // namespace

GerryFairResult gerryfair(const AuditRows& rows, const GerryFairOptions& options) {
  check(rows);
  const bool positive = options.rate == ErrorRate::false_positive;
  const std::size_t n = rows.size();
  std::vector<double> weight(n, 0.0);
  std::vector<double> rate(n, 0.0);
  double everybody = 0;
  double counted = 0;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto people = static_cast<double>(rows.count[i]);
    everybody += people;
    if ((rows.outcome[i] == 0) != positive) continue;
    weight[i] = people;
    rate[i] = positive ? rows.prediction[i] : 1 - rows.prediction[i];
    counted += people;
    sum += people * rate[i];
  }
  if (!(counted > 0)) {
    throw InputError(positive
                         ? "nobody has a negative outcome, so there is no false positive rate"
                         : "nobody has a positive outcome, so there is no false negative rate");
  }
  GerryFairResult result;
  result.overall_rate = sum / counted;
  std::vector<double> distance(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (weight[i] > 0) distance[i] = rate[i] - result.overall_rate;
  }
  FeatureRegression regression(rows);
  regression.fit(weight, distance, 0);

  Side above, below;
  for (std::size_t i = 0; i < n; ++i) {
    const double value = regression.fitted(i);
    if (weight[i] == 0 || std::abs(value) <= kZero) continue;
    Side& side = value > 0 ? above : below;
    side.people += weight[i];
    side.sum += weight[i] * rate[i];
  }
  const auto weighted = [&](const Side& side) {
    return side.people > 0
               ? side.people / everybody * std::abs(side.sum / side.people - result.overall_rate)
               : 0.0;
  };
  result.above = options.deviation == Deviation::larger
                     ? weighted(above) > (1 + kTie) * weighted(below)
                     : options.deviation == Deviation::above;
  const Side& chosen = result.above ? above : below;
  result.subgroup_rate = chosen.sum / chosen.people;
  result.weighted_deviation = weighted(chosen);
  result.member.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double value = result.above ? regression.fitted(i) : -regression.fitted(i);
    result.member[i] = value > kZero ? 1 : 0;
  }
  result.coefficients = regression.coefficients();
  return result;
}

}  // namespace faultline::rivals
