#include "faultline/run/spec.hpp"

#include <array>

namespace faultline::run {

std::span<const describe::Word> words(Choice) {
  static constexpr std::array kWords{describe::word(Choice::yes, "yes"),
                                     describe::word(Choice::no, "no")};
  return kWords;
}

std::span<const describe::Word> words(FailOn) {
  static constexpr std::array<describe::Word, 1> kWords{
      {{static_cast<int>(FailOn::finding), "finding"}}};
  return kWords;
}

const describe::Object& description(const Spec*) {
  using describe::member;
  static const describe::Object object{
      "What is asked",
      {member<&Spec::command>("command", "The method").unlisted(),
       member<&Spec::by_default>(
           "by_default",
           "Options whose value was chosen from the data; a repeated run chooses again")
           .unlisted()}};
  return object;
}

const describe::Object& description(const RoleSpec*) {
  using describe::member;
  static const describe::Object object{
      "Columns that play a role",
      {member<&RoleSpec::outcome>("outcome",
                                  "Take what happened, one of two values, from this column")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&RoleSpec::score>("score", "Take the predicted probability, 0 to 1, from this column")
           .named("COL"),
       member<&RoleSpec::risk_score>("risk_score",
                                     "Take an ordinal score from this column; the prediction is "
                                     "the share of positive outcomes at each score")
           .named("COL"),
       member<&RoleSpec::decision>("decision",
                                   "Take the decision, one of two values, from this column; audit "
                                   "needs it for error rates, scan only checks it")
           .named("COL[=POSITIVE]"),
       member<&RoleSpec::threshold>("threshold",
                                    "Decide positively where the prediction is at least 0.5 (T is "
                                    "0.5) or above it (T is '>0.5')")
           .named("T"),
       member<&RoleSpec::attributes>(
           "attributes",
           "Form subgroups from these columns; without it, from text, true/false and binned "
           "columns that have 2 to 20 values and no other role")
           .named("A,B,C")
           .split(),
       member<&RoleSpec::count>(
           "count", "Take the number of people that each row stands for from this column")
           .named("COL")}};
  return object;
}

data::RoleOptions to_options(const RoleSpec& roles) {
  data::RoleOptions options;
  options.outcome = roles.outcome;
  options.score = roles.score;
  options.risk_score = roles.risk_score;
  options.decision = roles.decision;
  options.threshold = roles.threshold;
  options.attributes = roles.attributes;
  options.count = roles.count;
  return options;
}

}  // namespace faultline::run
