#pragma once
// Covariates made over: numbers in standard deviations for distances; squares and products, and
// what a linear model needs to treat groups apart.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::methods {

/// Numbers in standard deviations; everything else as it is.
[[nodiscard]] model::Features scaled_features(const model::Features& features);

/// With the group as one more covariate.
[[nodiscard]] model::Features with_group(const model::Features& features,
                                         const std::string& protected_column,
                                         const std::vector<std::string>& groups,
                                         std::span<const std::int32_t> group);

/// With the group, and every column once more for every group, 0 for all others: a linear model may
/// then have coefficients of its own for each.
[[nodiscard]] model::Features with_interactions(const model::Features& features,
                                                const std::string& protected_column,
                                                const std::vector<std::string>& groups,
                                                std::span<const std::int32_t> group);

/// With squares and products of the columns, standardised; of the numbers alone where all columns
/// together have more than `most` products. None where those have more, too, or where there is
/// nothing to multiply.
[[nodiscard]] std::optional<model::Features> with_products(const model::Features& features,
                                                           std::int64_t most);

}  // namespace faultline::methods
