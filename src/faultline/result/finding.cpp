#include "faultline/result/finding.hpp"

namespace faultline::result {

using describe::column;
using describe::member;
using describe::Object;

const Object& description(const ProtectedClass*) {
  static const Object object{
      "A class: the people with one value of an attribute",
      {member<&ProtectedClass::attribute>("attribute", "Name of the column."),
       member<&ProtectedClass::value>("value", "Value that the members of the class have."),
       member<&ProtectedClass::columns>("columns", "Columns that say who is a member.").sparse(),
       member<&ProtectedClass::against>("against",
                                        "Whom the class is compared with, not everybody else.")
           .sparse()}};
  return object;
}

const Object& description(const SearchReport*) {
  static const Object object{
      "How the subgroup was searched, and what is known about a better one",
      {member<&SearchReport::strategy>("strategy", "How subgroups were searched.")
           .never(Strategy::automatic),
       member<&SearchReport::subgroups>(
           "subgroups", "Number of possible subgroups; null when it is beyond a double.")
           .whole()
           .from(0)
           .null_is(std::numeric_limits<double>::infinity()),
       member<&SearchReport::evaluations>("evaluations", "Number of subgroups that were scored.")
           .from(0)
           .lenient(),
       member<&SearchReport::restarts>("restarts", "Number of starts of an ascent.").from(0),
       member<&SearchReport::hits>("hits", "Number of starts that ended in the best subgroup.")
           .from(0),
       member<&SearchReport::upper_bound>("upper_bound", "No subgroup scores above this."),
       member<&SearchReport::gap>("gap", "Upper bound minus the best score.").from(0),
       member<&SearchReport::certified>("certified",
                                        "Whether it is proven that no subgroup scores higher.")}};
  return object;
}

const Object& description(const Breakdown*) {
  static const Object object{
      "One value of one attribute, among the people of the subgroup",
      {member<&Breakdown::attribute>("attribute", "Name of the attribute."),
       member<&Breakdown::label>("label", "The value."),
       member<&Breakdown::restricted>("restricted",
                                      "Whether the subgroup names values of this attribute."),
       member<&Breakdown::n>("n", "Number of people of the subgroup with this value.").from(0),
       member<&Breakdown::observed>("observed", "Observed rate or mean."),
       member<&Breakdown::expected>("expected", "Expected rate or mean.")}};
  return object;
}

const Object& description(const Neighbour*) {
  static const Object object{
      "A subgroup one condition away from the one found",
      {member<&Neighbour::attribute>("attribute", "Attribute whose condition differs."),
       member<&Neighbour::value>("value",
                                 "Value that is demanded in addition; null: any value will do."),
       member<&Neighbour::n>("n", "Number of people.").from(0),
       member<&Neighbour::score>("score", "Penalised score, as the finding's."),
       member<&Neighbour::observed>("observed", "Observed rate; null where means are compared.")
           .lenient(),
       member<&Neighbour::expected>("expected", "Expected rate; null where means are compared.")
           .lenient()}};
  return object;
}

const Object& description(const NullDistribution*) {
  static const Object object{
      "Scores of replicates in which nothing is wrong",
      {member<&NullDistribution::quantiles>("null_scores_quantiles",
                                            "Quantiles of the null scores, by probability."),
       member<&NullDistribution::scores>("null_scores",
                                         "Best score of each finished replicate, in order.")
           .lenient()}};
  return object;
}

const Object& description(const Rate*) {
  static const Object object{
      "An observed rate or mean with a confidence interval",
      {member<&Rate::n>("n", "Number of people.").from(0),
       member<&Rate::observed>("observed", "Observed rate or mean; null without people.")
           .null_is(0),
       member<&Rate::observed_count>("observed_count", "Number of events, or sum of the values.")
           .whole()
           .lenient(),
       member<&Rate::interval>(
           "interval", "95 % confidence interval; a search for the subgroup is not counted."),
       member<&Rate::effective_n>(
           "effective_n",
           "Number of people that would say as much, these being weighted to "
           "resemble those they are compared with.")
           .from(0)
           .lenient()}};
  return object;
}

const Object& description(const Adjustment*) {
  static const Object object{
      "One correction of IJDI-Scan's expectation",
      {member<&Adjustment::edge_case>(
           "edge_case", "1: the base rate was below that outside; 2: an expectation was censored.")
           .from(1)
           .to(2),
       member<&Adjustment::subgroup_before>("subgroup_before",
                                            "Subgroup that was found before the correction."),
       member<&Adjustment::text_before>("text_before", "The same subgroup in words."),
       member<&Adjustment::score_before>("score_before", "Its score."),
       member<&Adjustment::amount>("amount", "Size of the correction.")}};
  return object;
}

const Object& description(const IjdiDetails*) {
  static const Object object{
      "What a finding of IJDI-Scan has beside the others",
      {member<&IjdiDetails::lambda>("lambda",
                                    "Points of error rate that one point of base rate justifies.")
           .from(0),
       member<&IjdiDetails::error>("error", "Error rate that was compared."),
       member<&IjdiDetails::adjustments>("adjustments",
                                         "Corrections of the expectation, in order."),
       member<&IjdiDetails::base_rate>("base_rate", "Mean true probability inside the subgroup.")
           .from(0)
           .to(1),
       member<&IjdiDetails::base_rate_outside>("base_rate_outside",
                                               "Mean true probability outside the subgroup.")
           .from(0)
           .to(1),
       member<&IjdiDetails::allowed>("allowed",
                                     "Highest rate inside that the base rates justify; lowest, "
                                     "where too low a rate hurts."),
       member<&IjdiDetails::ended_below>("ended_below",
                                         "Whether it was not tested because a smaller lambda was "
                                         "not rejected.")
           .lenient()}};
  return object;
}

const Object& description(const ModelFinding*) {
  static const Object object{
      "What a scan finds when this model says what to expect",
      {member<&ModelFinding::model>("model", "Model of the expectation."),
       member<&ModelFinding::subgroup>(
           "subgroup",
           "Values by restricted attribute; {} is everybody, null that no subgroup scores above "
           "0."),
       member<&ModelFinding::text>("text", "The subgroup in words."),
       member<&ModelFinding::n>("n", "Number of people in the subgroup.").from(0),
       member<&ModelFinding::score>("score", "Penalised log-likelihood ratio that was maximised."),
       member<&ModelFinding::theta>(
           "theta", "Size of the effect; null when it has a limit only, or nothing was found."),
       member<&ModelFinding::theta_limit>("theta_limit",
                                          "Limit of a theta without a finite value."),
       member<&ModelFinding::p_value>("p_value",
                                      "p-value; null when it was not or cannot be tested.")
           .from(0)
           .to(1),
       member<&ModelFinding::p_value_adjusted>(
           "p_value_adjusted", "p-value adjusted for the tests of an audit with this model alone.")
           .from(0)
           .to(1),
       member<&ModelFinding::replicates>("replicates",
                                         "Number of finished replicates behind the p-value.")
           .from(0),
       member<&ModelFinding::verdict>(
           "verdict", "What could be said if this model had been chosen beforehand.")}};
  return object;
}

const Object& description(const SetAside*) {
  static const Object object{
      "Columns that tell the prediction, in which people are therefore not compared",
      {member<&SetAside::columns>("columns", "Names of the columns."),
       member<&SetAside::tells>("tells", "What they do, in words."),
       member<&SetAside::p_value_adjusted>(
           "p_value_adjusted",
           "Adjusted p-value of the same scan with these columns among the covariates.")
           .from(0)
           .to(1),
       member<&SetAside::verdict>(
           "verdict",
           "Verdict of that scan; null where there was no evidence to lose, or no such scan.")}};
  return object;
}

const Object& description(const Finding*) {
  static const Object object{
      "A subgroup that a scan found",
      {member<&Finding::method>("method", "Method that made the finding."),
       member<&Finding::metric>("metric", "Criterion that the finding is about."),
       member<&Finding::direction>("direction",
                                   "Direction of the observed event against its expectation."),
       member<&Finding::family>("family",
                                "What the outcome of a scan is, where it is not one of two values.")
           .sparse(),
       member<&Finding::outcome_class>("outcome_class",
                                       "Class of a nominal outcome that is compared with the rest.")
           .sparse(),
       member<&Finding::expected_overall>("expected_overall",
                                          "Whether the overall mean or share was expected of "
                                          "everybody, because no predictions were given.")
           .sparse(),
       member<&Finding::also>("also",
                              "Complementary criterion, whose test is the same; null without one.")
           .lenient(),
       member<&Finding::protected_class>("protected", "Protected class; null where there is none."),
       member<&Finding::comparable_in>("comparable_in",
                                       "Columns in which people count as comparable.")
           .lenient(),
       member<&Finding::set_aside>(
           "set_aside",
           "Columns that tell the prediction, in which people are therefore not compared.")
           .sparse(),
       member<&Finding::rank>("rank", "Place in its search; 1 is the best.").from(1).lenient(),
       member<&Finding::subgroup>(
           "subgroup",
           "Values by restricted attribute; {} is everybody, null that no subgroup scores above "
           "0."),
       member<&Finding::text>("text", "The subgroup in words."),
       member<&Finding::score>("score", "Penalised log-likelihood ratio that was maximised."),
       member<&Finding::log_likelihood_ratio>("log_likelihood_ratio",
                                              "Log-likelihood ratio before the penalty."),
       member<&Finding::penalty>("penalty", "Penalty for the subgroup's complexity."),
       member<&Finding::theta>(
           "theta", "Size of the effect; null when it has a limit only, or nothing was found."),
       member<&Finding::theta_name>("theta_name", "Parameter that theta is."),
       member<&Finding::theta_limit>("theta_limit", "Limit of a theta without a finite value."),
       member<&Finding::theta_interval>(
           "theta_interval",
           "Interval of theta with confidence 1 - alpha over the whole search; an infinite end is "
           "null.")
           .null_is(std::numeric_limits<double>::infinity())
           .lenient(),
       member<&Finding::theta_shrunken>(
           "theta_shrunken", "theta drawn towards no difference by what a search finds in noise.")
           .lenient(),
       member<&Finding::n>("n", "Number of people in the subgroup.").from(0),
       member<&Finding::not_compared>(
           "not_compared",
           "People of the class without anybody comparable, who are not in n; null where all are "
           "compared.")
           .from(1)
           .lenient(),
       member<&Finding::observed>("observed",
                                  "Observed rate or mean in the subgroup; null without people."),
       member<&Finding::expected>("expected",
                                  "Expected rate or mean in the subgroup; null without people."),
       member<&Finding::observed_count>("observed_count", "Number of events, or sum of the values.")
           .whole()
           .lenient(),
       member<&Finding::expected_count>("expected_count", "Its expectation.").whole().lenient(),
       member<&Finding::observed_interval>(
           "observed_interval",
           "Interval of the rate: with theta_interval the one that its ends imply, over the whole "
           "search; without it 95 %, the search not counted."),
       member<&Finding::comparison>(
           "comparison",
           "People compared with: the same subgroup outside the class, or everybody else."),
       member<&Finding::p_value>("p_value", "p-value; null when it was not or cannot be tested.")
           .from(0)
           .to(1),
       member<&Finding::p_value_adjusted>("p_value_adjusted",
                                          "p-value adjusted for the number of tests.")
           .from(0)
           .to(1),
       member<&Finding::p_value_interval>(
           "p_value_interval", "95 % interval of the p-value for its Monte Carlo error alone."),
       member<&Finding::replicates>("replicates",
                                    "Number of finished replicates behind the p-value.")
           .from(0),
       member<&Finding::exceedances>("exceedances",
                                     "Number of replicates that reach the observed score.")
           .from(0)
           .lenient(),
       member<&Finding::proven>("proven",
                                "Whether the p-value is a proven upper bound that counts the whole "
                                "search and needs no replicates.")
           .lenient(),
       member<&Finding::verdict_risk>("verdict_risk",
                                      "Probability that the verdict would differ with endlessly "
                                      "many replicates; null when all were drawn.")
           .lenient(),
       member<&Finding::significant>("significant",
                                     "Whether the adjusted p-value is at most alpha."),
       member<&Finding::verdict>("verdict", "What may be said of the finding.").lenient(),
       member<&Finding::score_tested>("score_tested",
                                      "Score that was compared with the replicates, where "
                                      "skewness may account for a part of it.")
           .sparse(),
       member<&Finding::worse>("worse",
                               "Whether it is a change for the worse; only in comparisons.")
           .sparse(),
       member<&Finding::null>("null", "").inlined(),
       member<&Finding::detectable>(
           "detectable",
           "How large an effect would have had to be to be found, where it was asked for.")
           .sparse(),
       member<&Finding::by_expectation>("by_expectation",
                                        "The scan under every model of the expectation, its own "
                                        "first, where it was asked for.")
           .sparse(),
       member<&Finding::ijdi>("ijdi", "").inlined("lambda"),
       member<&Finding::search>("search", "How the subgroup was searched."),
       member<&Finding::breakdown>("breakdown", "The subgroup's people, value by value.").lenient(),
       member<&Finding::neighbours>("neighbours",
                                    "Subgroups with one condition less, and the best with one "
                                    "more; none of them is tested.")
           .sparse(),
       column<&Finding::warnings, &Notice::text>("warnings",
                                                 "What undermines the finding, as sentences.")}};
  return object;
}

}  // namespace faultline::result
