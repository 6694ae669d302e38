#include "faultline/model/trees/forest_predictor.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/rng/draw.hpp"

namespace faultline::model {

ForestPredictor::ForestPredictor(const PredictorOptions& options, const Features& features)
    : options_(options),
      columns_tried_(std::max(1, static_cast<int>(std::sqrt(features.columns())))),
      grower_(features) {}

void ForestPredictor::fit(const TrainingSet& training) {
  // Somebody who comes several times is one row that is drawn more often.
  std::vector<std::int64_t> distinct(training.people.begin(), training.people.end());
  std::ranges::sort(distinct);
  const auto repeated = std::ranges::unique(distinct);
  distinct.erase(repeated.begin(), repeated.end());
  std::vector<std::size_t> position;
  position.reserve(training.people.size());
  centre_ = 0;
  for (const std::int64_t person : training.people) {
    const auto found = std::ranges::lower_bound(distinct, person) - distinct.begin();
    position.push_back(static_cast<std::size_t>(found));
    centre_ += training.outcome[static_cast<std::size_t>(person)] /
               static_cast<double>(training.people.size());
  }
  // Outcomes of 0 and 1 stay as they are: their sums are exact. Others are taken around their mean,
  // so that sums of large numbers do not drown the differences.
  if (std::ranges::all_of(training.people, [&](std::int64_t person) {
        const double outcome = training.outcome[static_cast<std::size_t>(person)];
        return outcome == 0 || outcome == 1;
      })) {
    centre_ = 0;
  }
  std::vector<double> outcome;
  outcome.reserve(distinct.size());
  for (const std::int64_t person : distinct) {
    outcome.push_back(training.outcome[static_cast<std::size_t>(person)] - centre_);
  }
  grower_.load(distinct, outcome);
  trees_.clear();
  std::vector<std::uint32_t> weight(distinct.size());
  for (int tree = 0; tree < options_.trees; ++tree) {
    rng::Stream stream(options_.seed, rng::Purpose::forest, static_cast<std::uint32_t>(tree),
                       training.substream);
    std::ranges::fill(weight, 0U);
    for (std::size_t k = 0; k < position.size(); ++k) {
      ++weight[position[rng::below(stream, position.size())]];
    }
    trees_.push_back(grower_.grow(weight, columns_tried_, stream));
  }
}

void ForestPredictor::predict(std::span<const std::int64_t> people, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (const RandomTree& tree : trees_) grower_.add_predictions(tree, people, out);
  for (double& value : out) value = centre_ + value / static_cast<double>(trees_.size());
}

}  // namespace faultline::model
