#pragma once
// Random cells of people with their lanes, drawn from the library's own streams: the same on every
// machine.

#include <cmath>
#include <vector>

#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/lanes.hpp"
#include "faultline/search/node_series.hpp"

namespace faultline::search {

struct RandomCell {
  std::vector<double> p{};
  std::vector<std::int64_t> n{};
  double y = 0;
  LaneRow row{};

  [[nodiscard]] PredictionsView view() const { return {p, n}; }
  [[nodiscard]] double ratio(double t) const { return log_likelihood_ratio(view(), y, t); }
};

inline LaneRow lanes_of(PredictionsView people, double y) {
  LaneRow row;
  double possible = 0;
  double log_p = 0;
  double expected = 0;
  for (std::size_t i = 0; i < people.p.size(); ++i) {
    const auto n = static_cast<double>(people.n[i]);
    expected += n * people.p[i];
    if (people.p[i] == 0) continue;
    possible += n;
    log_p += n * std::log(people.p[i]);
  }
  for (int k = 0; k < kNodes; ++k) row.lane[k] = log_likelihood_ratio(people, y, node_thetas()[k]);
  row.lane[kLanePeople] = possible;
  row.lane[kLaneTail] =
      tail_bound(y, possible, log_p, y * node_thetas()[kNodes - 1] - row.lane[kNodes - 1]);
  row.lane[kLaneSlope] = y - expected;
  return row;
}

/// One to six distinct predictions (logits spread widely), one to 2,000 people, events from their
/// law tilted by a random odds factor, so that maxima fall everywhere and past the last node.
inline RandomCell random_cell(rng::Stream& stream) {
  RandomCell cell;
  const auto distinct = 1 + rng::below(stream, 6);
  const double tilt = 6 * rng::uniform(stream) - 1.5;
  for (std::uint64_t i = 0; i < distinct; ++i) {
    const double logit = 5 * rng::normal(stream) * rng::uniform(stream);
    const double p = 1 / (1 + std::exp(-logit));
    const auto people =
        static_cast<std::int64_t>(std::exp(std::log(2000.0) * rng::uniform(stream)) / 2) + 1;
    cell.p.push_back(p);
    cell.n.push_back(people);
    const double odds = std::exp(tilt);
    cell.y += static_cast<double>(rng::binomial(stream, people, p * odds / (1 - p + p * odds)));
  }
  cell.row = lanes_of(cell.view(), cell.y);
  return cell;
}

}  // namespace faultline::search
