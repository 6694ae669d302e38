#include "faultline/simulate/sources_regression.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::simulate {
namespace {

// Supplement B.2 of the paper.
constexpr double kShareOfOne = 0.3;
constexpr std::array<double, 2> kMean{0, 1};
constexpr std::array<double, 2> kDeviations{1, 2};

}  // namespace

void validate(const RegressionOptions& options) {
  if (options.people < 1) {
    throw ConfigError(fmt::format("`people` {}: must be at least 1", options.people));
  }
  if (!(options.noise_sd >= 0 && std::isfinite(options.noise_sd))) {
    throw ConfigError(fmt::format("`noise_sd` {}: must be at least 0", shortest(options.noise_sd)));
  }
}

RegressionPeople draw_regression(const RegressionOptions& options) {
  validate(options);
  rng::Stream stream(options.seed, rng::Purpose::simulate, options.replicate);
  RegressionPeople people;
  for (std::int64_t i = 0; i < options.people; ++i) {
    const std::size_t group = rng::bernoulli(stream, kShareOfOne) ? 1 : 0;
    const double x = kMean[group] + kDeviations[group] * rng::normal(stream);
    const double noise = options.noise_sd * rng::normal(stream);
    people.group.push_back(static_cast<std::uint8_t>(group));
    people.x.push_back(x);
    people.y.push_back(regression_mean(x) + noise * x * x);
  }
  return people;
}

double regression_mean(double x) { return 2 * x * x - 2 * x + 0.1; }

std::array<double, 2> regression_noise(double noise_sd) {
  std::array<double, 2> noise{};
  for (std::size_t g = 0; g < 2; ++g) {
    const double m = kMean[g] * kMean[g];
    const double v = kDeviations[g] * kDeviations[g];
    noise[g] =
        noise_sd * noise_sd * (m * m + 6 * m * v + 3 * v * v);  // E[X^4] of a normal distribution
  }
  return noise;
}

data::Table to_table(const RegressionPeople& people) {
  std::vector<double> mean;
  mean.reserve(people.x.size());
  for (const double x : people.x) mean.push_back(regression_mean(x));
  data::Table table;
  table.add(data::NumericColumn{"group", {people.group.begin(), people.group.end()}});
  table.add(data::NumericColumn{"x", people.x});
  table.add(data::NumericColumn{"y", people.y});
  table.add(data::NumericColumn{"true_mean", mean});
  return table;
}

}  // namespace faultline::simulate
