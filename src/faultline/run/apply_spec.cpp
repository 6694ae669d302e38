#include "faultline/run/apply.hpp"

namespace faultline::run {

const describe::Object& description(const AppliedRules::ByRule*) {
  using describe::member;
  using Rule = AppliedRules::ByRule;
  static const describe::Object object{
      "What one rule decided",
      {member<&Rule::text>("text", "Whom it is for"),
       member<&Rule::comparator>("comparator", "Scores above, or at least, the threshold"),
       member<&Rule::threshold>("threshold", "The threshold"),
       member<&Rule::width>("width", "Half-width around it, of a threshold drawn at random"),
       member<&Rule::boundary_share>("boundary_share",
                                     "Share of people exactly at it who are decided positively")
           .sparse(),
       member<&Rule::rows>("rows", "Rows it decided").from(0),
       member<&Rule::positive>("positive", "Of these, positively").from(0)}};
  return object;
}

const describe::Object& description(const AppliedRules::Unknown*) {
  using describe::member;
  using Unknown = AppliedRules::Unknown;
  static const describe::Object object{
      "What the rules do not know of an attribute",
      {member<&Unknown::attribute>("attribute", "Its name"),
       member<&Unknown::missing>("missing", "Rows without a value").from(0),
       member<&Unknown::values>("values", "Rows by value that the rules never saw")}};
  return object;
}

const describe::Object& description(const AppliedRules*) {
  using describe::member;
  static const describe::Object object{
      "Decisions about new people by a rules file",
      {member<&AppliedRules::schema>("schema", "Name and version of this format"),
       member<&AppliedRules::rules>("rules", "The rules file"),
       member<&AppliedRules::seed>("seed", "Of thresholds drawn at random"),
       member<&AppliedRules::rows>("rows", "Rows that were decided").from(0),
       member<&AppliedRules::positive>("positive", "Of these, positively").from(0),
       member<&AppliedRules::by_rule>("by_rule", "In the order of the rules, or of points"),
       member<&AppliedRules::points>("points", "Whether thresholds go by points"),
       member<&AppliedRules::risk_scores>("risk_scores", "Predictions at ordinal scores").sparse(),
       member<&AppliedRules::unknown>("unknown", "Values that the rules do not know"),
       member<&AppliedRules::unknown_scores>("unknown_scores",
                                             "Rows left out, by risk score without a probability"),
       member<&AppliedRules::without_score>("without_score", "Rows left out for lack of a score")
           .from(0)}};
  return object;
}

}  // namespace faultline::run
