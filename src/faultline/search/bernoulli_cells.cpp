#include "faultline/search/bernoulli_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::search {

std::int64_t BernoulliCells::people() const {
  return std::accumulate(n.begin(), n.end(), std::int64_t{0});
}

BernoulliCellsBuilder::BernoulliCellsBuilder(std::vector<data::Attribute> attributes,
                                             bool keep_predictions)
    : keep_(keep_predictions) {
  cells_.lattice.attributes = std::move(attributes);
}

void BernoulliCellsBuilder::start_cell(const std::vector<data::Code>& codes) {
  Lattice& lattice = cells_.lattice;
  if (lattice.cells > 0) {
    const auto last = lattice.codes.end() - static_cast<std::ptrdiff_t>(codes.size());
    if (std::lexicographical_compare(codes.begin(), codes.end(), last, lattice.codes.end())) {
      throw InternalError("people reached the scan out of canonical order");
    }
  }
  lattice.codes.insert(lattice.codes.end(), codes.begin(), codes.end());
  ++lattice.cells;
  cells_.n.push_back(0);
  cells_.y.push_back(0);
  cells_.expected.push_back(0);
  for (DirectionSums* sums : {&cells_.higher, &cells_.lower}) {
    sums->possible.push_back(0);
    sums->log_p.push_back(0);
  }
  if (keep_) cells_.first.push_back(static_cast<std::int64_t>(cells_.p.size()));
  current_p_ = -1;
}

void BernoulliCellsBuilder::note_impossible(Impossible& impossible, std::int64_t people) const {
  if (people == 0) return;
  impossible.people += people;
  const std::int64_t cell = cells_.lattice.cells - 1;
  if (impossible.cells.empty() || impossible.cells.back() != cell) impossible.cells.push_back(cell);
}

void BernoulliCellsBuilder::close_prediction() {
  if (current_n_ == 0) return;
  const double p = current_p_;
  const std::int64_t n = current_n_;
  const std::int64_t y = current_y_;
  const auto people = static_cast<double>(n);
  cells_.n.back() += n;
  cells_.y.back() += y;
  cells_.expected.back() += people * p;
  if (p > 0) {
    cells_.higher.possible.back() += n;
    cells_.higher.log_p.back() += people * std::log(p);
  } else {
    note_impossible(impossible_higher_, y);
  }
  if (p < 1) {
    cells_.lower.possible.back() += n;
    cells_.lower.log_p.back() += people * std::log1p(-p);
  } else {
    note_impossible(impossible_lower_, n - y);
  }
  if (receive_law_) law_.add(p, n);
  sum_higher_.add(p, n);
  sum_lower_.add(1 - p, n);
  if (keep_) {
    cells_.p.push_back(p);
    cells_.prediction_n.push_back(n);
  }
  current_n_ = 0;
  current_y_ = 0;
}

void BernoulliCellsBuilder::close_cell() {
  close_prediction();
  if (cells_.lattice.cells == 0) return;
  if (receive_law_) receive_law_(law_.finish());
  for (auto [sums, node_sum] :
       {std::pair(&cells_.higher, &sum_higher_), std::pair(&cells_.lower, &sum_lower_)}) {
    const std::size_t at = sums->log_partition.size();
    sums->log_partition.resize(at + kNodes);
    node_sum->take(sums->log_partition.data() + at);
  }
}

void BernoulliCellsBuilder::add(const data::ProfileBatch& batch) {
  if (batch.size == 0) return;
  if (batch.prediction.empty() || batch.outcome.empty()) {
    throw InternalError("a Bernoulli scan needs outcome and prediction");
  }
  const std::size_t attributes = cells_.lattice.attributes.size();
  std::vector<data::Code> codes(attributes);
  for (std::int64_t i = 0; i < batch.size; ++i) {
    bool same = cells_.lattice.cells > 0;
    const data::Code* last =
        same ? cells_.lattice.codes.data() + cells_.lattice.codes.size() - attributes : nullptr;
    for (std::size_t a = 0; a < attributes; ++a) {
      codes[a] = batch.codes[a][i];
      same = same && codes[a] == last[a];
    }
    double p = batch.prediction[i];
    if (clip_) {
      const double moved = std::clamp(p, *clip_, 1 - *clip_);
      if (moved != p) clipped_ += batch.count[i];
      p = moved;
    }
    if (!same) {
      close_cell();
      start_cell(codes);
    }
    if (p != current_p_) {
      close_prediction();
      if (p < current_p_) throw InternalError("people reached the scan out of canonical order");
      current_p_ = p;
    }
    current_n_ += batch.count[i];
    if (batch.outcome[i] != 0) current_y_ += batch.count[i];
  }
}

BernoulliCells BernoulliCellsBuilder::finish() && {
  close_cell();
  if (keep_) cells_.first.push_back(static_cast<std::int64_t>(cells_.p.size()));
  return std::move(cells_);
}

BernoulliCells make_bernoulli_cells(const data::Profiles& profiles) {
  BernoulliCellsBuilder builder(profiles.attributes, true);
  data::send(profiles, builder);
  return std::move(builder).finish();
}

void refill(const PredictedUnits& units, Direction direction, BernoulliCells& cells) {
  const auto count = static_cast<std::size_t>(cells.cells());
  DirectionSums& sums = direction == Direction::higher ? cells.higher : cells.lower;
  cells.n.assign(count, 0);
  cells.y.assign(count, 0);
  cells.expected.assign(count, 0);
  cells.first.assign(count + 1, 0);
  cells.p.clear();
  cells.prediction_n.clear();
  sums.possible.assign(count, 0);
  sums.log_p.assign(count, 0);
  sums.log_partition.resize(count * kNodes);
  NodeSum node_sum;
  for (std::size_t cell = 0; cell < count; ++cell) {
    for (std::int64_t u = units.first[cell]; u < units.first[cell + 1]; ++u) {
      const std::int64_t n = units.n[u];
      if (n == 0) continue;
      const double p = units.p[u];
      const double facing = direction == Direction::higher ? p : 1 - p;
      const auto people = static_cast<double>(n);
      cells.n[cell] += n;
      cells.y[cell] += units.y[u];
      cells.expected[cell] += people * p;
      sums.log_p[cell] += people * std::log(facing);
      node_sum.add(facing, n);
      cells.p.push_back(p);
      cells.prediction_n.push_back(n);
    }
    sums.possible[cell] = cells.n[cell];
    node_sum.take(sums.log_partition.data() + cell * kNodes);
    cells.first[cell + 1] = static_cast<std::int64_t>(cells.p.size());
  }
}

SubgroupPeople gather_people(const BernoulliCells& cells, std::span<const std::int64_t> y,
                             Direction direction, const CellSet& where) {
  std::vector<std::pair<double, std::int64_t>> entries;
  SubgroupPeople people;
  where.for_each([&](std::int64_t cell) {
    for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
      const double p = direction == Direction::higher ? cells.p[i] : 1 - cells.p[i];
      entries.emplace_back(p, cells.prediction_n[i]);
    }
    people.y += direction == Direction::higher ? y[cell] : cells.n[cell] - y[cell];
  });
  std::sort(entries.begin(), entries.end());
  for (const auto& [p, n] : entries) {
    if (!people.p.empty() && people.p.back() == p) {
      people.n.back() += n;
    } else {
      people.p.push_back(p);
      people.n.push_back(n);
    }
  }
  return people;
}

}  // namespace faultline::search
