#include "faultline/result/power.hpp"

#include <limits>

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const PowerReport::Biased*) {
  using Biased = PowerReport::Biased;
  static const Object object{
      "A score under a sampling bias",
      {member<&Biased::delta>("delta", "Factor by which sampling changes the odds.").finite(),
       member<&Biased::score>("score", "Score that it leads to.").finite()}};
  return object;
}

const Object& description(const PowerReport::Subgroup*) {
  using Subgroup = PowerReport::Subgroup;
  static const Object object{
      "What sampling bias a test would detect in one subgroup",
      {member<&Subgroup::text>("text", "The subgroup in words."),
       member<&Subgroup::n>("n", "Number of people in it.").from(0),
       member<&Subgroup::observed_count>("observed_count", "Number of events among them.").whole(),
       member<&Subgroup::q_mle>("q_mle", "Ratio of odds that fits best; null when infinite.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Subgroup::score_without_bias>("score_without_bias", "Score of the data as they are.")
           .null_is(0),
       member<&Subgroup::delta_threshold>("delta_threshold",
                                          "Smallest factor of bias that a test would detect."),
       member<&Subgroup::limit_scores>("limit_scores",
                                       "Scores in the limit of much data, by factor of bias."),
       member<&Subgroup::normalised_scores>("normalised_scores",
                                            "Scores per person, by factor of bias.")}};
  return object;
}

const Object& description(const PowerReport*) {
  static const Object object{
      "Theory of the Bias Scan: what sampling bias it detects",
      {member<&PowerReport::profiles>("profiles", "Number of distinct profiles.").from(0),
       member<&PowerReport::alpha>("alpha", "Level of the test.").finite(),
       member<&PowerReport::critical_value>("critical_value",
                                            "Score above which a subgroup is significant.")
           .finite(),
       member<&PowerReport::applicable>(
           "applicable", "Whether the theory applies: every profile has one prediction."),
       member<&PowerReport::subgroup>("subgroup", "The subgroup that was asked about."),
       member<&PowerReport::notices>("notices", "Which assumptions are not met.").lenient()}};
  return object;
}

}  // namespace faultline::result
