#include <cmath>

#include "faultline/rng/draw.hpp"

namespace faultline::rng {

// Marsaglia's polar method. The second variate of the pair is dropped: keeping it would make the
// next draw depend on what was drawn before.
double normal(Stream& stream) {
  double x = 0;
  double square = 0;
  do {
    x = 2 * uniform(stream) - 1;
    const double y = 2 * uniform(stream) - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  return x * std::sqrt(-2 * std::log(square) / square);
}

}  // namespace faultline::rng
