#include "faultline/methods/bias_scan/rescore.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

/// Sums over people of the ratio's value, slope and curvature at one theta >= 0 (the mirrored
/// problem for "lower").
class RatioSink final : public data::ProfileSink {
 public:
  RatioSink(search::Direction direction, std::optional<double> clip, double theta)
      : direction_(direction),
        clip_(clip),
        theta_(theta),
        growth_(std::expm1(theta)),
        shrink_(std::exp(-theta)) {}

  void add(const data::ProfileBatch& batch) override {
    for (std::int64_t i = 0; i < batch.size; ++i) {
      double p = batch.prediction[i];
      if (clip_) p = std::clamp(p, *clip_, 1 - *clip_);
      const bool higher = direction_ == search::Direction::higher;
      if (!higher) p = 1 - p;
      const bool event = (batch.outcome[i] != 0) == higher;
      const auto n = static_cast<double>(batch.count[i]);
      if (p == 0) continue;
      if (!event) missing_ += batch.count[i];
      limit_.add(-n * std::log(p));
      const double tilted = p / (p + (1 - p) * shrink_);
      value_.add(n * ((event ? theta_ : 0.0) - std::log1p(growth_ * p)));
      slope_.add(n * ((event ? 1.0 : 0.0) - tilted));
      curvature_.add(n * tilted * (1 - tilted));
    }
  }

  [[nodiscard]] bool everybody_has_event() const { return missing_ == 0; }
  [[nodiscard]] double limit() const { return limit_.value(); }
  [[nodiscard]] double value() const { return value_.value(); }
  [[nodiscard]] double slope() const { return slope_.value(); }
  [[nodiscard]] double curvature() const { return curvature_.value(); }

 private:
  search::Direction direction_;
  std::optional<double> clip_;
  double theta_;
  double growth_;
  double shrink_;
  std::int64_t missing_ = 0;
  math::CompensatedSum limit_;
  math::CompensatedSum value_;
  math::CompensatedSum slope_;
  math::CompensatedSum curvature_;
};

}  // namespace

void rescore_exactly(const BiasScanInput& input, search::Direction direction,
                     search::ScoredSubgroup& scored) {
  const double sign = direction == search::Direction::higher ? 1.0 : -1.0;
  double theta = std::isfinite(scored.theta) ? sign * scored.theta : 0.0;
  double ratio = scored.log_likelihood_ratio;
  bool converged = false;
  for (int pass = 0; pass < 30; ++pass) {
    RatioSink sink(direction, input.clip, theta);
    input.send_again(scored.subgroup, sink);
    if (sink.everybody_has_event()) {
      theta = std::numeric_limits<double>::infinity();
      ratio = sink.limit();
      converged = true;
      break;
    }
    // Newton's step, kept short: past the node range the first ones could overshoot.
    const double step = std::clamp(sink.slope() / sink.curvature(), -2.0, 2.0);
    if (std::abs(step) < 1e-6) {
      ratio = sink.value() + 0.5 * sink.slope() * step;
      theta += step;
      converged = true;
      break;
    }
    theta = std::max(0.0, theta + step);
  }
  if (!converged)
    throw NumericError("the exact score of a folded subgroup did not converge in 30 passes");
  scored.theta = sign * theta;
  scored.log_likelihood_ratio = ratio;
  scored.score = ratio - scored.penalty;
}

}  // namespace faultline::methods
