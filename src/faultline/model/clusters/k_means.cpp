#include "faultline/model/clusters/k_means.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/model/clusters/k_means_rows.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

/// One restart.
class Lloyd {
 public:
  Lloyd(const KMeansRows& rows, const KMeansOptions& options, std::uint32_t restart)
      : rows_(rows), options_(options), stream_(options.seed, rng::Purpose::cluster, restart) {}

  KMeans run(const std::stop_token& stop) {
    choose_starts();
    KMeans result;
    result.cluster.assign(rows_.rows, -1);
    while (result.iterations < options_.iterations && !result.converged) {
      if (stop.stop_requested()) throw Cancelled("stopped before the clusters were found");
      ++result.iterations;
      result.converged = !assign(result.cluster);
      if (!result.converged) move_centres(result.cluster);
    }
    // Distances to the means of the final clusters, without the cancellation of the fast formula.
    move_centres(result.cluster);
    std::vector<double> lengths;
    lengths.reserve(clusters_);
    for (std::size_t c = 0; c < clusters_; ++c) lengths.push_back(squared_length(c));
    math::CompensatedSum within;
    for (std::size_t i = 0; i < rows_.rows; ++i) {
      const auto c = static_cast<std::size_t>(result.cluster[i]);
      within.add(exact_distance(i, c, lengths[c]));
    }
    result.within = within.value();
    return result;
  }

 private:
  [[nodiscard]] double& centre(std::size_t column, std::size_t c) {
    return centres_[column * clusters_ + c];
  }

  void add_centre(std::size_t row) {
    // Centres stand column after column; a new one widens every column.
    std::vector<double> wider(rows_.columns * (clusters_ + 1), 0);
    for (std::size_t j = 0; j < rows_.columns; ++j) {
      for (std::size_t c = 0; c < clusters_; ++c)
        wider[j * (clusters_ + 1) + c] = centres_[j * clusters_ + c];
    }
    centres_ = std::move(wider);
    ++clusters_;
    for (std::size_t e = row * rows_.covariates; e < (row + 1) * rows_.covariates; ++e)
      centre(static_cast<std::size_t>(rows_.column[e]), clusters_ - 1) = rows_.value[e];
  }

  /// k-means++: each start is drawn with probability proportional to the squared distance from the
  /// starts so far. Ends early when everybody stands on one.
  void choose_starts() {
    add_centre(static_cast<std::size_t>(rng::below(stream_, rows_.rows)));
    std::vector<double> nearest(rows_.rows, 0);
    const double first = squared_length(0);
    for (std::size_t i = 0; i < rows_.rows; ++i) nearest[i] = exact_distance(i, 0, first);
    while (std::cmp_less(clusters_, options_.clusters)) {
      const double total = std::accumulate(nearest.begin(), nearest.end(), 0.0);
      if (!(total > 0)) return;
      double target = rng::uniform(stream_) * total;
      std::size_t chosen = rows_.rows;
      for (std::size_t i = 0; i < rows_.rows; ++i) {
        if (nearest[i] <= 0) continue;
        chosen = i;  // the last one that can be, should rounding carry the target past the end
        target -= nearest[i];
        if (target <= 0) break;
      }
      add_centre(chosen);
      const double length = squared_length(clusters_ - 1);
      for (std::size_t i = 0; i < rows_.rows; ++i)
        nearest[i] = std::min(nearest[i], exact_distance(i, clusters_ - 1, length));
    }
  }

  [[nodiscard]] double squared_length(std::size_t c) {
    double all = 0;
    for (std::size_t j = 0; j < rows_.columns; ++j) all += centre(j, c) * centre(j, c);
    return all;
  }

  /// Squared distance: 0 exactly from a centre that is the row itself, because both sums of squares
  /// then run over the same numbers in the same order.
  [[nodiscard]] double exact_distance(std::size_t row, std::size_t c, double length) {
    double inside = 0;
    double touched = 0;
    for (std::size_t e = row * rows_.covariates; e < (row + 1) * rows_.covariates; ++e) {
      const double at = centre(static_cast<std::size_t>(rows_.column[e]), c);
      inside += (rows_.value[e] - at) * (rows_.value[e] - at);
      touched += at * at;
    }
    return inside + std::max(0.0, length - touched);
  }

  /// True when somebody moved.
  bool assign(std::vector<std::int32_t>& cluster) {
    std::vector<double> half_square(clusters_, 0);
    for (std::size_t j = 0; j < rows_.columns; ++j) {
      for (std::size_t c = 0; c < clusters_; ++c) half_square[c] += centre(j, c) * centre(j, c) / 2;
    }
    std::vector<double> score(clusters_);  // half the squared length of the centre - row . centre
    distance_.assign(rows_.rows, 0);
    bool moved = false;
    for (std::size_t i = 0; i < rows_.rows; ++i) {
      score = half_square;
      for (std::size_t e = i * rows_.covariates; e < (i + 1) * rows_.covariates; ++e) {
        const double* at = centres_.data() + static_cast<std::size_t>(rows_.column[e]) * clusters_;
        for (std::size_t c = 0; c < clusters_; ++c) score[c] -= rows_.value[e] * at[c];
      }
      const auto best =
          static_cast<std::int32_t>(std::min_element(score.begin(), score.end()) - score.begin());
      // Who is as near to the centre that he or she has stays there: ties must not go in circles.
      const double worthwhile = 1e-12 * (1 + rows_.square[i]);
      if (cluster[i] < 0 || score[static_cast<std::size_t>(best)] <
                                score[static_cast<std::size_t>(cluster[i])] - worthwhile) {
        moved = moved || cluster[i] != best;
        cluster[i] = best;
      }
      distance_[i] = rows_.square[i] + 2 * score[static_cast<std::size_t>(cluster[i])];
    }
    return fill_empty(cluster) || moved;
  }

  /// An empty cluster takes the person farthest from his or her centre.
  bool fill_empty(std::vector<std::int32_t>& cluster) {
    std::vector<std::int64_t> sizes(clusters_, 0);
    for (const std::int32_t c : cluster) ++sizes[static_cast<std::size_t>(c)];
    bool filled = false;
    for (std::size_t c = 0; c < clusters_; ++c) {
      if (sizes[c] > 0) continue;
      std::size_t farthest = rows_.rows;
      for (std::size_t i = 0; i < rows_.rows; ++i) {
        if (sizes[static_cast<std::size_t>(cluster[i])] < 2) continue;
        if (farthest == rows_.rows || distance_[i] > distance_[farthest]) farthest = i;
      }
      if (farthest == rows_.rows || distance_[farthest] <= 1e-9 * (1 + rows_.square[farthest]))
        break;
      --sizes[static_cast<std::size_t>(cluster[farthest])];
      ++sizes[c];
      cluster[farthest] = static_cast<std::int32_t>(c);
      distance_[farthest] = 0;
      filled = true;
    }
    return filled;
  }

  void move_centres(const std::vector<std::int32_t>& cluster) {
    std::vector<std::int64_t> sizes(clusters_, 0);
    std::fill(centres_.begin(), centres_.end(), 0);
    for (std::size_t i = 0; i < rows_.rows; ++i) {
      const auto c = static_cast<std::size_t>(cluster[i]);
      ++sizes[c];
      for (std::size_t e = i * rows_.covariates; e < (i + 1) * rows_.covariates; ++e)
        centre(static_cast<std::size_t>(rows_.column[e]), c) += rows_.value[e];
    }
    for (std::size_t j = 0; j < rows_.columns; ++j) {
      for (std::size_t c = 0; c < clusters_; ++c)
        centre(j, c) /= static_cast<double>(std::max<std::int64_t>(1, sizes[c]));
    }
  }

  const KMeansRows& rows_;
  const KMeansOptions& options_;
  rng::Stream stream_;
  std::size_t clusters_ = 0;
  std::vector<double> centres_{};  // column after column
  std::vector<double> distance_{};
};

void number_by_size(KMeans& found) {
  std::vector<std::int64_t> sizes;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < found.cluster.size(); ++i) {
    const auto c = static_cast<std::size_t>(found.cluster[i]);
    if (c >= sizes.size()) {
      sizes.resize(c + 1, 0);
      first.resize(c + 1, found.cluster.size());
    }
    ++sizes[c];
    first[c] = std::min(first[c], i);
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : first[a] < first[b];
  });
  std::vector<std::int32_t> name(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    name[order[k]] = static_cast<std::int32_t>(k);
    if (sizes[order[k]] > 0) found.sizes.push_back(sizes[order[k]]);
  }
  for (std::int32_t& c : found.cluster) c = name[static_cast<std::size_t>(c)];
}

}  // namespace

KMeans k_means(const Features& features, const KMeansOptions& options,
               const std::stop_token& stop) {
  if (options.clusters < 1 || options.restarts < 1 || options.iterations < 1) {
    throw ConfigError(
        fmt::format("k-means with {} clusters, {} restarts and {} iterations: each must be at "
                    "least 1",
                    options.clusters, options.restarts, options.iterations));
  }
  const KMeansRows rows = k_means_rows(features);
  if (rows.rows == 0 || rows.covariates == 0) return {};
  std::vector<KMeans> restarts(static_cast<std::size_t>(options.restarts));
  parallel::for_each(
      options.restarts, options.threads,
      [&](std::int64_t r) {
        restarts[static_cast<std::size_t>(r)] =
            Lloyd(rows, options, static_cast<std::uint32_t>(r)).run(stop);
      },
      stop);
  if (stop.stop_requested()) throw Cancelled("stopped before the clusters were found");
  auto best =
      std::min_element(restarts.begin(), restarts.end(),
                       [](const KMeans& a, const KMeans& b) { return a.within < b.within; });
  KMeans found = std::move(*best);
  // Every covariate has variance 1.
  found.total = static_cast<double>(rows.rows * rows.covariates);
  number_by_size(found);
  return found;
}

}  // namespace faultline::model
