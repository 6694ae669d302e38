#include "faultline/result/compare.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const CompareReport::Change*) {
  using Change = CompareReport::Change;
  static const Object object{
      "A rate of one group before and after",
      {member<&Change::group>("group", "Value by attribute; empty for everybody."),
       member<&Change::text>("text", "The group in words."),
       member<&Change::n_before>("n_before", "Number of people before.").from(0),
       member<&Change::n_after>("n_after", "Number of people after; of two models the same people.")
           .from(0),
       member<&Change::metric>("metric", "What is compared."),
       member<&Change::before>("before", "The rate before; null where it is not defined."),
       member<&Change::after>("after", "The rate after; null where it is not defined."),
       member<&Change::difference>("difference", "After minus before."),
       member<&Change::interval>(
           "interval",
           "Interval of the difference. Of two models, on the same people: Tango's for shares of "
           "the same people, Student's t of paired differences for means, DeLong's for AUC, square "
           "and add with the correlation of both for others. Of two periods: square and add."),
       member<&Change::p_value>("p_value", "P-value of the test of no change.").from(0).to(1),
       member<&Change::p_value_adjusted>("p_value_adjusted",
                                         "The same, adjusted for all tests of the run.")
           .from(0)
           .to(1),
       member<&Change::test>("test", "The test; null when there is none."),
       member<&Change::worse>("worse",
                              "Whether the rate is worse after than before; null where neither a "
                              "higher nor a lower rate is the better one."),
       member<&Change::verdict>("verdict", "What may be said; null when it is not tested."),
       member<&Change::why>("why", "Why it is not compared or not tested; null when it is.")
           .nullable()}};
  return object;
}

const Object& description(const CompareReport*) {
  using Report = CompareReport;
  constexpr auto kAsked = "compare";
  static const Object object{
      "What changed",
      {member<&Report::kind>("kind", "Two models, or two periods or files.").within(kAsked),
       member<&Report::before>("before", "Column, value or file that comes first.").within(kAsked),
       member<&Report::after>("after", "Column, value or file that comes second.").within(kAsked),
       member<&Report::confidence>("confidence", "Confidence level of the intervals of changes.")
           .within(kAsked)
           .finite()
           .above(0)
           .below(1),
       member<&Report::tests>("tests", "Number of tests of changes.").within(kAsked).from(0),
       member<&Report::families>(
           "families",
           "Number of families of tests, the searches and the table of changes, between which the "
           "level is divided.")
           .within(kAsked)
           .from(1),
       member<&Report::notices>("notices", "What to know of the comparison.").within(kAsked),
       member<&Report::changes>("changes",
                                "Every rate of every group before and after; everybody first.")}};
  return object;
}

}  // namespace faultline::result
