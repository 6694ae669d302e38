#include "faultline/result/elicitation.hpp"

#include <limits>

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const ElicitReport::Answer*) {
  using Answer = ElicitReport::Answer;
  static const Object object{
      "One answer",
      {member<&Answer::person>("person", "Who answered."),
       member<&Answer::z1>("z1", "Error rate of group A in the uneven system, in percent.")
           .finite(),
       member<&Answer::z2>("z2", "Error rate of group B in the uneven system, in percent.")
           .finite(),
       member<&Answer::z3>("z3", "Equal error rate that is as bad, in percent.").finite(),
       member<&Answer::ratio>("ratio",
                              "Cost of the disparity in units of one error, by this answer alone.")
           .finite(),
       member<&Answer::dominated>(
           "dominated",
           "Whether fewer errors were worth more than equality and more errors together; such "
           "answers are left out."),
       member<&Answer::weight>("weight", "Share of the pooled estimate that rests on this answer.")
           .from(0)
           .to(1)
           .lenient()}};
  return object;
}

const Object& description(const ElicitReport::Ratio*) {
  using Ratio = ElicitReport::Ratio;
  static const Object object{
      "What a disparity costs",
      {member<&Ratio::estimate>(
           "estimate",
           "Cost of the disparity in units of one error, by least squares; null without answers."),
       member<&Ratio::spread>("spread", "Standard deviation of the answers' own ratios.").from(0),
       member<&Ratio::answers>("answers", "Number of answers that were used.").from(0),
       member<&Ratio::lambda>("lambda",
                              "The trade-off that follows; null when infinite or unknown."),
       member<&Ratio::interval>("interval",
                                "95 % interval of the estimate; null with fewer than three answers "
                                "of one person, or three people.")
           .lenient(),
       member<&Ratio::lambda_interval>(
           "lambda_interval",
           "What that interval implies for lambda, at the cost ratio given; an infinite end is "
           "null.")
           .null_is(std::numeric_limits<double>::infinity())
           .lenient()}};
  return object;
}

const Object& description(const ElicitReport::PersonRatio*) {
  using PersonRatio = ElicitReport::PersonRatio;
  static const Object object{"What a disparity costs, to one person",
                             {member<&PersonRatio::person>("person", "Who answered."),
                              member<&PersonRatio::ratio>("ratio", "").inlined()}};
  return object;
}

const Object& description(const ElicitReport::Meaning::Group*) {
  using Group = ElicitReport::Meaning::Group;
  static const Object object{
      "What lambda allows one group",
      {member<&Group::attribute>("attribute", "Attribute that the group is a value of."),
       member<&Group::value>("value", "Its value."),
       member<&Group::n>("n", "People of the group whose error rate is compared.").from(0),
       member<&Group::base_rate>("base_rate", "Mean true probability of the outcome among them.")
           .from(0)
           .to(1),
       member<&Group::base_rate_outside>("base_rate_outside", "The same among everybody else.")
           .from(0)
           .to(1),
       member<&Group::rate>("rate", "Error rate of the group.").from(0).to(1),
       member<&Group::rate_outside>("rate_outside", "Error rate of everybody else.").from(0).to(1),
       member<&Group::allowed>("allowed",
                               "Rate that lambda just allows; null where lambda is infinite and "
                               "any rate is allowed.")
           .from(0)
           .to(1),
       member<&Group::allowed_interval>("allowed_interval",
                                        "The same at the ends of the interval of lambda."),
       member<&Group::excess>("excess", "How far the rate goes beyond that; 0 where it does not.")
           .from(0)}};
  return object;
}

const Object& description(const ElicitReport::Meaning*) {
  using Meaning = ElicitReport::Meaning;
  static const Object object{
      "What the elicited lambda would mean for the people of a file: what it allows, without a "
      "test",
      {member<&Meaning::source>("source", "Where the people come from."),
       member<&Meaning::people>("people", "Number of people in it.").from(0),
       member<&Meaning::compared>("compared", "Those of them whose error rate is compared.")
           .from(0),
       member<&Meaning::probability>("probability",
                                     "Column or model that the base rates are means of."),
       member<&Meaning::direction>("direction", "Direction in which a rate harms."),
       member<&Meaning::groups>("groups", "Every value of every attribute.")}};
  return object;
}

const Object& description(const ElicitReport*) {
  static const Object object{
      "What people answered about disparities, and the trade-off that follows",
      {member<&ElicitReport::answers>("answers", "The answers, in order."),
       member<&ElicitReport::ratio>("ratio", "What a disparity costs, all people together."),
       member<&ElicitReport::lambda_n>(
           "lambda_n", "Lambda for false positive rates; null when infinite or not asked for."),
       member<&ElicitReport::lambda_p>(
           "lambda_p", "Lambda for true positive rates; null when infinite or not asked for."),
       member<&ElicitReport::error>("error", "Error rate that was asked about.")
           .within("elicitation"),
       member<&ElicitReport::cost_ratio>("cost_ratio",
                                         "Cost of a false negative in units of a false positive.")
           .within("elicitation")
           .finite(),
       member<&ElicitReport::lambda_limit>("lambda_limit",
                                           "Limit of a lambda without a finite value.")
           .within("elicitation")
           .never(Limit::zero),
       member<&ElicitReport::by_person>("by_person", "What a disparity costs, person by person.")
           .within("elicitation"),
       member<&ElicitReport::range>(
           "range", "Lowest and highest cost between people; null with fewer than two people.")
           .within("elicitation"),
       member<&ElicitReport::explanation>("explanation", "What the numbers mean, as sentences.")
           .within("elicitation"),
       member<&ElicitReport::meaning>("meaning",
                                      "What lambda would mean for people in a file; null without "
                                      "one.")
           .within("elicitation")
           .lenient()}};
  return object;
}

}  // namespace faultline::result
