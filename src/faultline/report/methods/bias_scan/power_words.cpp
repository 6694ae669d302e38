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
    parts.push_back(fmt::format("{} at Delta = {}", score(value), shortest(delta)));
  }
  return join_words(parts, parts.size());
}

std::string detectable(const result::PowerReport::Subgroup& subgroup) {
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

}  // namespace

std::vector<PowerFact> power_facts(const result::PowerReport& power) {
  std::vector<PowerFact> facts;
  facts.push_back(
      {"h(alpha)", fmt::format("{} for alpha = {} and {}", score(power.critical_value),
                               shortest(power.alpha), plural(power.profiles, "profile"))});
  if (!power.subgroup) return facts;
  const result::PowerReport::Subgroup& subgroup = *power.subgroup;
  facts.push_back({"Subgroup", fmt::format("{}: {}, {} with the outcome", subgroup.text,
                                           people(subgroup.n), quantity(subgroup.observed_count))});
  facts.push_back(
      {"Score now",
       fmt::format("{} (odds ratio q = {})", score(subgroup.score_without_bias),
                   std::isfinite(subgroup.q_mle) ? ratio(subgroup.q_mle) : "infinity")});
  facts.push_back({"Detectable", detectable(subgroup)});
  if (!subgroup.limit_scores.empty())
    facts.push_back({"Limit score", by_delta(subgroup.limit_scores)});
  if (!subgroup.normalised_scores.empty()) {
    facts.push_back({"Per person", by_delta(subgroup.normalised_scores)});
  }
  return facts;
}

}  // namespace faultline::report
