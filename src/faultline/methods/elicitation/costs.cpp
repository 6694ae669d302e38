#include "faultline/methods/elicitation/costs.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

constexpr std::array<const char*, 4> kNames{"cost of a false positive", "cost of a false negative",
                                            "cost of a false positive rate's disparity",
                                            "cost of a true positive rate's disparity"};

double cost(const std::string& text, std::size_t place) {
  const std::optional<double> value = parse_double(text);
  if (!value || !std::isfinite(*value)) {
    throw ConfigError(
        fmt::format("`costs`: the {} is '{}', which is not a number", kNames[place], text));
  }
  const bool disparity = place >= 2;
  if (*value < 0 || (disparity && *value == 0)) {
    throw ConfigError(fmt::format("`costs`: the {} is {}, but it must be {}", kNames[place], text,
                                  disparity ? "above 0" : "0 or more"));
  }
  return *value;
}

/// Costs of very different size could still make a quotient that is no number.
double finite_lambda(double errors, double disparity) {
  const double lambda = errors / disparity;
  if (!std::isfinite(lambda)) {
    throw ConfigError(
        fmt::format("`costs`: ({}) / {} is not a finite lambda; give costs of similar size",
                    shortest(errors), shortest(disparity)));
  }
  return lambda;
}

}  // namespace

Costs parse_costs(std::string_view text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 3 && parts.size() != 4) {
    throw ConfigError(fmt::format(
        "`costs` '{}' has {}; give FP,FN,FPR_DISPARITY or FP,FN,FPR_DISPARITY,TPR_DISPARITY", text,
        plural(static_cast<std::int64_t>(parts.size()), "number")));
  }
  Costs costs{.false_positive = cost(parts[0], 0),
              .false_negative = cost(parts[1], 1),
              .fpr_disparity = cost(parts[2], 2)};
  if (parts.size() == 4) costs.tpr_disparity = cost(parts[3], 3);
  if (costs.false_positive == 0 && costs.false_negative == 0) {
    throw ConfigError(
        "`costs`: false positives and false negatives both cost 0; then no difference is ever "
        "justified, which `lambda` 0 says");
  }
  // Refused here, so that the functions below always have an answer.
  (void)lambda_n(costs);
  (void)lambda_p(costs);
  return costs;
}

double lambda_n(const Costs& costs) {
  return finite_lambda(costs.false_positive + costs.false_negative, costs.fpr_disparity);
}

std::optional<double> lambda_p(const Costs& costs) {
  if (!costs.tpr_disparity) return std::nullopt;
  return finite_lambda(costs.false_positive + costs.false_negative, *costs.tpr_disparity);
}

void check_cost_ratio(double cost_ratio) {
  if (!(cost_ratio > 0 && std::isfinite(cost_ratio) && std::isfinite(1 / cost_ratio))) {
    throw ConfigError(
        fmt::format("`cost_ratio` {}: must be a finite number above 0", shortest(cost_ratio)));
  }
}

std::optional<double> lambda_from_ratios(ErrorRate error, double disparity_ratio,
                                         double cost_ratio) {
  // In units of the error that the disparity was compared with.
  const double errors = error == ErrorRate::fpr ? 1 + cost_ratio : 1 + 1 / cost_ratio;
  const double lambda = errors / disparity_ratio;
  if (!std::isfinite(lambda)) return std::nullopt;
  return lambda;
}

}  // namespace faultline::methods
