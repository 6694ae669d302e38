#include "faultline/report/power_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/format.hpp"

namespace faultline::report {
namespace {

std::string by_delta(const std::vector<std::pair<double, double>>& pairs) {
  std::vector<std::string> parts;
  parts.reserve(pairs.size());
  for (const auto& [delta, value] : pairs) {
    parts.push_back(fmt::format("{} at Delta = {}", score(value), shortest(delta)));
  }
  return join_words(parts, parts.size());
}

}  // namespace

std::vector<PowerFact> power_facts(const audit::PowerReport& power) {
  std::vector<PowerFact> facts;
  facts.push_back(
      {"h(alpha)", fmt::format("{} for alpha = {} and {}", score(power.critical_value),
                               shortest(power.alpha), plural(power.profiles, "profile"))});
  if (!power.subgroup) return facts;
  const audit::PowerReport::Subgroup& subgroup = *power.subgroup;
  facts.push_back({"Subgroup", fmt::format("{}: {}, {} with the outcome", subgroup.text,
                                           people(subgroup.n), quantity(subgroup.observed_count))});
  facts.push_back(
      {"Score now",
       fmt::format("{} (odds ratio q = {})", score(subgroup.score_without_bias),
                   std::isfinite(subgroup.q_mle) ? ratio(subgroup.q_mle) : "infinity")});
  facts.push_back(
      {"Detectable",
       subgroup.delta_threshold
           ? fmt::format("sampling bias Delta of {} or more: training data in which the odds of "
                         "the outcome "
                         "in this subgroup are {} times too high",
                         ratio(*subgroup.delta_threshold), ratio(*subgroup.delta_threshold))
           : "no sampling bias Delta, however large, lifts this subgroup above h(alpha)"});
  if (!subgroup.limit_scores.empty())
    facts.push_back({"Limit score", by_delta(subgroup.limit_scores)});
  if (!subgroup.normalised_scores.empty()) {
    facts.push_back({"Per person", by_delta(subgroup.normalised_scores)});
  }
  return facts;
}

std::vector<std::string> power_limits(const audit::PowerReport& power) {
  std::vector<std::string> limits;
  if (!power.applicable) {
    limits.emplace_back(
        "h(alpha) does not apply to these data: some profiles hold more than one prediction.");
  }
  limits.emplace_back(
      "h(alpha) is asymptotic: it bounds the chance of a false alarm over all subsets of profiles "
      "only as their "
      "number grows (with 10 profiles that chance is about .08 at alpha = .05). It speaks of "
      "predictions that are "
      "too high, of scores without penalty, and of profiles that each carry one prediction. The "
      "p-values of this "
      "result do not rest on it; they come from the randomisation test.");
  if (power.subgroup) {
    limits.emplace_back(
        "The limits in Delta assume a consistent classifier, training data in every profile of the "
        "subgroup, "
        "probabilities strictly between 0 and 1, and many profiles.");
  }
  for (const std::string& note : power.notes) limits.push_back(note);
  return limits;
}

}  // namespace faultline::report
