#include "faultline/search/scout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "faultline/base/vector_clones.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/ascent.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/lanes.hpp"
#include "faultline/search/node_series.hpp"
#include "faultline/search/nodes.hpp"

namespace faultline::search {
namespace {

// Of the nodes that cells have sums at: about geometric from .04 to the last one, because a large
// subgroup's maximum lies near 0.
constexpr std::array<int, kScoutNodes> kNodesUsed{1, 2, 3, 5, 7, 10, 14, 20};
// So few cells are walked over faster than anything could be prepared.
constexpr std::int64_t kFewestCells = 4096;
// A direction's rows take 32 bytes an entry: 268 MB.
constexpr double kMostEntries = 1 << 23;
// Every replicate fills all entries, occupied or not.
constexpr double kMostEntriesPerCell = 64;
// Scouts begin nearer to everybody than ascent's starts do, and are cheaper: an attribute is
// complete with this probability, and there are more of them.
constexpr double kComplete = 0.6;
constexpr int kScoutsPerRestart = 4;
// All sets of so few values are scored; of more only those that some theta favours.
constexpr int kAllSets = 6;
// Single precision: less than this, relative to the score, is no improvement.
constexpr float kSlack = 1e-5F;

/// f at the nodes, and r. Sums of them are those of the people together.
struct Sum {
  std::array<float, kScoutNodes> f{};
  float r = 0;

  void add(const Sum& other) {
    for (int k = 0; k < kScoutNodes; ++k) f[k] += other.f[k];
    r += other.r;
  }
};

std::array<float, kScoutNodes> make_thetas() {
  std::array<float, kScoutNodes> thetas{};
  for (int k = 0; k < kScoutNodes; ++k)
    thetas[k] = static_cast<float>(node_thetas()[kNodesUsed[k]]);
  return thetas;
}
const std::array<float, kScoutNodes> kThetas = make_thetas();

/// Highest point of the parabola through three points whose middle one is the highest.
float vertex(float x0, float y0, float x1, float y1, float x2, float y2) {
  const float rise = (y1 - y0) / (x1 - x0);
  const float bend = ((y2 - y1) / (x2 - x1) - rise) / (x2 - x0);
  if (!(bend < 0)) return y1;
  const float x = 0.5F * (x0 + x1) - 0.5F * rise / bend;
  return std::max(y1, y0 + rise * (x - x0) + bend * (x - x0) * (x - x1));
}

/// About the maximum over theta in [0, last node].
float peak(const Sum& sum) {
  const auto best = static_cast<int>(std::max_element(sum.f.begin(), sum.f.end()) - sum.f.begin());
  if (best == kScoutNodes - 1) return std::max(0.0F, sum.f[best]);
  if (best > 0) {
    return std::max(0.0F, vertex(kThetas[best - 1], sum.f[best - 1], kThetas[best], sum.f[best],
                                 kThetas[best + 1], sum.f[best + 1]));
  }
  if (!(sum.r > 0)) return 0;
  // Between 0, where the slope is r, and the first node: f = r theta - bend theta^2.
  const float bend = (kThetas[0] * sum.r - sum.f[0]) / (kThetas[0] * kThetas[0]);
  if (bend > 0 && sum.r <= 2 * bend * kThetas[0]) return sum.r * sum.r / (4 * bend);
  return vertex(0, 0, kThetas[0], sum.f[0], kThetas[1], sum.f[1]);
}

/// One climber; its buffers serve all climbs of a problem.
class Climber {
 public:
  Climber(const Lattice& lattice, const ExtendedCube& cube, const float* rows,
          std::span<const float> deviations, float sign, double penalty)
      : attributes_(lattice.attributes),
        cube_(cube),
        rows_(rows),
        deviations_(deviations),
        sign_(sign),
        penalty_(static_cast<float>(penalty)) {}

  /// The score reached; `subgroup` is where.
  double climb(Subgroup& subgroup, rng::Stream& stream);

 private:
  void gather(const Subgroup& subgroup, int attribute);
  void consider(ValueSet set, const Sum& sum, const data::Attribute& attribute);
  void consider(ValueSet set, const data::Attribute& attribute);
  void look_at_all_sets(const data::Attribute& attribute);
  void look_at_ranges(const data::Attribute& attribute);
  void look_at_favoured_sets(const data::Attribute& attribute);

  const std::vector<data::Attribute>& attributes_;
  const ExtendedCube& cube_;
  const float* rows_;
  std::span<const float> deviations_;
  float sign_;
  float penalty_;
  std::vector<ExtendedCube::Term> terms_{};
  std::vector<Sum> values_{};  // of the attribute that is looked at, inside the sets of the others
  std::vector<Sum> sums_{};
  ValueSet best_set_ = 0;
  float best_ = 0;
};

FAULTLINE_VECTOR_CLONES
void add_terms(std::span<const ExtendedCube::Term> terms, const float* __restrict rows,
               const float* __restrict deviations, Sum& sum) {
  float h[kScoutNodes] = {};
  float r = 0;
  for (const ExtendedCube::Term& term : terms) {
    const float* row = rows + std::int64_t{term.entry} * kScoutNodes;
    for (int k = 0; k < kScoutNodes; ++k) h[k] += term.sign * row[k];
    r += term.sign * deviations[term.entry];
  }
  for (int k = 0; k < kScoutNodes; ++k) sum.f[k] = h[k];
  sum.r = r;
}

/// values_[v]: the people with value v of the attribute.
void Climber::gather(const Subgroup& subgroup, int attribute) {
  cube_.slice(subgroup.sets, attribute, terms_);
  const std::int64_t stride = cube_.stride(attribute);
  values_.resize(static_cast<std::size_t>(attributes_[attribute].arity()));
  for (std::size_t v = 0; v < values_.size(); ++v) {
    Sum& sum = values_[v];
    const auto shift = static_cast<std::int64_t>(v) * stride;
    add_terms(terms_, rows_ + shift * kScoutNodes, deviations_.data() + shift, sum);
    sum.r *= sign_;
    for (int k = 0; k < kScoutNodes; ++k) sum.f[k] = kThetas[k] * sum.r - sum.f[k];
  }
}

void Climber::consider(ValueSet set, const Sum& sum, const data::Attribute& attribute) {
  const float score = peak(sum) - penalty_ * static_cast<float>(listed_values(set, attribute));
  if (score > best_) {
    best_ = score;
    best_set_ = set;
  }
}

void Climber::consider(ValueSet set, const data::Attribute& attribute) {
  if (set == 0) return;
  Sum sum;
  for (ValueSet rest = set; rest != 0; rest &= rest - 1) sum.add(values_[std::countr_zero(rest)]);
  consider(set, sum, attribute);
}

void Climber::look_at_all_sets(const data::Attribute& attribute) {
  sums_.assign(1, Sum{});
  for (const Sum& value : values_) {
    const std::size_t count = sums_.size();
    for (std::size_t i = 0; i < count; ++i) {
      sums_.push_back(sums_[i]);
      sums_.back().add(value);
    }
  }
  for (std::size_t set = 1; set < sums_.size(); ++set) consider(set, sums_[set], attribute);
}

void Climber::look_at_ranges(const data::Attribute& attribute) {
  for (int first = 0; first < attribute.arity(); ++first) {
    Sum sum;
    for (int v = first; v <= last_after(attribute, first); ++v) {
      sum.add(values_[v]);
      consider(value_range(first, v), sum, attribute);
    }
  }
}

void Climber::look_at_favoured_sets(const data::Attribute& attribute) {
  const auto arity = static_cast<int>(values_.size());
  for (int v = 0; v < arity; ++v) consider(ValueSet{1} << v, values_[v], attribute);
  consider(all_values(arity), attribute);
  for (int k = 0; k < kScoutNodes; ++k) {
    ValueSet set = 0;
    for (int v = 0; v < arity; ++v)
      if (values_[v].f[k] > penalty_) set |= ValueSet{1} << v;
    consider(set, attribute);
  }
  // Nearer to 0 than the first node f is about r theta less a share of h there.
  for (const float share : {0.5F, 0.25F, 0.125F}) {
    ValueSet set = 0;
    for (int v = 0; v < arity; ++v) {
      const float slope = kThetas[0] * values_[v].r;
      const float f = share * slope - share * share * (slope - values_[v].f[0]);
      if (f > penalty_) set |= ValueSet{1} << v;
    }
    consider(set, attribute);
  }
}

/// Nothing was scored before where `score` is minus infinity.
bool improves(float proposed, float score) {
  return !std::isfinite(score) || proposed > score + kSlack * std::max(1.0F, std::abs(score));
}

double Climber::climb(Subgroup& subgroup, rng::Stream& stream) {
  const auto count = static_cast<int>(attributes_.size());
  std::vector<int> left;
  const auto all_but = [&](int attribute) {
    left.clear();
    for (int a = 0; a < count; ++a)
      if (a != attribute) left.push_back(a);
  };
  all_but(-1);
  float score = -std::numeric_limits<float>::infinity();
  while (!left.empty()) {
    const auto at = static_cast<std::ptrdiff_t>(rng::below(stream, left.size()));
    const int a = left[static_cast<std::size_t>(at)];
    left.erase(left.begin() + at);
    gather(subgroup, a);
    const data::Attribute& attribute = attributes_[a];
    best_ = -std::numeric_limits<float>::infinity();
    if (attribute.ordered) {
      look_at_ranges(attribute);
    } else if (attribute.arity() <= kAllSets) {
      look_at_all_sets(attribute);
    } else {
      look_at_favoured_sets(attribute);
    }
    const int others =
        listed_values(subgroup, attributes_) - listed_values(subgroup.sets[a], attribute);
    const float proposed = best_ - penalty_ * static_cast<float>(others);
    if (!improves(proposed, score)) continue;
    score = proposed;
    if (best_set_ == subgroup.sets[a]) continue;
    subgroup.sets[a] = best_set_;
    all_but(a);
  }
  return score;
}

Subgroup scout_start(const Lattice& lattice, rng::Stream& stream) {
  Subgroup start = random_start(lattice, stream);
  for (std::size_t a = 0; a < start.sets.size(); ++a) {
    if (rng::bernoulli(stream, kComplete))
      start.sets[a] = all_values(lattice.attributes[a].arity());
  }
  return start;
}

}  // namespace

bool Scout::suits(const Lattice& lattice, Strategy wanted) {
  if (choose_strategy(lattice, wanted) == Strategy::exhaustive) return false;
  const double entries = ExtendedCube::entries(lattice.attributes);
  return lattice.cells >= kFewestCells && entries <= kMostEntries &&
         entries <= kMostEntriesPerCell * static_cast<double>(lattice.cells);
}

Scout::Scout(const BernoulliCells& cells, std::span<const Direction> directions)
    : cells_(cells), cube_(cells.lattice) {
  for (const Direction direction : directions)
    rows_[static_cast<std::size_t>(direction)] = shared_rows(direction);
}

double Scout::expected(std::int64_t cell, Direction direction) const {
  return direction == Direction::higher
             ? cells_.expected[cell]
             : static_cast<double>(cells_.n[cell]) - cells_.expected[cell];
}

std::vector<float> Scout::shared_rows(Direction direction) const {
  std::vector<float> rows(static_cast<std::size_t>(cube_.entries()) * kScoutNodes);
  const DirectionSums& sums = cells_.sums(direction);
  for (std::int64_t cell = 0; cell < cells_.cells(); ++cell) {
    const double expected_here = expected(cell, direction);
    float* row = rows.data() + cube_.entry_of_cell(cell) * kScoutNodes;
    for (int k = 0; k < kScoutNodes; ++k) {
      const int node = kNodesUsed[k];
      row[k] = static_cast<float>(sums.log_partition[cell * kNodes + node] -
                                  node_thetas()[node] * expected_here);
    }
  }
  cube_.extend(rows, kScoutNodes);
  return rows;
}

std::vector<float> Scout::deviations(std::span<const std::int64_t> y) const {
  std::vector<float> r(static_cast<std::size_t>(cube_.entries()));
  for (std::int64_t cell = 0; cell < cells_.cells(); ++cell) {
    r[cube_.entry_of_cell(cell)] =
        static_cast<float>(static_cast<double>(y[cell]) - cells_.expected[cell]);
  }
  cube_.extend(r, 1);
  return r;
}

std::vector<ScoutedEnd> Scout::ends(std::span<const float> deviations,
                                    const SearchOptions& options) const {
  const Lattice& lattice = cells_.lattice;
  const bool higher = options.direction == Direction::higher;
  Climber climber(lattice, cube_, rows_[static_cast<std::size_t>(options.direction)].data(),
                  deviations, higher ? 1.0F : -1.0F, options.penalty);
  std::vector<ScoutedEnd> ends;
  for (int scout = 0; scout < kScoutsPerRestart * options.restarts; ++scout) {
    if (scout > 0 && options.stop.stop_requested()) break;
    rng::Stream stream(options.seed, rng::Purpose::restart, options.replicate,
                       static_cast<std::uint32_t>(scout));
    ScoutedEnd end;
    end.subgroup = scout == 0 ? everybody(lattice.attributes) : scout_start(lattice, stream);
    end.score = climber.climb(end.subgroup, stream);
    const auto same = std::find_if(ends.begin(), ends.end(), [&](const ScoutedEnd& other) {
      return other.subgroup == end.subgroup;
    });
    if (same == ends.end()) {
      ends.push_back(std::move(end));
    } else {
      ++same->times;
      same->score = std::max(same->score, end.score);
    }
  }
  std::stable_sort(ends.begin(), ends.end(),
                   [](const ScoutedEnd& a, const ScoutedEnd& b) { return a.score > b.score; });
  return ends;
}

double Scout::score(std::span<const ScoutedEnd> ends, std::span<const std::int64_t> y,
                    const SearchOptions& options) const {
  if (ends.empty()) return 0;
  const Subgroup& subgroup = ends.front().subgroup;
  const DirectionSums& sums = cells_.sums(options.direction);
  LaneRow total;
  double events = 0;
  cube_.for_each_cell(subgroup.sets, [&](std::int64_t cell) {
    const std::int64_t here =
        options.direction == Direction::higher ? y[cell] : cells_.n[cell] - y[cell];
    events += static_cast<double>(here);
    total.lane[kLaneSlope] += static_cast<double>(here) - expected(cell, options.direction);
    const double* partition = sums.log_partition.data() + cell * kNodes;
    for (int k = 0; k < kNodes; ++k) total.lane[k] -= partition[k];
  });
  for (int k = 0; k < kNodes; ++k) total.lane[k] += events * node_thetas()[k];
  const int listed = listed_values(subgroup, cells_.lattice.attributes);
  const double score = NodeSeries(total).maximise().value - options.penalty * listed;
  return score > kTieTolerance ? score : 0.0;
}

}  // namespace faultline::search
