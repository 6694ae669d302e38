#pragma once
// What skewness may account for in a score. Flipping signs of residuals compares a subgroup's sum
// with its own sum of squares, as Student's t does; when residuals have skewness g (third central
// moment over the 3/2-th power of the sum of squares: skewness over root n), t passes -x with
// probability
//   P(t < -x) = Phi(-x) + phi(x) g (2 x^2 + 1) / 6 + smaller terms        (Edgeworth; Hall 1992)
// so a deviation x against the skewness is as surprising as x' is without it, where
//   x' + g (2 x'^2 + 1) / 6 = x.
// A log-likelihood ratio is then multiplied by (x' / x)^2. A deviation in the direction of the
// skewness is left as it is: there signs are on the safe side.

#include "faultline/methods/residual_scan/residual_people.hpp"

namespace faultline::methods {

/// (x' / x)^2, between 0 and 1. `pooled`: takes the skewness of everybody's residuals where that is
/// larger than the subgroup's own, which few people hardly show; for a subgroup that was named,
/// where no search raises the score to be exceeded. Nothing is left, 0, of a named subgroup's
/// deviation against a g above 0.5: so few people with residuals so skewed that the expansion says
/// nothing, and no test is known to hold. 1 when nothing varies.
[[nodiscard]] double left_by_skewness(const ResidualPeople::Moments& subgroup,
                                      const ResidualPeople::Moments& everybody, bool pooled);

}  // namespace faultline::methods
