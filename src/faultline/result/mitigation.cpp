#include "faultline/result/mitigation.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const MitigationReport::Rule*) {
  using Rule = MitigationReport::Rule;
  static const Object object{
      "A threshold for a subgroup",
      {member<&Rule::subgroup>("subgroup", "Values by restricted attribute; {} is everybody."),
       member<&Rule::text>("text", "The subgroup in words."),
       member<&Rule::comparator>("comparator", "Which scores are decided positively."),
       member<&Rule::threshold>("threshold", "The threshold."),
       member<&Rule::width>("width", "Half-width of the range that thresholds are drawn from.")
           .from(0),
       member<&Rule::boundary_share>(
           "boundary_share",
           "Share of people exactly at the threshold who are decided positively, drawn by lot.")
           .from(0)
           .to(1)
           .sparse()
           .lenient()}};
  return object;
}

const Object& description(const MitigationReport::Rates*) {
  using Rates = MitigationReport::Rates;
  static const Object object{
      "Rates of a subgroup under some rules",
      {member<&Rates::subgroup>("subgroup", "Values by restricted attribute; {} is everybody."),
       member<&Rates::text>("text", "The subgroup in words."),
       member<&Rates::n>("n", "Number of people in it.").from(0),
       member<&Rates::fpr>("fpr", "False positive rate.").from(0).to(1),
       member<&Rates::tpr>("tpr", "True positive rate.").from(0).to(1),
       member<&Rates::fpr_interval>(
           "fpr_interval", "Its 95 % interval, where the rules were not made from these people.")
           .sparse()
           .lenient(),
       member<&Rates::tpr_interval>("tpr_interval", "Likewise.").sparse().lenient(),
       member<&Rates::accuracy>("accuracy", "Share of right decisions.").from(0).to(1),
       member<&Rates::selection_rate>("selection_rate", "Share of positive decisions.")
           .from(0)
           .to(1),
       member<&Rates::score>("score", "Score of the IJDI-Scan, for everybody."),
       member<&Rates::p_value>("p_value", "Its p-value.").from(0).to(1)}};
  return object;
}

const Object& description(const MitigationReport::Correction*) {
  using Correction = MitigationReport::Correction;
  static const Object object{
      "One correction of the thresholds",
      {member<&Correction::number>("number", "Place in the order of corrections.").from(1),
       member<&Correction::subgroup>("subgroup", "Values by restricted attribute."),
       member<&Correction::text>("text", "The subgroup in words."),
       member<&Correction::score>("score", "Score of the subgroup before the correction."),
       member<&Correction::p_value>("p_value", "Its p-value.").from(0).to(1),
       member<&Correction::n>("n", "Number of people whose rate is corrected.").from(0),
       member<&Correction::rate_before>("rate_before", "Their error rate before."),
       member<&Correction::rate_outside>("rate_outside", "Error rate outside the subgroup."),
       member<&Correction::target>("target", "Share that may exceed the threshold."),
       member<&Correction::threshold>("threshold", "The new threshold."),
       member<&Correction::rate_after>("rate_after", "Their error rate after."),
       member<&Correction::boundary_share>(
           "boundary_share", "Share of people exactly at the threshold who are flagged, by lot.")
           .from(0)
           .to(1)
           .sparse()
           .lenient(),
       member<&Correction::worse>("worse",
                                  "Subgroups that the correction made worse, as sentences.")}};
  return object;
}

const Object& description(const MitigationReport::RiskScore*) {
  using RiskScore = MitigationReport::RiskScore;
  static const Object object{
      "What a prediction stands for",
      {member<&RiskScore::score>("score", "The ordinal score."),
       member<&RiskScore::prediction>("prediction", "The prediction at it.").from(0).to(1)}};
  return object;
}

const Object& description(const MitigationReport*) {
  static const Object object{
      "Rules that make new decisions, and what they change",
      {member<&MitigationReport::method>("method", "How the rules were found.")
           .within("mitigation"),
       member<&MitigationReport::error>("error", "Error rate that was evened out.")
           .within("mitigation"),
       member<&MitigationReport::lambda>(
           "lambda", "Points of error rate that one point of base rate justifies.")
           .within("mitigation")
           .from(0),
       member<&MitigationReport::changed>("changed", "Number of people whose decision changed.")
           .within("mitigation")
           .from(0),
       member<&MitigationReport::ended>("ended", "Why the corrections ended.").within("mitigation"),
       member<&MitigationReport::no_longer>(
           "no_longer", "Of the people whose decision changed, those decided positively before.")
           .within("mitigation")
           .from(0)
           .lenient(),
       member<&MitigationReport::made_from>(
           "made_from",
           "Number of people the rules were made from, where they were tested on others.")
           .within("mitigation")
           .from(1)
           .sparse()
           .lenient(),
       member<&MitigationReport::tested_on>(
           "tested_on", "Number of people that `before` and `after` are about, in that case.")
           .within("mitigation")
           .from(1)
           .sparse()
           .lenient(),
       member<&MitigationReport::tested_file>(
           "tested_file", "File of the people tested on; null: held out of the same.")
           .within("mitigation")
           .nullable()
           .lenient(),
       member<&MitigationReport::strength>(
           "strength", "Share of the full correction that was made (kappa); 0 changes nothing.")
           .within("mitigation")
           .from(0)
           .to(1)
           .sparse()
           .lenient(),
       member<&MitigationReport::strengths>(
           "strengths", "Shares that were tried, each with its cost on people left out.")
           .within("mitigation")
           .sparse()
           .lenient(),
       member<&MitigationReport::ledger>("ledger", "What the new decisions cost and save.")
           .within("mitigation")
           .sparse()
           .lenient(),
       member<&MitigationReport::risk_score>("risk_score",
                                             "Column of the ordinal score; null without one.")
           .within("mitigation")
           .nullable()
           .lenient(),
       member<&MitigationReport::risk_scores>("risk_scores",
                                              "Its values and the prediction at each.")
           .within("mitigation")
           .sparse()
           .lenient(),
       member<&MitigationReport::rules>(
           "rules", "The rules, in order; a later one overrides an earlier one."),
       member<&MitigationReport::before>("before", "Rates under the old decisions."),
       member<&MitigationReport::after>("after", "Rates under the rules."),
       member<&MitigationReport::corrections>("corrections", "Corrections, in order."),
       member<&MitigationReport::points>("points", "").inlined("points")}};
  return object;
}

}  // namespace faultline::result
