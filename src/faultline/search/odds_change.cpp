#include "faultline/search/odds_change.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"

namespace faultline::search {

double change_odds(double p, double log_q) {
  if (p == 0 || p == 1) return p;
  // Both forms are q p / (1 - p + q p), free of overflow.
  const double shrink = std::exp(-std::abs(log_q));
  return log_q >= 0 ? p / (p + (1 - p) * shrink) : p * shrink / (1 - p + p * shrink);
}

void change_odds(const OddsChange& change, BernoulliCells& cells) {
  if (cells.folded()) throw InternalError("folded cells have no predictions to change");
  NodeSum node_sum;
  CellSet{cells.lattice, change.subgroup}.for_each([&](std::int64_t cell) {
    cells.expected[cell] = 0;
    for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
      cells.p[i] = change_odds(cells.p[i], change.log_q);
      cells.expected[cell] += static_cast<double>(cells.prediction_n[i]) * cells.p[i];
    }
    for (const Direction direction : {Direction::higher, Direction::lower}) {
      DirectionSums& sums = direction == Direction::higher ? cells.higher : cells.lower;
      sums.possible[cell] = 0;
      sums.log_p[cell] = 0;
      for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
        const double p = direction == Direction::higher ? cells.p[i] : 1 - cells.p[i];
        const std::int64_t n = cells.prediction_n[i];
        node_sum.add(p, n);
        if (p == 0) continue;
        sums.possible[cell] += n;
        sums.log_p[cell] += static_cast<double>(n) * std::log(p);
      }
      node_sum.take(sums.log_partition.data() + cell * kNodes);
    }
  });
}

void OddsChangeSink::add(const data::ProfileBatch& batch) {
  const auto size = static_cast<std::size_t>(batch.size);
  prediction_.assign(batch.prediction.begin(), batch.prediction.end());
  for (std::size_t i = 0; i < size; ++i) {
    double& p = prediction_[i];
    if (clip_) p = std::clamp(p, *clip_, 1 - *clip_);
    for (const OddsChange& change : changes_) {
      bool inside = true;
      for (std::size_t a = 0; a < batch.codes.size() && inside; ++a)
        inside = ((change.subgroup.sets[a] >> batch.codes[a][i]) & 1) != 0;
      if (inside) p = change_odds(p, change.log_q);
    }
  }
  data::ProfileBatch changed = batch;
  changed.prediction = prediction_;
  next_.add(changed);
}

}  // namespace faultline::search
