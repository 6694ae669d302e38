#include "faultline/simulate/counterfactual_scenario.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

constexpr double kInside = 0.005;
constexpr Covariates kMeans{1, -1, 2, -2};
constexpr double kDeviation = 0.3;

double kept_inside(double log_odds) {
  return std::clamp(model::expit(log_odds), kInside, 1 - kInside);
}

}  // namespace

std::string group_name(std::size_t group) { return fmt::format("{}{}", group / 2, group % 2); }

std::string group_words(std::size_t group) {
  constexpr std::array kWords{"majority", "M2", "M1", "minority"};
  return fmt::format("{} ({})", group_name(group), kWords[group]);
}

CounterfactualScenario counterfactual_scenario(int number) {
  // Shares of 00, 01, 10, 11; the paper lists 00, 10, 01, 11.
  switch (number) {
    case 1:
      return {
          .number = 1,
          .groups = {{{.58, .6, .2, .2}, {.13, .5, .4, .2}, {.23, .5, .4, .2}, {.06, .4, .6, .6}}},
          .forest_sees_groups = false};
    case 2:
      return {
          .number = 2,
          .groups = {{{.58, .6, .2, .2}, {.13, .5, .4, .4}, {.23, .5, .4, .3}, {.06, .4, .6, .5}}},
          .forest_sees_groups = true};
    case 3:
      return {
          .number = 3,
          .groups = {{{.58, .8, .4, .2}, {.13, .4, .6, .2}, {.23, .4, .6, .2}, {.06, .4, .6, .2}}},
          .forest_sees_groups = true};
    default:
      throw OptionError("scenario", fmt::format("{}", number), "must be 1, 2 or 3");
  }
}

Covariates draw_covariates(rng::Stream& stream) {
  Covariates x{};
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = kMeans[j] + kDeviation * rng::normal(stream);
  return x;
}

std::size_t draw_group(const CounterfactualScenario& scenario, rng::Stream& stream) {
  double left = rng::uniform(stream);
  for (std::size_t g = 0; g + 1 < kGroups; ++g) {
    left -= scenario.groups[g].share;
    if (left < 0) return g;
  }
  return kGroups - 1;
}

double untreated_risk(const GroupParameters& group, const Covariates& x) {
  return kept_inside(model::log_odds(group.need) + x[0] + x[1] + x[2] + x[3]);
}

double treatment_chance(const GroupParameters& group, const Covariates& x, bool decision) {
  const double effect = decision ? model::log_odds(0.1) : 0;
  return kept_inside(model::log_odds(group.opportunity) + x[0] + x[1] + effect);
}

}  // namespace faultline::simulate
