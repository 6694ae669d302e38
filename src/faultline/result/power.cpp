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

const Object& description(const PowerReport::Side*) {
  using Side = PowerReport::Side;
  static const Object object{
      "One direction of the scan that was run",
      {member<&Side::direction>("direction", "Direction of the event against its prediction."),
       member<&Side::critical_score>(
           "critical_score",
           "Score that the best subgroup had to exceed; null when too few replicates were drawn.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Side::proven>("proven",
                             "Whether that score comes from the closed form, not from "
                             "replicates."),
       member<&Side::effects>("effects",
                              "Smallest effects that are found with a probability of about .8, by "
                              "the people they are in.")
           .lenient()}};
  return object;
}

const Object& description(const PowerReport::SubgroupSide*) {
  using SubgroupSide = PowerReport::SubgroupSide;
  static const Object object{
      "A named subgroup in one direction",
      {member<&SubgroupSide::direction>("direction",
                                        "Direction of the event against its prediction."),
       member<&SubgroupSide::score>("score", "Score of the data as they are, with penalty.")
           .finite(),
       member<&SubgroupSide::delta_threshold>(
           "delta_threshold",
           "Sampling bias at which the scan that was run would detect the subgroup; null when "
           "none is large enough."),
       member<&SubgroupSide::limit_scores>(
           "limit_scores",
           "Scores without penalty in the limit of much data, by factor of "
           "bias.")}};
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
                                            "Scores per person, by factor of bias."),
       member<&Subgroup::directions>("directions", "The subgroup in each direction of the scan.")
           .lenient()}};
  return object;
}

const Object& description(const PowerReport*) {
  static const Object object{
      "What sampling bias the scan detects, by its test and by theory",
      {member<&PowerReport::profiles>("profiles", "Number of distinct profiles.").from(0),
       member<&PowerReport::alpha>("alpha", "Level of the test.").finite(),
       member<&PowerReport::critical_value>("critical_value",
                                            "Score without penalty above which a subgroup in "
                                            "direction lower is significant by theory.")
           .finite(),
       member<&PowerReport::applicable>("applicable", "Whether the theory speaks of this scan."),
       member<&PowerReport::directions>("directions",
                                        "Critical score of each direction of the scan.")
           .lenient(),
       member<&PowerReport::subgroup>("subgroup", "The subgroup that was asked about."),
       member<&PowerReport::notices>("notices", "Which assumptions are not met.").lenient()}};
  return object;
}

}  // namespace faultline::result
