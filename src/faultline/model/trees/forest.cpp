#include "faultline/model/trees/forest.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

// A sum of labels this close to a whole number is a count of people with label 1.
constexpr double kWhole = 1e-6;

int columns_tried(const ForestOptions& options, int columns) {
  if (options.columns_tried == ForestOptions::kAllColumns) return columns;
  if (options.columns_tried > 0) return options.columns_tried;
  return std::max(1, static_cast<int>(std::sqrt(columns)));
}

}  // namespace

Forest::Forest(const ForestOptions& options, std::shared_ptr<const Features> features,
               OutcomeKind outcome)
    : Learner(options.kind, features->rows()),
      options_(options),
      features_(std::move(features)),
      outcome_(outcome),
      rules_{.split = {.columns_tried = columns_tried(options, features_->columns()),
                       .leaf = options.leaf},
             .depth = options.depth},
      grower_(*features_) {}

// Rows with labels 1 and 0 become a cell of either; a row whose label is a share for each of its
// people stays whole.
void Forest::gather(const TrainingRows& rows) {
  const auto people = rows.people.empty() ? rows.weight : rows.people;
  cells_.clear();
  bool single = true;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    const double weight = rows.weight[k];
    if (!(weight > 0)) continue;
    const double n = std::max(1.0, std::round(people[k]));
    const double mean = rows.positive[k] / weight;
    const double ones = std::round(n * mean);
    const auto add = [&](double outcome, double count) {
      if (count > 0) cells_.push_back({rows.row(k), outcome, count, weight / n});
    };
    if (outcome_ == OutcomeKind::number || n == 1 || std::abs(n * mean - ones) > kWhole) {
      add(mean, n);
    } else {
      add(1, ones);
      add(0, n - ones);
    }
    single = single && n == 1;
  }
  // Somebody who comes several times is one cell that is drawn more often.
  const auto key = [](const Cell& cell) {
    return std::tuple(cell.row, cell.outcome, cell.per_person);
  };
  std::vector<Cell> came;
  if (single) came = cells_;
  std::ranges::stable_sort(cells_, {}, key);
  std::size_t last = 0;
  for (std::size_t c = 1; c < cells_.size(); ++c) {
    if (key(cells_[c]) == key(cells_[last])) {
      cells_[last].people += cells_[c].people;
    } else {
      cells_[++last] = cells_[c];
    }
  }
  cells_.resize(last + 1);
  cell_of_.clear();
  for (const Cell& cell : came) {
    const auto found = std::ranges::lower_bound(cells_, key(cell), {}, key);
    cell_of_.push_back(static_cast<std::size_t>(found - cells_.begin()));
  }
}

// As many people as there are, with replacement: one by one where rows are people, a binomial draw
// per cell where they stand for many.
void Forest::draw(rng::Stream& stream, std::span<double> weight) const {
  std::ranges::fill(weight, 0.0);
  if (!options_.bootstrap) {
    for (std::size_t c = 0; c < cells_.size(); ++c) weight[c] = cells_[c].people;
  } else if (!cell_of_.empty()) {
    for (std::size_t k = 0; k < cell_of_.size(); ++k) {
      ++weight[cell_of_[rng::below(stream, cell_of_.size())]];
    }
  } else {
    double people = 0;
    for (const Cell& cell : cells_) people += cell.people;
    auto left = static_cast<std::int64_t>(people);
    for (std::size_t c = 0; c < cells_.size() && left > 0; ++c) {
      const double chance = c + 1 < cells_.size() ? cells_[c].people / people : 1;
      const std::int64_t drawn = rng::binomial(stream, left, chance);
      weight[c] = static_cast<double>(drawn);
      left -= drawn;
      people -= cells_[c].people;
    }
  }
  for (std::size_t c = 0; c < cells_.size(); ++c) weight[c] *= cells_[c].per_person;
}

void Forest::learn(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("trees take no offset");
  gather(rows);
  // Outcomes of 0 and 1 stay as they are: their sums are exact. Others are taken around their mean,
  // so that sums of large numbers do not drown the differences.
  centre_ = 0;
  const bool labels = std::ranges::all_of(
      cells_, [](const Cell& cell) { return cell.outcome == 0 || cell.outcome == 1; });
  if (!labels) {
    double total = 0;
    for (const double weight : rows.weight) total += weight > 0 ? weight : 0;
    for (std::size_t k = 0; k < rows.weight.size(); ++k) {
      if (rows.weight[k] > 0) centre_ += rows.positive[k] / total;
    }
  }
  std::vector<std::int64_t> row;
  std::vector<double> outcome;
  for (const Cell& cell : cells_) {
    row.push_back(cell.row);
    outcome.push_back(cell.outcome - centre_);
  }
  grower_.load(row, outcome);
  trees_.clear();
  std::vector<double> weight(cells_.size());
  for (int tree = 0; tree < options_.trees; ++tree) {
    rng::Stream stream(options_.seed, rng::Purpose::forest, static_cast<std::uint32_t>(tree),
                       rows.substream);
    draw(stream, weight);
    trees_.push_back(grower_.grow(weight, rules_, stream));
  }
}

void Forest::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (const RegressionTree& tree : trees_) grower_.add_predictions(tree, rows, out);
  for (double& value : out) value = centre_ + value / static_cast<double>(trees_.size());
}

FitReport Forest::report() const { return {.learner = kind(), .iterations = options_.trees}; }

}  // namespace faultline::model
