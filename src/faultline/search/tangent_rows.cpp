#include "faultline/search/tangent_rows.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "faultline/search/nodes.hpp"

namespace faultline::search {
namespace {

// Where f is touched; each limit is the geometric mean of its neighbours, and the last one is the
// last node.
constexpr std::array<int, 7> kTouched{1, 2, 3, 5, 7, 10, 14};
// Half of a unit in the last place of single precision.
constexpr double kRounding = 0x1p-24;

struct Tangent {
  int node = 0;
  double below = 0;  // from the node to the lower limit, negative
  double above = 0;
};

struct Touching {
  double first_limit = 0;
  std::array<Tangent, kTouched.size()> tangents{};
};

Touching make_touching() {
  const auto& thetas = node_thetas();
  Touching touching;
  double lower = thetas[kTouched.front()] / std::numbers::sqrt2;
  touching.first_limit = lower;
  for (std::size_t i = 0; i < kTouched.size(); ++i) {
    const double at = thetas[kTouched[i]];
    const double upper =
        i + 1 < kTouched.size() ? std::sqrt(at * thetas[kTouched[i + 1]]) : thetas[kNodes - 1];
    touching.tangents[i] = {kTouched[i], lower - at, upper - at};
    lower = upper;
  }
  return touching;
}

const Touching& touching() {
  static const Touching made = make_touching();
  return made;
}

using Matrix = std::array<std::array<double, kNodes>, kNodes>;

/// Row k: weights of the values at the nodes in the slope at node k (Berrut and Trefethen,
/// Barycentric Lagrange Interpolation, 2004).
const Matrix& slope_weights() {
  static const Matrix weights = [] {
    Matrix m{};
    const auto& thetas = node_thetas();
    const auto barycentric = [](int j) {
      const double angle = (2 * (kNodes - 1 - j) + 1) * std::numbers::pi / (2 * kNodes);
      return (j % 2 == 0 ? 1.0 : -1.0) * std::sin(angle);
    };
    for (int k = 0; k < kNodes; ++k) {
      for (int j = 0; j < kNodes; ++j) {
        if (j == k) continue;
        m[k][j] = barycentric(j) / barycentric(k) / (thetas[k] - thetas[j]);
        m[k][k] -= m[k][j];
      }
    }
    return m;
  }();
  return weights;
}

double slope_at(const LaneRow& row, int node) {
  const auto& weights = slope_weights()[node];
  double slope = 0;
  for (int j = 0; j < kNodes; ++j) slope += weights[j] * row.lane[j];
  return slope;
}

/// Never below `value`.
float round_up(double value) {
  const auto rounded = static_cast<float>(value);
  return rounded < value ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                         : rounded;
}

TangentRow tangent_row(const LaneRow& row) {
  TangentRow out;
  out.lane[0] = round_up(touching().first_limit * row.lane[kLaneSlope]);
  std::size_t lane = 1;
  for (const Tangent& tangent : touching().tangents) {
    const double slope = slope_at(row, tangent.node);
    out.lane[lane++] = round_up(row.lane[tangent.node] + slope * tangent.below);
    out.lane[lane++] = round_up(row.lane[tangent.node] + slope * tangent.above);
  }
  out.lane[lane] = round_up(row.lane[kLaneTail]);
  return out;
}

}  // namespace

std::array<double, kNodes> node_slopes(const LaneRow& row) {
  std::array<double, kNodes> slopes{};
  for (int k = 0; k < kNodes; ++k) slopes[k] = slope_at(row, k);
  return slopes;
}

TangentRows tangent_rows(const std::vector<LaneRow>& rows, int additions) {
  TangentRows out;
  out.rows.reserve(rows.size());
  std::array<double, kTangentLanes> size{};
  double people = 0;
  for (const LaneRow& row : rows) {
    const TangentRow& made = out.rows.emplace_back(tangent_row(row));
    for (int k = 0; k < kTangentLanes; ++k) size[k] += std::abs(made.lane[k]);
    people += row.lane[kLanePeople];
  }
  const double farthest = touching().tangents.back().above;
  for (int k = 0; k < kTangentLanes; ++k) {
    out.slack.lane[k] =
        round_up(1.01 * (additions * kRounding * size[k] + kSlopeError * people * farthest));
  }
  return out;
}

}  // namespace faultline::search
