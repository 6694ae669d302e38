#include "faultline/model/linear/score_test.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace faultline::model {
namespace {

// Share of a column's own square sum that must be left after projecting; less is rounding (with the
// damping, columns that determine each other leave about 1e-7 of it).
constexpr double kLeast = 1e-6;
// z is normal where at least so many people of either kind are expected on either side of a step
// (Cochran's rule for tables); with fewer, one person where hardly any is expected makes it large.
constexpr double kExpected = 5;
// Keeps the factor of columns that determine each other; far below what a person adds.
constexpr double kDamping = 1e-9;

using Columns = Eigen::Map<const Eigen::MatrixXd>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Values = Eigen::Map<const Eigen::VectorXd>;

Values mapped(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

struct ScoreTest::State {
  Eigen::VectorXd residual{};
  Eigen::VectorXd variance{};
  Eigen::VectorXd positive{};  // expected
  Eigen::VectorXd negative{};
  Rows whitened{};  // V X L'^-1, with X'VX = L L'
};

ScoreTest::ScoreTest(const Design& design, std::span<const double> people,
                     std::span<const double> positive, std::span<const double> probability)
    : state_(std::make_unique<State>()) {
  const Columns x(design.matrix().data(), design.rows(), design.columns());
  const Values p = mapped(probability);
  const Values n = mapped(people);
  state_->residual = mapped(positive) - n.cwiseProduct(p);
  state_->positive = n.array() * p.array();
  state_->negative = n.array() * (1 - p.array());
  state_->variance = n.array() * p.array() * (1 - p.array());
  const Eigen::MatrixXd weighted = state_->variance.asDiagonal() * x;
  Eigen::MatrixXd information = x.transpose() * weighted;
  information.diagonal() *= 1 + kDamping;
  const Eigen::LLT<Eigen::MatrixXd> root(information);
  state_->whitened = root.matrixL().solve(weighted.transpose()).transpose();
}

ScoreTest::~ScoreTest() = default;

std::vector<double> ScoreTest::z_of_steps(std::span<const std::int32_t> level,
                                          std::size_t steps) const {
  Rows shared = Rows::Zero(static_cast<Eigen::Index>(steps) + 1, state_->whitened.cols());
  std::vector<double> own(steps + 1);
  std::vector<double> residual(steps + 1);
  std::vector<double> positive(steps + 1);
  std::vector<double> negative(steps + 1);
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (level[i] == 0) continue;  // in no step
    const auto row = static_cast<Eigen::Index>(i);
    const auto place = static_cast<std::size_t>(level[i]);
    shared.row(level[i]) += state_->whitened.row(row);
    own[place] += state_->variance[row];
    residual[place] += state_->residual[row];
    positive[place] += state_->positive[row];
    negative[place] += state_->negative[row];
  }
  std::vector<double> z(steps);
  for (std::size_t step = steps; step > 0; --step) {
    const auto row = static_cast<Eigen::Index>(step);
    const double left = own[step] - shared.row(row).squaredNorm();
    const bool enough =
        std::min({positive[step], negative[step], state_->positive.sum() - positive[step],
                  state_->negative.sum() - negative[step]}) >= kExpected;
    if (enough && left > kLeast * own[step]) z[step - 1] = residual[step] / std::sqrt(left);
    // A lower step has whoever is in the higher one.
    shared.row(row - 1) += shared.row(row);
    own[step - 1] += own[step];
    residual[step - 1] += residual[step];
    positive[step - 1] += positive[step];
    negative[step - 1] += negative[step];
  }
  return z;
}

}  // namespace faultline::model
