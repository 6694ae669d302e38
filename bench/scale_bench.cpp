// What a tested answer on a large lattice costs, and a proof: people in random cells with a
// prediction each; in a1 = v1, a2 = v2 odds are 2.2 times as high as predicted. Prints, in
// processor time of one thread,
//
//   null replicates, both directions: scouts beside 50 restarts of ascent on the same redraws, with
//   the mean of the best scores that either finds;
//   proofs of the planted subgroup, and of the other direction, where there is nothing but noise.
//
//   scale_bench [ATTRIBUTESxVALUES] [ROWS...]      8x5 100000 1000000
//   FAULTLINE_BENCH_NOISE=1                        noise is proven, too: up to a minute each

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/methods/search_outcome.hpp"
#include "faultline/resample/count_distributions.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/scout.hpp"

namespace {

using namespace faultline;
using search::Direction;

constexpr Direction kDirections[] = {Direction::higher, Direction::lower};
constexpr double kFactor = 2.2;
constexpr int kScouted = 40;  // replicates
constexpr int kClimbed = 4;   // each takes seconds

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Shape {
  int attributes = 8;
  int values = 5;
};

struct People {
  search::BernoulliCells cells{};
  resample::CountDistributions laws{};
};

std::vector<data::Attribute> attributes_of(const Shape& shape) {
  std::vector<data::Attribute> attributes(static_cast<std::size_t>(shape.attributes));
  for (int a = 0; a < shape.attributes; ++a) {
    attributes[a].name = fmt::format("a{}", a + 1);
    for (int v = 0; v < shape.values; ++v) attributes[a].labels.push_back(fmt::format("v{}", v));
  }
  return attributes;
}

/// Cell after cell, so that nothing has to be sorted but the predictions of a cell; these are
/// folded.
People make_people(const Shape& shape, std::int64_t rows) {
  People people;
  search::BernoulliCellsBuilder builder(attributes_of(shape), false);
  builder.on_distribution([&](const math::CountDistribution& law) { people.laws.add(law); });
  const auto cells =
      static_cast<std::int64_t>(std::llround(std::pow(shape.values, shape.attributes)));
  rng::Stream stream(1, rng::Purpose::test, 1);
  std::vector<data::Code> codes(static_cast<std::size_t>(shape.attributes));
  std::int64_t left = rows;
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    for (auto [a, rest] = std::pair{codes.size(), cell}; a-- > 0; rest /= shape.values)
      codes[a] = static_cast<data::Code>(rest % shape.values);
    const std::int64_t here = rng::binomial(stream, left, 1.0 / static_cast<double>(cells - cell));
    left -= here;
    std::vector<double> p(static_cast<std::size_t>(here));
    for (double& one : p) one = 0.02 + 0.96 * rng::uniform(stream);
    std::sort(p.begin(), p.end());
    for (const double one : p) {
      const double odds = one / (1 - one) * (codes[0] == 1 && codes[1] == 2 ? kFactor : 1);
      const std::uint8_t event = rng::bernoulli(stream, odds / (1 + odds)) ? 1 : 0;
      const std::int64_t count = 1;
      data::ProfileBatch batch;
      batch.size = 1;
      for (const data::Code& code : codes) batch.codes.emplace_back(&code, 1);
      batch.prediction = std::span(&one, 1);
      batch.outcome = std::span(&event, 1);
      batch.count = std::span(&count, 1);
      builder.add(batch);
    }
  }
  people.cells = std::move(builder).finish();
  return people;
}

std::vector<std::int64_t> redraw(const People& people, int replicate) {
  rng::Stream stream(1, rng::Purpose::null_redraw, static_cast<std::uint32_t>(replicate));
  std::vector<std::int64_t> y(static_cast<std::size_t>(people.cells.cells()));
  for (std::size_t cell = 0; cell < y.size(); ++cell)
    y[cell] = people.laws.sample(static_cast<std::int64_t>(cell), stream);
  return y;
}

search::SearchOptions options_of(Direction direction, int replicate) {
  search::SearchOptions options;
  options.direction = direction;
  options.strategy = search::Strategy::ascent;
  options.replicate = static_cast<std::uint32_t>(replicate);
  return options;
}

struct Searched {
  double seconds = 0;  // of a replicate
  double mean = 0;     // best score
};

Searched scouted(const People& people, const search::Scout& scout, int replicates) {
  Searched out;
  const double begin = processor_seconds();
  for (int r = 1; r <= replicates; ++r) {
    const std::vector<std::int64_t> y = redraw(people, r);
    const std::vector<float> deviations = scout.deviations(y);
    for (const Direction direction : kDirections) {
      const search::SearchOptions options = options_of(direction, r);
      out.mean += scout.score(scout.ends(deviations, options), y, options) / (2 * replicates);
    }
  }
  out.seconds = (processor_seconds() - begin) / replicates;
  return out;
}

Searched climbed(const People& people, int replicates) {
  Searched out;
  const double begin = processor_seconds();
  for (int r = 1; r <= replicates; ++r) {
    const std::vector<std::int64_t> y = redraw(people, r);
    for (const Direction direction : kDirections) {
      const search::BernoulliFamily family(people.cells, y, direction);
      const auto found = search::search(family, people.cells.n, options_of(direction, r)).found;
      out.mean += (found.empty() ? 0.0 : found.front().score) / (2 * replicates);
    }
  }
  out.seconds = (processor_seconds() - begin) / replicates;
  return out;
}

void prove(const People& people, const search::Scout& scout, Direction direction, bool planted) {
  const search::BernoulliFamily family(people.cells, people.cells.y, direction);
  search::SearchOptions options = options_of(direction, 0);
  const double begin = processor_seconds();
  const auto ends = scout.ends(scout.deviations(people.cells.y), options);
  search::SearchResult found = search::search(family, people.cells.n, options, ends);
  const double reached = found.found.empty() ? 0 : found.found.front().score;
  const double searched = processor_seconds();
  search::certify(
      family, people.cells.n, options,
      {.steps = planted ? methods::kFrugalBudget : options.work_budget, .frugal = planted}, found);
  fmt::print("  proof, {}: search {:.2f} s to {:.3f}, proof {:.2f} s: {}\n",
             planted ? "the planted" : "noise", searched - begin, reached,
             processor_seconds() - searched,
             found.certified ? fmt::format("{:.3f} is the highest score", found.found.front().score)
                             : fmt::format("none scores above {:.1f}", found.upper_bound));
  if (planted && !found.certified) throw std::runtime_error("the planted subgroup is not proven");
}

void measure(const Shape& shape, std::int64_t rows) {
  const double begin = processor_seconds();
  const People people = make_people(shape, rows);
  fmt::print("{} rows, {} attributes of {} values: {} cells, {:.3g} subgroups (made in {:.1f} s)\n",
             rows, shape.attributes, shape.values, people.cells.cells(),
             people.cells.lattice.subgroups(), processor_seconds() - begin);
  if (!search::Scout::suits(people.cells.lattice, search::Strategy::automatic)) {
    fmt::print("  no scouts: so few cells are searched as they are, or too many for a cube\n");
    return;
  }
  const double before = processor_seconds();
  const search::Scout scout(people.cells, kDirections);
  const double prepared = processor_seconds() - before;
  const Searched fast = scouted(people, scout, kScouted);
  const Searched slow = climbed(people, kClimbed);
  const Searched same = scouted(people, scout, kClimbed);
  fmt::print(
      "  null replicate, both directions: scouts {:.1f} ms (and {:.2f} s once), 50 restarts {:.0f} "
      "ms: {:.0f} times "
      "as long\n",
      1000 * fast.seconds, prepared, 1000 * slow.seconds, slow.seconds / fast.seconds);
  fmt::print(
      "  mean best score of {} replicates: scouts {:.3f}, 50 restarts {:.3f}; of {}: scouts "
      "{:.3f}\n",
      kClimbed, same.mean, slow.mean, kScouted, fast.mean);
  prove(people, scout, Direction::higher, true);
  if (std::getenv("FAULTLINE_BENCH_NOISE") != nullptr)
    prove(people, scout, Direction::lower, false);
}

}  // namespace

int main(int argc, char** argv) {
  Shape shape;
  std::vector<std::int64_t> sizes;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (const auto at = word.find('x'); at != std::string::npos) {
      shape = {.attributes = std::atoi(word.substr(0, at).c_str()),
               .values = std::atoi(word.substr(at + 1).c_str())};
    } else {
      sizes.push_back(std::strtoll(argv[i], nullptr, 10));
    }
  }
  if (sizes.empty()) sizes = {100'000, 1'000'000};
  for (const std::int64_t rows : sizes) measure(shape, rows);
}
