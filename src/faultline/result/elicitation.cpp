#include "faultline/result/elicitation.hpp"

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
           "answers are left out.")}};
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
                              "The trade-off that follows; null when infinite or unknown.")}};
  return object;
}

const Object& description(const ElicitReport::PersonRatio*) {
  using PersonRatio = ElicitReport::PersonRatio;
  static const Object object{"What a disparity costs, to one person",
                             {member<&PersonRatio::person>("person", "Who answered."),
                              member<&PersonRatio::ratio>("ratio", "").inlined()}};
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
           .within("elicitation")}};
  return object;
}

}  // namespace faultline::result
