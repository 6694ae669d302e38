#pragma once
// People as k-means sees them: every covariate scaled to variance 1 (see k_means.hpp), kept sparse.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::model {

/// Rows with as many entries as covariates take part: the value of a categorical is one entry that
/// is not 0. Dummies are not centred, because distances do not see where 0 is.
struct KMeansRows {
  std::size_t rows = 0;
  std::size_t covariates = 0;
  std::size_t columns = 0;
  std::vector<std::int32_t> column{};  // row after row
  std::vector<double> value{};
  std::vector<double> square{};  // squared length of each row
};

[[nodiscard]] KMeansRows k_means_rows(const Features& features);

}  // namespace faultline::model
