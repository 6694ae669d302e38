#pragma once
// Clusters of people by k-means on their features: k-means++ starts (Arthur, Vassilvitskii 2007),
// Lloyd's iterations until nobody moves, the best of several restarts. Every covariate counts with
// variance 1: a number is divided by its standard deviation, the dummies of a categorical by the
// root of their summed variance (each dummy by its own would let one rare value decide everything).
// Sparse blocks (words) and constant covariates take no part. A local optimum: more restarts may
// find a better one. Clusters are numbered by size, largest first, ties by their first member.

#include <cstdint>
#include <stop_token>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::model {

struct KMeansOptions {
  int clusters = 8;
  int restarts = 10;
  int iterations = 300;  // at most, per restart
  std::uint64_t seed = 1;
  int threads = 1;
  friend bool operator==(const KMeansOptions&, const KMeansOptions&) = default;
};

struct KMeans {
  std::vector<std::int32_t> cluster{};  // per row
  std::vector<std::int64_t> sizes{};    // fewer than asked for when people differ in fewer ways
  double within = 0;                    // sum of squared distances to the centres
  double total = 0;                     // the same with one cluster
  int iterations = 0;                   // of the restart that was kept
  bool converged = false;               // nobody moved in its last one
};

/// No clusters (sizes empty) when there is nobody or no covariate takes part. Throws ConfigError
/// unless the three numbers are at least 1, Cancelled when stopped.
[[nodiscard]] KMeans k_means(const Features& features, const KMeansOptions& options,
                             const std::stop_token& stop = {});

}  // namespace faultline::model
