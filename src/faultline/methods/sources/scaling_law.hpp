#pragma once
// What a cost becomes with more people to train on. At sizes s_1 < ... < s_k = 1, as shares of
// today's, everybody was tested once. With m their mean costs and S the covariance of m (people,
// which makes sizes as correlated as they are; spread of the folds beyond that; and a relative
// error tau of the law itself), the law is
//   cost(s) = c (r + (1 - r) s^-beta)
// where c is today's cost and r c its limit. Instead of one fit, a grid of (r, beta) is weighed by
// how well it explains m; for each point, c is a linear problem. Draws from the weighed grid give
// every forecast with its interval, and a curve that tells no limit has a wide one.

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::methods {

/// Means of the same people's costs at several sizes.
struct CurveMoments {
  std::vector<double> share{};  // ascending, the last is 1
  std::vector<double> mean{};
  std::vector<double> covariance{};  // of the means, row by row
  std::int64_t n = 0;                // people who count; 0: there is no curve

  [[nodiscard]] double se(std::size_t k) const;
};

/// `loss[k][i]` is what person i costs at size k; NaN at any size: the person does not count.
/// `fold` tells who was tested by the same models. With weights q, such as memberships in a
/// cluster, means are sum q l / sum q with the linearised variance of a ratio, and n is the
/// effective number of people, (sum q)^2 / sum q^2; without, everybody counts once. Without tau.
[[nodiscard]] CurveMoments curve_moments(std::span<const double> share,
                                         const std::vector<std::vector<double>>& loss,
                                         std::span<const std::int32_t> fold,
                                         std::span<const double> weight = {});

struct LawOptions {
  bool linear = false;  // linear learners gain faster than trees
  double most = 1;      // a cost cannot be larger; infinity for squared errors of numbers
  std::uint64_t seed = 1;
  std::uint32_t number = 0;  // tells the laws of an analysis apart
};

class ScalingLaw {
 public:
  ScalingLaw(const CurveMoments& moments, const LawOptions& options);

  static constexpr std::size_t kDraws = 2000;

  /// Costs at a multiple of today's size, one per draw, within 0 and the largest cost; infinity:
  /// the limit.
  [[nodiscard]] std::vector<double> at(double factor) const;

 private:
  struct Draw {
    double today = 0;
    double limit = 0;  // as a share of today
    double beta = 1;
  };
  double most_;
  std::vector<Draw> draws_{};
};

/// How far the cost at the last size lies outside of what the law, fitted to the three smallest of
/// five sizes, expects with 95 % confidence from the middle one on; 0: it does not, or there are
/// fewer than five sizes.
[[nodiscard]] double back_test_miss(const CurveMoments& moments, const LawOptions& options);

}  // namespace faultline::methods
