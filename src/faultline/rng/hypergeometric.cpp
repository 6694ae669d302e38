#include <algorithm>
#include <cmath>
#include <numeric>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/log_factorial.hpp"

namespace faultline::rng {

namespace {

// Up to this many draws are simulated one by one.
constexpr std::int64_t kDirectLimit = 12;
// Below this expected count, walking up from 0 is cheaper than rejection.
constexpr double kWalkLimit = 10;

// An urn reduced by symmetry: draws <= marked <= unmarked, and draws at most half of all.
struct Urn {
  std::int64_t marked;
  std::int64_t unmarked;
  std::int64_t draws;

  [[nodiscard]] std::int64_t size() const { return marked + unmarked; }
  // log of the factorials in the denominator of f(k); f(k) is proportional to exp(-weight(k)).
  [[nodiscard]] double weight(std::int64_t k) const {
    return log_factorial(k) + log_factorial(marked - k) + log_factorial(draws - k) +
           log_factorial(unmarked - draws + k);
  }
};

std::int64_t one_by_one(Stream& stream, const Urn& urn) {
  std::int64_t marked = 0;
  for (std::int64_t taken = 0; taken < urn.draws; ++taken) {
    const auto ball = below(stream, static_cast<std::uint64_t>(urn.size() - taken));
    if (ball < static_cast<std::uint64_t>(urn.marked - marked)) ++marked;
  }
  return marked;
}

// Walks up from 0 with f(k+1) = f(k) (marked-k)(draws-k) / ((k+1)(unmarked-draws+k+1)).
std::int64_t by_inversion(Stream& stream, const Urn& urn) {
  const double none = std::exp(log_factorial(urn.unmarked) + log_factorial(urn.size() - urn.draws) -
                               log_factorial(urn.unmarked - urn.draws) - log_factorial(urn.size()));
  while (true) {
    double u = uniform(stream);
    double f = none;
    std::int64_t k = 0;
    while (u > f && k < urn.draws) {
      u -= f;
      f *= static_cast<double>(urn.marked - k) * static_cast<double>(urn.draws - k) /
           (static_cast<double>(k + 1) * static_cast<double>(urn.unmarked - urn.draws + k + 1));
      ++k;
    }
    if (k < urn.draws || u <= f) return k;
  }
}

// Ratio of uniforms with the hat of Stadlober (1989): a point (x, y) uniform in a rectangle is kept
// when x^2 <= f(k) / f(mode), k the integer below centre + width y / x. The width is 2 sqrt(2/e)
// deviations and 3 - 2 sqrt(3/e).
std::int64_t by_ratio_of_uniforms(Stream& stream, const Urn& urn) {
  constexpr double kPerDeviation = 1.7155277699214135;
  constexpr double kConstant = 0.8989161620588988;
  const auto size = static_cast<double>(urn.size());
  const auto draws = static_cast<double>(urn.draws);
  const double share = static_cast<double>(urn.marked) / size;
  const double centre = draws * share + 0.5;
  const double deviation =
      std::sqrt((size - draws) * draws * share * (1 - share) / (size - 1) + 0.5);
  const double width = kPerDeviation * deviation + kConstant;
  const auto mode = static_cast<std::int64_t>(
      std::floor((draws + 1) * (static_cast<double>(urn.marked) + 1) / (size + 2)));
  const double at_mode = urn.weight(mode);

  while (true) {
    const double x = uniform(stream);
    const double y = uniform(stream) - 0.5;
    const double k = std::floor(centre + width * y / x);
    if (k < 0 || k > draws) continue;
    const double log_ratio = at_mode - urn.weight(static_cast<std::int64_t>(k));
    if (2 * std::log(x) <= log_ratio) return static_cast<std::int64_t>(k);
  }
}

std::int64_t draw_reduced(Stream& stream, const Urn& urn) {
  if (urn.draws <= kDirectLimit) return one_by_one(stream, urn);
  const double expected = static_cast<double>(urn.draws) * static_cast<double>(urn.marked) /
                          static_cast<double>(urn.size());
  return expected < kWalkLimit ? by_inversion(stream, urn) : by_ratio_of_uniforms(stream, urn);
}

}  // namespace

std::int64_t hypergeometric(Stream& stream, std::int64_t marked, std::int64_t unmarked,
                            std::int64_t draws) {
  if (marked < 0 || unmarked < 0 || draws < 0 || draws > marked + unmarked) {
    throw InternalError(
        "a hypergeometric draw needs counts of at least 0 and no more draws than there are items");
  }
  // Three symmetries: what is drawn against what is left, marked against unmarked, marking against
  // drawing.
  const std::int64_t size = marked + unmarked;
  const bool complement = draws > size - draws;
  const bool swapped = marked > unmarked;
  Urn urn{std::min(marked, unmarked), std::max(marked, unmarked), std::min(draws, size - draws)};
  if (urn.draws > urn.marked) urn = {urn.draws, size - urn.draws, urn.marked};
  std::int64_t k = draw_reduced(stream, urn);
  // k counts the rarer kind among the smaller part; undo in the reverse order.
  const std::int64_t part = complement ? size - draws : draws;
  if (swapped) k = part - k;
  return complement ? marked - k : k;
}

void multivariate_hypergeometric(Stream& stream, std::span<const std::int64_t> sizes,
                                 std::int64_t draws, std::span<std::int64_t> out) {
  if (out.size() != sizes.size()) {
    throw InternalError("a multivariate hypergeometric draw needs one place per class");
  }
  if (std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 0; })) {
    throw InternalError("a multivariate hypergeometric draw needs class sizes of at least 0");
  }
  std::int64_t rest = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  if (draws < 0 || draws > rest) {
    throw InternalError(
        "a multivariate hypergeometric draw needs no more draws than there are items");
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    rest -= sizes[i];
    out[i] = hypergeometric(stream, sizes[i], rest, draws);
    draws -= out[i];
  }
}

}  // namespace faultline::rng
