#include "faultline/result/detectable.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const Detectable::Effect*) {
  using Effect = Detectable::Effect;
  static const Object object{
      "The smallest effect that a test finds in some people",
      {member<&Effect::text>("text", "The people in words."),
       member<&Effect::share>(
           "share",
           "Share of the class, or of everybody, where any subgroup of that size is meant that is "
           "like them; null where the subgroup itself is."),
       member<&Effect::n>("n", "Number of people in it, of an audit members of the class.").from(0),
       member<&Effect::expected>("expected", "Rate or mean that is expected of them.").finite(),
       member<&Effect::theta>("theta",
                              "Size of the effect that would be found; null when none is large "
                              "enough."),
       member<&Effect::rate>("rate", "Rate or mean that it implies; null without it."),
       member<&Effect::spread>("spread",
                               "Factor by which the observed deviation varies more than if "
                               "expectations were known.")
           .finite()}};
  return object;
}

const Object& description(const Detectable*) {
  static const Object object{
      "How large an effect would have had to be to be found",
      {member<&Detectable::probability>("probability",
                                        "Probability with which an effect of that size is found.")
           .finite(),
       member<&Detectable::critical_score>("critical_score",
                                           "Score that the best subgroup had to exceed.")
           .finite(),
       member<&Detectable::effects>("effects", "Smallest effects, by the people they are in.")}};
  return object;
}

}  // namespace faultline::result
