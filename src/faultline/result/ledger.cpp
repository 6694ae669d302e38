#include "faultline/result/ledger.hpp"

#include <array>

namespace faultline::result {

using describe::member;
using describe::Object;

std::span<const describe::Word> words(Worth) {
  static constexpr std::array kWords{
      describe::word(Worth::less, "less", "The interval of the change lies below 0"),
      describe::word(Worth::more, "more", "The interval of the change lies above 0"),
      describe::word(Worth::unclear, "unclear", "The interval of the change holds 0")};
  return kWords;
}

const Object& description(const Ledger::Costs*) {
  using Costs = Ledger::Costs;
  static const Object object{
      "What an error costs",
      {member<&Costs::false_positive>("false_positive", "Cost of a false positive.").from(0),
       member<&Costs::false_negative>("false_negative", "Cost of a false negative.").from(0),
       member<&Costs::disparity>(
           "disparity",
           "Cost per person of the worst subgroup beyond what its base rate justifies.")
           .from(0),
       member<&Costs::given>("given", "Whether `costs` gave them; else they follow from lambda.")}};
  return object;
}

const Object& description(const Ledger::Side*) {
  using Side = Ledger::Side;
  static const Object object{
      "What decisions cost",
      {member<&Side::false_positives>("false_positives", "Number of false positives.").from(0),
       member<&Side::false_negatives>("false_negatives", "Number of false negatives.").from(0),
       member<&Side::excess>(
           "excess",
           "People of the worst subgroup whose decisions go beyond what its base rate justifies.")
           .from(0),
       member<&Side::subgroup>("subgroup", "The worst subgroup, in words."),
       member<&Side::cost>("cost", "All of it at the costs.").from(0)}};
  return object;
}

const Object& description(const Ledger::Group*) {
  using Group = Ledger::Group;
  static const Object object{
      "What changes for those whom one threshold is for",
      {member<&Group::number>("number", "Place in the order of points, or of rules.").from(1),
       member<&Group::text>("text", "Who they are, in words."),
       member<&Group::from>("from", "Fewest points among them; null where there is no such end."),
       member<&Group::to>("to", "Most points among them; null where there is no such end."),
       member<&Group::moved>("moved", "Whether its threshold differs from the old one."),
       member<&Group::n>("n", "Number of people in it.").from(0),
       member<&Group::audited>("audited", "Of these, people whose error rate is compared.").from(0),
       member<&Group::rate_before>("rate_before", "Their error rate before.").from(0).to(1),
       member<&Group::rate_after>("rate_after", "And after.").from(0).to(1),
       member<&Group::justified>("justified",
                                 "The rate that the criterion expects of them, old decisions.")
           .from(0)
           .to(1),
       member<&Group::false_positives_before>("false_positives_before", "False positives before.")
           .from(0),
       member<&Group::false_positives_after>("false_positives_after", "And after.").from(0),
       member<&Group::false_negatives_before>("false_negatives_before", "False negatives before.")
           .from(0),
       member<&Group::false_negatives_after>("false_negatives_after", "And after.").from(0),
       member<&Group::change>("change", "Change of the cost of its errors."),
       member<&Group::interval>("interval", "95 % interval of the change.")}};
  return object;
}

const Object& description(const Ledger*) {
  static const Object object{
      "What the new decisions cost and save",
      {member<&Ledger::costs>("costs", "What an error costs."),
       member<&Ledger::before>("before", "Under the old decisions."),
       member<&Ledger::after>("after", "Under the rules."),
       member<&Ledger::change>("change", "Change of the cost."),
       member<&Ledger::interval>("interval", "95 % interval of the change."),
       member<&Ledger::worth>("worth", "Whether the cost is known to fall or rise."),
       member<&Ledger::groups>("groups", "Everybody in parts, each with its threshold.")}};
  return object;
}

}  // namespace faultline::result
