#pragma once
// Bounds on the Bayes error of a binary label from the distance of its two classes. With priors P0,
// P1, class means m0, m1 and covariances S0, S1:
//   Mahalanobis     D = (m1 - m0)' S+ (m1 - m0), S = P0 S0 + P1 S1, S+ its pseudo-inverse;
//                   E <= 2 P0 P1 / (1 + P0 P1 D)
//   Bhattacharyya   rho = exp(-t1 - t2), t1 = 1/8 (m1 - m0)' M^-1 (m1 - m0), M = (S0 + S1) / 2,
//                   t2 = 1/2 log det M - 1/4 log det S0 - 1/4 log det S1, with lambda added to the
//                   diagonals of S0 and S1; (1 - sqrt(1 - 4 P0 P1 rho^2)) / 2 <= E <=
//                   sqrt(P0 P1) rho, if the classes are normal
// The second depends on lambda as soon as there are dummies, which are not normal at all.

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::model {

/// Rows of features with a label; column after column.
struct LabelledRows {
  std::span<const double* const> columns{};
  std::span<const std::int64_t> rows{};  // positions in the columns
  std::span<const double> label{};       // 0 or 1, per position
};

struct MahalanobisBound {
  double squared_distance = 0;
  double upper = 0.5;
};
struct BhattacharyyaBounds {
  double t1 = 0;
  double t2 = 0;
  double rho = 1;
  double lower = 0;
  double upper = 0.5;
};

/// Throws InputError when a class has fewer than two rows.
[[nodiscard]] MahalanobisBound mahalanobis_bound(const LabelledRows& rows);
/// Features are scaled to [0, 1] over the rows first. Throws InputError likewise, and ConfigError
/// unless lambda is above 0.
[[nodiscard]] BhattacharyyaBounds bhattacharyya_bounds(const LabelledRows& rows, double lambda);

/// The bounds from given moments: covariances column after column.
[[nodiscard]] MahalanobisBound mahalanobis_bound(std::span<const double> mean_difference,
                                                 std::span<const double> pooled_covariance,
                                                 double prior);
[[nodiscard]] BhattacharyyaBounds bhattacharyya_bounds(std::span<const double> mean_difference,
                                                       std::span<const double> covariance0,
                                                       std::span<const double> covariance1,
                                                       double prior);

/// The Bayes error that a nearest-neighbour error E is compatible with, in the limit of many people
/// and for one neighbour (Cover and Hart 1967): at least (1 - sqrt(1 - 2 E)) / 2, and .5 from .5
/// on.
[[nodiscard]] double cover_hart_lower_bound(double nearest_neighbour_error);

}  // namespace faultline::model
