#include "faultline/audit/sources/curve_fits.hpp"

#include <cmath>
#include <functional>

#include "faultline/math/sum.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/quantiles.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::audit {
namespace {

/// Mean and its standard error of values that each come some times; NaN is left out. A standard
/// error of 0 when fewer than two count.
CurvePoint mean_of(const std::function<double(std::int64_t)>& value,
                   const std::vector<std::int64_t>& times) {
  math::CompensatedSum sum;
  std::int64_t count = 0;
  const auto repetitions = static_cast<std::int64_t>(times.size());
  for (std::int64_t r = 0; r < repetitions; ++r) {
    const auto weight = times[static_cast<std::size_t>(r)];
    const double here = value(r);
    if (weight == 0 || std::isnan(here)) continue;
    sum.add(static_cast<double>(weight) * here);
    count += weight;
  }
  CurvePoint point{.n = static_cast<double>(count)};
  if (count == 0) return point;
  point.mean = sum.value() / static_cast<double>(count);
  math::CompensatedSum squares;
  for (std::int64_t r = 0; r < repetitions; ++r) {
    const auto weight = times[static_cast<std::size_t>(r)];
    const double here = value(r);
    if (weight == 0 || std::isnan(here)) continue;
    squares.add(static_cast<double>(weight) * (here - point.mean) * (here - point.mean));
  }
  if (count > 1) {
    point.sem =
        std::sqrt(squares.value() / static_cast<double>(count - 1) / static_cast<double>(count));
  }
  return point;
}

}  // namespace

CurveFits::CurveFits(const CurveCosts& costs, std::vector<double> axis, std::uint64_t seed,
                     std::uint32_t number, int threads)
    : costs_(costs), axis_(std::move(axis)) {
  const PowerLawFitter fitter(axis_);
  const auto repetitions = static_cast<std::size_t>(costs.repetitions);
  laws_ = fit(fitter, std::vector<std::int64_t>(repetitions, 1));
  if (repetitions < 2) return;
  resamples_ = kCurveResamples;
  resampled_.resize(static_cast<std::size_t>(resamples_));
  parallel::for_each(resamples_, threads, [&](std::int64_t b) {
    rng::Stream stream(seed, rng::Purpose::bootstrap, static_cast<std::uint32_t>(b + 1), number);
    std::vector<std::int64_t> times(repetitions, 0);
    for (std::size_t i = 0; i < repetitions; ++i) ++times[rng::below(stream, repetitions)];
    resampled_[static_cast<std::size_t>(b)] = fit(fitter, times);
  });
}

CurveFits::Laws CurveFits::fit(const PowerLawFitter& fitter,
                               const std::vector<std::int64_t>& times) const {
  Laws laws;
  std::vector<double> means(axis_.size());
  std::vector<double> sems(axis_.size());
  for (std::size_t m = 0; m < costs_.metrics.size(); ++m) {
    for (int g = 0; g < costs_.groups; ++g) {
      bool known = true;
      for (std::size_t k = 0; k < axis_.size(); ++k) {
        const CurvePoint point =
            mean_of([&](std::int64_t r) { return costs_.value(r, k, m, g); }, times);
        known = known && point.n > 0;
        means[k] = point.mean;
        sems[k] = point.sem;
      }
      laws.push_back(known ? fitter.fit(means, sems) : std::nullopt);
    }
  }
  return laws;
}

std::vector<CurvePoint> CurveFits::points(std::size_t metric, int group) const {
  return points(metric, group, -1);
}

std::vector<CurvePoint> CurveFits::points(std::size_t metric, int first, int second) const {
  const std::vector<std::int64_t> once(static_cast<std::size_t>(costs_.repetitions), 1);
  std::vector<CurvePoint> points;
  for (std::size_t k = 0; k < axis_.size(); ++k) {
    CurvePoint point = mean_of(
        [&](std::int64_t r) {
          const double cost = costs_.value(r, k, metric, first);
          return second < 0 ? cost : cost - costs_.value(r, k, metric, second);
        },
        once);
    if (point.n == 0) return {};
    point.n = axis_[k];
    points.push_back(point);
  }
  return points;
}

std::int64_t CurveFits::counted(std::size_t metric, int group) const {
  std::int64_t count = 0;
  for (std::int64_t r = 0; r < costs_.repetitions; ++r) {
    // The test part is the same for all sizes.
    if (!std::isnan(costs_.value(r, 0, metric, group))) ++count;
  }
  return count;
}

const std::optional<PowerLaw>& CurveFits::law(std::size_t metric, int group) const {
  return laws_[metric * static_cast<std::size_t>(costs_.groups) + static_cast<std::size_t>(group)];
}

const std::optional<PowerLaw>& CurveFits::resampled(int resample, std::size_t metric,
                                                    int group) const {
  return resampled_[static_cast<std::size_t>(resample)]
                   [metric * static_cast<std::size_t>(costs_.groups) +
                    static_cast<std::size_t>(group)];
}

double CurveFits::limit(const PowerLaw& law) const {
  return law.identified ? law.delta : law.at(axis_.back());
}

double CurveFits::limit(const PowerLaw& first, const PowerLaw& second) const {
  if (first.identified && second.identified) return first.delta - second.delta;
  return first.at(axis_.back()) - second.at(axis_.back());
}

std::optional<std::pair<double, double>> percentile_interval(const std::vector<double>& values,
                                                             double alpha) {
  if (values.empty()) return std::nullopt;
  const double ends[] = {alpha / 2, 1 - alpha / 2};
  const auto found = resample::quantiles(values, ends);
  return std::pair(found[0], found[1]);
}

}  // namespace faultline::audit
