#include "faultline/model/design/natural_spline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "faultline/model/design/at.hpp"

namespace faultline::model {
namespace {

constexpr std::array kQuantiles = {0.05, 0.275, 0.5, 0.725, 0.95};
// Knots nearer to each other than this share of their span make curves that only rounding tells
// apart.
constexpr double kSameKnot = 1e-6;

std::vector<double> distinct(std::vector<double> knots) {
  if (knots.empty()) return knots;
  const double span = knots.back() - knots.front();
  std::vector<double> kept;
  for (const double knot : knots) {
    if (kept.empty() || knot - kept.back() > kSameKnot * span) kept.push_back(knot);
  }
  return kept;
}

}  // namespace

NaturalSpline::NaturalSpline(std::vector<double> knots) : knots_(distinct(std::move(knots))) {
  if (knots_.size() < 2) return;
  const double span = knots_.back() - knots_.front();
  for (const double knot : knots_) places_.push_back((knot - knots_.front()) / span);
}

NaturalSpline::NaturalSpline(std::span<const double> values, std::span<const double> people)
    : NaturalSpline(people_quantiles(values, people, kQuantiles)) {}

int NaturalSpline::curves() const { return std::max(0, static_cast<int>(knots_.size()) - 2); }

double NaturalSpline::curve(int k, double x) const {
  const double place = (x - knots_.front()) / (knots_.back() - knots_.front());
  const double own = 1 - places_[at(k)];
  const double last = 1 - places_[places_.size() - 2];
  if (place >= 1) {
    // The cubes cancel beyond the last knot: what is left is a straight line.
    return 3 * (place - 1) * (own - last) + own * own - last * last;
  }
  const auto ramp = [place](double distance) {
    const double past = std::max(0.0, place - 1 + distance);
    return past * past * past / distance;
  };
  return ramp(own) - ramp(last);
}

std::vector<double> people_quantiles(std::span<const double> values, std::span<const double> people,
                                     std::span<const double> probabilities) {
  std::vector<std::size_t> order;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(people[i] > 0)) continue;
    order.push_back(i);
    total += people[i];
  }
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  // The value of the person at this place (from 0) when people stand in order.
  const auto person = [&](double place) {
    double before = 0;
    for (const std::size_t i : order) {
      before += people[i];
      if (place < before) return values[i];
    }
    return values[order.back()];
  };
  std::vector<double> quantiles;
  for (const double probability : probabilities) {
    quantiles.push_back(person(std::floor(probability * (total - 1))));
  }
  return quantiles;
}

}  // namespace faultline::model
