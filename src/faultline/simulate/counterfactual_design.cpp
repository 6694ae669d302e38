#include "faultline/simulate/counterfactual_design.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

// Section 4 of the paper: the decision errs equally in all groups.
constexpr double kFalsePositive = 0.1;
constexpr double kFalseNegative = 0.2;
constexpr std::uint32_t kDesignPeople = 110;  // substream

struct DesignGroup {
  double share = 0;
  double need = 0;            // P(Y0 = 1)
  double treated_need = 0;    // P(D = 1 | Y0 = 1)
  double treated_others = 0;  // P(D = 1 | Y0 = 0)
  double strength = 0;        // P(Y1 = 0 | Y0 = 1)

  /// P(D = d, S = s), for the propensity given S.
  [[nodiscard]] double both(bool treated, bool decision) const {
    const double given_need = treated ? treated_need : 1 - treated_need;
    const double given_none = treated ? treated_others : 1 - treated_others;
    const double prevented = treated ? strength : 0;
    const double alarm = decision ? kFalsePositive : 1 - kFalsePositive;
    const double hit = decision ? 1 - kFalseNegative : kFalseNegative;
    return need * given_need * (prevented * alarm + (1 - prevented) * hit) +
           (1 - need) * given_none * alarm;
  }
  [[nodiscard]] double propensity(bool decision) const {
    return both(true, decision) / (both(true, decision) + both(false, decision));
  }
};

std::array<DesignGroup, 4> groups_of(CounterfactualDesign design, double z) {
  if (!(z >= 0 && z <= 1)) {
    throw OptionError("z", shortest(z), "must be from 0 to 1");
  }
  using enum CounterfactualDesign;
  const std::array<double, 4> shares =
      design == b ? std::array{.32, .32, .32, .04} : std::array{.56, .14, .24, .06};
  const std::array<double, 4> strengths =
      design == d ? std::array{.2, z, z, .8} : std::array{.2, .2, .2, z};
  std::array<DesignGroup, 4> groups;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g] = g == 0 ? DesignGroup{shares[g], .2, .4, .2, strengths[g]}
                       : DesignGroup{shares[g], .4, .6, .3, strengths[g]};
  }
  return groups;
}

}  // namespace

CounterfactualDesign parse_design(const std::string& text) {
  using enum CounterfactualDesign;
  if (text == "4a") return a;
  if (text == "4b") return b;
  if (text == "4c") return c;
  if (text == "4d") return d;
  throw ConfigError(fmt::format("`design` {}: must be 4a, 4b, 4c or 4d", text));
}

CounterfactualTruth truth_of(CounterfactualDesign design, double z) {
  std::array<GroupSums, 4> sums;
  const std::array<DesignGroup, 4> groups = groups_of(design, z);
  for (std::size_t g = 0; g < sums.size(); ++g) {
    const DesignGroup& group = groups[g];
    const double prevented = group.treated_need * group.strength;
    const double missed = kFalseNegative + (1 - kFalsePositive - kFalseNegative) * prevented;
    const double outcome = group.need * (1 - prevented);
    sums[g] = {
        .share = group.share,
        .need = group.need,
        .missed_need = group.need * missed,
        .false_alarm = (1 - group.need) * kFalsePositive,
        .outcome = outcome,
        .missed_outcome = outcome * kFalseNegative,
        .decision = outcome * (1 - kFalseNegative) + (1 - outcome) * kFalsePositive,
        .treated = group.need * group.treated_need + (1 - group.need) * group.treated_others};
  }
  return truth_of(sums);
}

CounterfactualPeople draw_people(CounterfactualDesign design, double z, std::int64_t people,
                                 std::uint64_t seed) {
  const std::array<DesignGroup, 4> groups = groups_of(design, z);
  rng::Stream stream(seed, rng::Purpose::simulate, 0, kDesignPeople);
  CounterfactualPeople drawn;
  for (std::int64_t i = 0; i < people; ++i) {
    double left = rng::uniform(stream);
    std::size_t g = 0;
    while (g + 1 < groups.size() && left >= groups[g].share) left -= groups[g++].share;
    const DesignGroup& group = groups[g];
    const bool untreated = rng::bernoulli(stream, group.need);
    const bool prevented = rng::bernoulli(stream, group.strength);
    const bool treated =
        rng::bernoulli(stream, untreated ? group.treated_need : group.treated_others);
    const bool with_treatment = untreated && !prevented;
    const bool outcome = treated ? with_treatment : untreated;
    const bool decision = rng::bernoulli(stream, outcome ? 1 - kFalseNegative : kFalsePositive);
    drawn.group.push_back(static_cast<std::uint8_t>(g));
    drawn.untreated_outcome.push_back(untreated ? 1 : 0);
    drawn.treated_outcome.push_back(with_treatment ? 1 : 0);
    drawn.treated.push_back(treated ? 1 : 0);
    drawn.outcome.push_back(outcome ? 1 : 0);
    drawn.decision.push_back(decision ? 1 : 0);
    drawn.propensity.push_back(group.propensity(decision));
  }
  return drawn;
}

}  // namespace faultline::simulate
