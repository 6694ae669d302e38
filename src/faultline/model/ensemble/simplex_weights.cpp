#include "faultline/model/ensemble/simplex_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>
#include <Eigen/LU>
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostLearners = 10;
constexpr int kMostIterations = 100;
constexpr double kGap = 1e-10;        // per person
constexpr double kGoodEnough = 1e-7;  // per person, where rounding stops the line search
// Keeps the quadratic strictly convex when learners predict the same.
constexpr double kDamping = 1e-10;

struct Loss {
  Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> p;
  Eigen::Map<const Eigen::ArrayXd> ones, zeros;

  [[nodiscard]] double value(const VectorXd& a) const {
    const Eigen::ArrayXd q = (p * a).array();
    return -(ones * q.log() + zeros * (1 - q).log()).sum();
  }
  void derivatives(const VectorXd& a, VectorXd& gradient, MatrixXd& hessian) const {
    const Eigen::ArrayXd q = (p * a).array();
    gradient = p.transpose() * (zeros / (1 - q) - ones / q).matrix();
    const VectorXd curvature = ones / q.square() + zeros / (1 - q).square();
    hessian = p.transpose() * curvature.asDiagonal() * p;
  }
};

// The point v of the simplex with the least g'(v - a) + 1/2 (v - a)'H(v - a).
VectorXd best_on_simplex(const VectorXd& a, const VectorXd& g, const MatrixXd& h) {
  const Index learners = a.size();
  const VectorXd target = h * a - g;
  VectorXd best = a;
  double best_value = std::numeric_limits<double>::infinity();
  for (unsigned set = 1; set < (1U << static_cast<unsigned>(learners)); ++set) {
    std::vector<Index> members;
    for (Index l = 0; l < learners; ++l) {
      if ((set >> static_cast<unsigned>(l) & 1U) != 0) members.push_back(l);
    }
    // H v + lambda = target on the members, sum of v = 1.
    const Index m = std::ssize(members);
    MatrixXd system = MatrixXd::Ones(m + 1, m + 1);
    system.topLeftCorner(m, m) = h(members, members);
    system(m, m) = 0;
    VectorXd right(m + 1);
    right.head(m) = target(members);
    right(m) = 1;
    const VectorXd solved = system.fullPivLu().solve(right);
    if (!solved.allFinite() || solved.head(m).minCoeff() < 0) continue;
    VectorXd v = VectorXd::Zero(learners);
    v(members) = solved.head(m) / solved.head(m).sum();
    const double value = g.dot(v - a) + 0.5 * (v - a).dot(h * (v - a));
    if (value < best_value) {
      best_value = value;
      best = v;
    }
  }
  return best;
}

}  // namespace

SimplexWeights simplex_weights(std::span<const double> probability, std::span<const double> ones,
                               std::span<const double> zeros, int learners) {
  if (learners < 1 || learners > kMostLearners || ones.size() != zeros.size() ||
      probability.size() != ones.size() * static_cast<std::size_t>(learners)) {
    throw InternalError(fmt::format("a mixture of {} learners got {} probabilities for {} rows",
                                    learners, probability.size(), ones.size()));
  }
  const Index rows = std::ssize(ones);
  const Loss loss{{probability.data(), rows, learners}, {ones.data(), rows}, {zeros.data(), rows}};
  const double people = loss.ones.sum() + loss.zeros.sum();
  if (!(people > 0)) throw NumericError("a mixture of learners has no people to be fitted to");

  SimplexWeights result;
  VectorXd a = VectorXd::Constant(learners, 1.0 / learners);
  VectorXd gradient;
  MatrixXd hessian;
  result.loss = loss.value(a);
  for (;; ++result.iterations) {
    loss.derivatives(a, gradient, hessian);
    result.gap = gradient.dot(a) - gradient.minCoeff();
    result.converged = result.gap <= kGap * people;
    if (result.converged || result.iterations >= kMostIterations) break;
    hessian.diagonal().array() += kDamping * hessian.trace();
    const VectorXd step = best_on_simplex(a, gradient, hessian) - a;
    const double slope = gradient.dot(step);
    // Near the minimum rounding can make a good step seem to raise the loss.
    const double slack = 1e-13 * result.loss;
    double length = 1;
    double value = loss.value(a + step);
    while (!(value <= result.loss + 1e-4 * length * slope + slack) && length > 1e-12) {
      length /= 2;
      value = loss.value(a + length * step);
    }
    if (length <= 1e-12) {
      result.converged = result.gap <= kGoodEnough * people;
      break;
    }
    a = (a + length * step).cwiseMax(0.0);
    a /= a.sum();
    result.loss = value;
  }
  result.weight.assign(a.data(), a.data() + a.size());
  return result;
}

}  // namespace faultline::model
