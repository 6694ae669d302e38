#pragma once
// Clusters of k-means in words: the covariates in which their members differ most from everybody,
// measured as k-means does (every covariate has variance 1).

#include <string>
#include <vector>

#include "faultline/model/clusters/k_means.hpp"
#include "faultline/model/design/features.hpp"

namespace faultline::methods {

/// "cluster 2: mostly relationship = Husband, age 45.2 on average (38.6 among all)"; at most three
/// covariates, none that differs by less than a third as much as the first.
[[nodiscard]] std::vector<std::string> k_means_names(const model::Features& features,
                                                     const model::KMeans& found);

/// Of a dummy "sex=Male" of covariate "sex": "Male".
[[nodiscard]] std::string value_of(const model::Feature& feature);

/// Three digits, and all of them before the point: "38.6", "1,078", "0.0873".
[[nodiscard]] std::string short_number(double value);

}  // namespace faultline::methods
