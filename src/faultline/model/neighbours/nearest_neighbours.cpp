#include "faultline/model/neighbours/nearest_neighbours.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/neighbours/neighbour_tree.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr std::int64_t kPeopleAtOnce = 256;  // people per unit of work

// People of one label are no neighbours of each other: a fold, or everybody alone.
std::vector<std::int64_t> labels(const Features& features, std::span<const std::int64_t> people,
                                 const NeighbourOptions& options) {
  std::vector<std::int64_t> dealt(people.size());
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    dealt[i] = static_cast<std::int64_t>(i);
    if (options.folds > 0) dealt[i] %= options.folds;
  }
  rng::Stream stream(options.seed, rng::Purpose::fold, 0);
  if (options.folds > 0) rng::shuffle(stream, std::span(dealt));
  std::vector<std::int64_t> label(static_cast<std::size_t>(features.rows()), -1);
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    label[static_cast<std::size_t>(people[i])] = dealt[i];
  }
  return label;
}

}  // namespace

std::vector<double> neighbour_means(const Features& features, std::span<const double> outcome,
                                    std::span<const std::int64_t> people,
                                    const NeighbourOptions& options) {
  if (options.neighbours < 1) {
    throw ConfigError(fmt::format("the number of nearest neighbours is {}, but must be 1 or more",
                                  options.neighbours));
  }
  if (options.folds < 0 || options.folds == 1) {
    throw ConfigError(
        fmt::format("nearest neighbours cannot come from {} folds; take 0 or 2 and "
                    "more",
                    options.folds));
  }
  const NeighbourTree tree(features, people);
  const std::vector<std::int64_t> label = labels(features, people, options);
  std::vector<double> means(people.size());
  const std::int64_t blocks = (std::ssize(people) + kPeopleAtOnce - 1) / kPeopleAtOnce;
  parallel::for_each(blocks, parallel::resolve_threads(options.threads), [&](std::int64_t block) {
    std::vector<Neighbour> nearest;
    const auto end = std::min<std::int64_t>(std::ssize(people), (block + 1) * kPeopleAtOnce);
    for (std::int64_t i = block * kPeopleAtOnce; i < end; ++i) {
      const auto k = static_cast<std::size_t>(i);
      tree.nearest(people[k], static_cast<std::size_t>(options.neighbours), label, nearest);
      double sum = 0;
      for (const Neighbour& neighbour : nearest) {
        sum += outcome[static_cast<std::size_t>(neighbour.person)];
      }
      means[k] = nearest.empty() ? std::numeric_limits<double>::quiet_NaN()
                                 : sum / static_cast<double>(nearest.size());
    }
  });
  return means;
}

double neighbour_error(const Features& features, std::span<const double> outcome,
                       std::span<const std::int64_t> people, const NeighbourOptions& options) {
  const auto means = neighbour_means(features, outcome, people, options);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    wrong += (means[i] > 0.5) != (outcome[static_cast<std::size_t>(people[i])] > 0.5) ? 1 : 0;
  }
  return static_cast<double>(wrong) / static_cast<double>(people.size());
}

}  // namespace faultline::model
