#include "faultline/model/linear/score_test.hpp"

#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace faultline::model {
namespace {

// Share of a column's own square sum that must be left after projecting; less is rounding.
constexpr double kLeast = 1e-8;
// Keeps the factor of columns that determine each other; far below what a person adds.
constexpr double kDamping = 1e-9;

using Columns = Eigen::Map<const Eigen::MatrixXd>;
using Values = Eigen::Map<const Eigen::VectorXd>;

Values mapped(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

struct ScoreTest::State {
  Eigen::VectorXd residual{};
  Eigen::VectorXd variance{};
  Eigen::MatrixXd weighted{};  // V X
  Eigen::LDLT<Eigen::MatrixXd> information{};
};

ScoreTest::ScoreTest(const Design& design, std::span<const double> people,
                     std::span<const double> positive, std::span<const double> probability)
    : state_(std::make_unique<State>()) {
  const Columns x(design.matrix().data(), design.rows(), design.columns());
  const Values p = mapped(probability);
  const Values n = mapped(people);
  state_->residual = mapped(positive) - n.cwiseProduct(p);
  state_->variance = n.array() * p.array() * (1 - p.array());
  state_->weighted = state_->variance.asDiagonal() * x;
  Eigen::MatrixXd information = x.transpose() * state_->weighted;
  information.diagonal() *= 1 + kDamping;
  state_->information.compute(information);
}

ScoreTest::~ScoreTest() = default;

double ScoreTest::z(std::span<const double> column) const {
  const Values x = mapped(column);
  const double own = state_->variance.dot(x.cwiseAbs2());
  const Eigen::VectorXd shared = state_->weighted.transpose() * x;
  const double left = own - shared.dot(state_->information.solve(shared));
  if (!(left > kLeast * own)) return 0;
  return state_->residual.dot(x) / std::sqrt(left);
}

}  // namespace faultline::model
