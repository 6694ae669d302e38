#include "faultline/methods/sources/curve_fits.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "faultline/math/studentized_range.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/quantiles.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// A law is fitted to so many sizes at least, when there are as many.
constexpr std::size_t kFewestFitted = 5;
// alpha, beta and delta.
constexpr double kParameters = 3;
// Level of the test that a law fits its points.
constexpr double kLackOfFit = 0.01;

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
  const std::size_t starts = axis_.size() > kFewestFitted ? axis_.size() - kFewestFitted + 1 : 1;
  for (std::size_t start = 0; start < starts; ++start)
    fitters_.emplace_back(std::span(axis_).subspan(start));
  const auto repetitions = static_cast<std::size_t>(costs.repetitions);
  const std::vector<std::int64_t> once(repetitions, 1);
  for (std::size_t m = 0; m < costs_.metrics.size(); ++m) {
    for (int g = 0; g < costs_.groups; ++g) start_.push_back(choose_start(means_of(m, g, once)));
  }
  laws_ = fit(once);
  if (repetitions < 2) return;
  resamples_ = kCurveResamples;
  resampled_.resize(static_cast<std::size_t>(resamples_));
  parallel::for_each(resamples_, threads, [&](std::int64_t b) {
    rng::Stream stream(seed, rng::Purpose::bootstrap, static_cast<std::uint32_t>(b + 1), number);
    std::vector<std::int64_t> times(repetitions, 0);
    for (std::size_t i = 0; i < repetitions; ++i) ++times[rng::below(stream, repetitions)];
    resampled_[static_cast<std::size_t>(b)] = fit(times);
  });
}

CurveFits::Means CurveFits::means_of(std::size_t metric, int group,
                                     const std::vector<std::int64_t>& times) const {
  Means means;
  for (std::size_t k = 0; k < axis_.size(); ++k) {
    const CurvePoint point =
        mean_of([&](std::int64_t r) { return costs_.value(r, k, metric, group); }, times);
    means.known = means.known && point.n > 0;
    means.mean.push_back(point.mean);
    means.sem.push_back(point.sem);
  }
  return means;
}

std::optional<PowerLaw> CurveFits::fit_from(std::size_t start, const Means& means) const {
  if (!means.known) return std::nullopt;
  return fitters_[start].fit(std::span(means.mean).subspan(start),
                             std::span(means.sem).subspan(start));
}

std::size_t CurveFits::choose_start(const Means& means) const {
  const bool weighted =
      std::all_of(means.sem.begin(), means.sem.end(), [](double sem) { return sem > 0; });
  if (!means.known || !weighted || costs_.repetitions < 2) return 0;
  for (std::size_t start = 0; start + 1 < fitters_.size(); ++start) {
    const auto law = fit_from(start, means);
    if (!law) return 0;
    const auto spare = static_cast<double>(axis_.size() - start) - kParameters;
    const double p = math::f_upper_tail(law->sum_of_squares / spare, spare,
                                        static_cast<double>(costs_.repetitions - 1));
    if (p > kLackOfFit) return start;
  }
  return fitters_.size() - 1;
}

CurveFits::Laws CurveFits::fit(const std::vector<std::int64_t>& times) const {
  Laws laws;
  for (std::size_t m = 0; m < costs_.metrics.size(); ++m) {
    for (int g = 0; g < costs_.groups; ++g)
      laws.push_back(fit_from(start_[cell(m, g)], means_of(m, g, times)));
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
  return laws_[cell(metric, group)];
}

std::size_t CurveFits::left_out(std::size_t metric, int group) const {
  return start_[cell(metric, group)];
}

const std::optional<PowerLaw>& CurveFits::resampled(int resample, std::size_t metric,
                                                    int group) const {
  return resampled_[static_cast<std::size_t>(resample)][cell(metric, group)];
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

}  // namespace faultline::methods
