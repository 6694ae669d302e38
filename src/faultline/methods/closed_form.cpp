#include "faultline/methods/closed_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/search/value_sets.hpp"

namespace faultline::methods {
namespace {

// Far above the rounding of a score's sums, far below what a reader sees.
constexpr double kRoundingUp = 1e-9;

/// log((1 + e^-c)^a - e^-(c a)), without overflow; of an ordered attribute log(1 + r e^-c).
double log_sets(const data::Attribute& attribute, double penalty) {
  if (attribute.ordered)
    return std::log1p((search::admissible_sets(attribute) - 1) * std::exp(-penalty));
  const double a = attribute.arity();
  const double all = a * std::log1p(std::exp(-penalty));
  return all + std::log1p(-std::exp(-penalty * a - all));
}

}  // namespace

ClosedForm::ClosedForm(const std::vector<data::Attribute>& attributes, double penalty,
                       int directions) {
  if (!(penalty >= 0)) throw ConfigError(fmt::format("`penalty` {}: must be 0 or more", penalty));
  if (directions < 1) throw InternalError("a search has at least one direction");
  for (const data::Attribute& attribute : attributes) {
    // An attribute with one value or none restricts nothing.
    if (attribute.arity() > 1) log_weight_ += log_sets(attribute, penalty);
  }
  log_directions_ = std::log(static_cast<double>(directions));
}

double ClosedForm::p_value(double score) const {
  const double slack = kRoundingUp * (1 + std::abs(score));
  const double log_p = log_directions_ + log_weight_ - score + slack;
  if (!(log_p < 0)) return 1;
  return std::max(std::exp(log_p), std::numeric_limits<double>::min());
}

double ClosedForm::critical_score(double level) const {
  return log_directions_ + log_weight_ - std::log(level);
}

bool ClosedForm::settles(double p_value, double alpha) {
  return p_value <= std::min(1e-3, alpha / 50);
}

}  // namespace faultline::methods
