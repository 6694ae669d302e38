#include "faultline/run/spec.hpp"

#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::run {

std::span<const describe::Word> words(FailOn) {
  static constexpr std::array kWords{
      describe::word(FailOn::finding, "finding", "There is evidence of a difference"),
      describe::word(FailOn::not_comparable, "not-comparable",
                     "For some class there are too few comparable people"),
      describe::word(FailOn::worse, "worse", "There is evidence that it got worse (compare)")};
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
                                   "Take the decision, one of two values, from this column; error "
                                   "rates need it, or `threshold`")
           .named("COL[=POSITIVE]"),
       member<&RoleSpec::threshold>("threshold",
                                    "Decide positively where the prediction is at least 0.5 (T is "
                                    "0.5) or above it (T is '>0.5')")
           .named("T"),
       member<&RoleSpec::attributes>(
           "attributes",
           "Form subgroups from these columns; without it, from columns with 2 to 20 values that "
           "have no other role and do not appear to be derived from the outcome or the prediction")
           .named("A,B,C")
           .split(),
       member<&RoleSpec::ordered>(
           "ordered",
           "Treat these attributes as ordered, so that subgroups use ranges of values (one penalty "
           "per range): A,B, or 'size=small<medium<large' where the values do not say their order; "
           "repeatable. Columns cut by `bins` are ordered automatically; none turns that off")
           .named("A,B"),
       member<&RoleSpec::count>(
           "count", "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&RoleSpec::weight>("weight",
                                 "Take sampling weights from this column (not accepted by this "
                                 "command, but by metrics)")
           .named("COL")
           .refused(),
       member<&RoleSpec::cluster>(
           "cluster",
           "Treat rows with the same value of this column as belonging to one person (not accepted "
           "by this command, but by metrics)")
           .named("COL")
           .refused()}};
  return object;
}

data::RoleOptions to_options(const RoleSpec& roles) {
  if (!roles.weight.empty()) {
    throw ConfigError(
        fmt::format("`weight` {}: searches cannot use sampling weights, because no reliable test "
                    "is known for them; leave `weight` out, use `count` for whole numbers of "
                    "people, or use metrics, which takes weights",
                    roles.weight));
  }
  if (!roles.cluster.empty()) {
    throw ConfigError(
        fmt::format("`cluster` {}: no test of a search is known to hold its level when people have "
                    "several rows; keep one row of each, as in `where`",
                    roles.cluster));
  }
  data::RoleOptions options;
  options.outcome = roles.outcome;
  options.score = roles.score;
  options.risk_score = roles.risk_score;
  options.decision = roles.decision;
  options.threshold = roles.threshold;
  options.attributes = roles.attributes;
  options.ordered = roles.ordered;
  options.count = roles.count;
  return options;
}

}  // namespace faultline::run
