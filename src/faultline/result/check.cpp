#include "faultline/result/check.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const CheckReport::Line*) {
  using Of = CheckReport::Line;
  static const Object object{
      "One question of a check and its verdict",
      {member<&Of::part>("part", "Command of the part that asks it."),
       member<&Of::list>("list", "List of that part where the answer stands in full."),
       member<&Of::place>("place", "Place in that list, from 0.").from(0),
       member<&Of::question>("question", "What is compared."),
       member<&Of::who>("who", "Who is compared; null where nobody stands out.").nullable(),
       member<&Of::compared_with>("compared_with", "With whom, or with what."),
       member<&Of::n>("n", "Number of people that it rests on.").from(0),
       member<&Of::p_value_adjusted>(
           "p_value_adjusted", "Adjusted for all tests of the run; null where there is no test.")
           .from(0)
           .to(1),
       member<&Of::verdict>("verdict", "What can be said; null where nothing was tested.")}};
  return object;
}

const Object& description(const CheckReport::LeftOut*) {
  using Of = CheckReport::LeftOut;
  static const Object object{"A part of a check that was not run",
                             {member<&Of::part>("part", "Command of the part."),
                              member<&Of::why>("why", "Why, and what it would need.")}};
  return object;
}

const Object& description(const CheckReport*) {
  static const Object object{
      "The verdicts of all parts together; each part stands in full in parts",
      {member<&CheckReport::verdicts>(
           "verdicts", "Every question, evidence first and then the most important first."),
       member<&CheckReport::families>(
           "families", "Number of families of tests that Holm's adjustment stands between.")
           .from(0),
       member<&CheckReport::left_out>("left_out", "Parts that were not run.")}};
  return object;
}

}  // namespace faultline::result
