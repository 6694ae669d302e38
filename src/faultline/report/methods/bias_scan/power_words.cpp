#include "faultline/report/methods/bias_scan/power_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

std::string by_delta(const std::vector<result::PowerReport::Biased>& pairs) {
  std::vector<std::string> parts;
  parts.reserve(pairs.size());
  for (const auto& [delta, value] : pairs) {
    parts.push_back(fmt::format("{} at Delta = {:.3g}", score(value), delta));
  }
  return join_words(parts, parts.size());
}

std::string critical(const result::PowerReport::Side& side, double alpha) {
  if (!std::isfinite(side.critical_score)) {
    return fmt::format("too few replicates for the level {}", shortest(alpha));
  }
  return fmt::format("{}, to be exceeded by the best subgroup at the level {}; from {}",
                     score(side.critical_score), shortest(alpha),
                     side.proven ? "the closed form" : "the replicates of this run");
}

std::string by_theory(const result::PowerReport::Subgroup& subgroup) {
  if (!subgroup.delta_threshold) {
    return "no sampling bias Delta, however large, lifts this subgroup above h(alpha)";
  }
  if (*subgroup.delta_threshold <= 1)
    return "its score is above h(alpha) already, without any sampling bias";
  return fmt::format(
      "sampling bias Delta of {0} or more: training data in which the odds of the outcome in this "
      "subgroup are {0} times "
      "too high",
      ratio(*subgroup.delta_threshold));
}

std::string detectable(const result::PowerReport::SubgroupSide& side) {
  const bool lower = side.direction == data::Direction::lower;
  if (!side.delta_threshold) return "no sampling bias Delta would be detected in it";
  if (*side.delta_threshold == 1) return "detected already, without any sampling bias";
  return fmt::format(
      "sampling bias Delta of {} or {}: training data in which the odds of the outcome in this "
      "subgroup are that factor too {}",
      ratio(*side.delta_threshold), lower ? "more" : "less", lower ? "high" : "low");
}

}  // namespace

std::vector<PowerFact> power_facts(const result::PowerReport& power) {
  std::vector<PowerFact> facts;
  facts.reserve(power.directions.size());
  for (const result::PowerReport::Side& side : power.directions) {
    facts.push_back({"To exceed", fmt::format("in direction {}: {}", name_of(side.direction),
                                              critical(side, power.alpha))});
  }
  if (power.applicable) {
    facts.push_back(
        {"h(alpha)", fmt::format("{} for alpha = {} and {}", score(power.critical_value),
                                 shortest(power.alpha), plural(power.profiles, "profile"))});
  }
  if (!power.subgroup) return facts;
  const result::PowerReport::Subgroup& subgroup = *power.subgroup;
  facts.push_back({"Subgroup", fmt::format("{}: {}, {} with the outcome", subgroup.text,
                                           people(subgroup.n), quantity(subgroup.observed_count))});
  facts.push_back(
      {"Odds ratio q", std::isfinite(subgroup.q_mle) ? ratio(subgroup.q_mle) : "infinity"});
  for (const result::PowerReport::SubgroupSide& side : subgroup.directions) {
    const auto add = [&](const char* label, const std::string& value) {
      facts.push_back({label, fmt::format("in direction {}: {}", name_of(side.direction), value)});
    };
    add("Score now", score(side.score));
    add("Detectable", detectable(side));
    if (!side.limit_scores.empty()) add("Limit score", by_delta(side.limit_scores));
  }
  if (!power.applicable) return facts;
  facts.push_back({"By h(alpha)", by_theory(subgroup)});
  if (!subgroup.normalised_scores.empty()) {
    facts.push_back({"Per person", by_delta(subgroup.normalised_scores)});
  }
  return facts;
}

}  // namespace faultline::report
