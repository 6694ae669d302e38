#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/compare.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/groups.hpp"

namespace faultline::run {
namespace {

void check_pair(const std::vector<std::string>& columns, const char* option) {
  if (columns.empty()) return;
  if (columns.size() != 2) {
    throw ConfigError(
        fmt::format("`{}` names {} column{}: compare needs two, the one before and the one after",
                    option, columns.size(), columns.size() == 1 ? "" : "s"));
  }
  if (columns.front() == columns.back())
    throw ConfigError(fmt::format("`{}` names '{}' twice", option, columns.front()));
}

void check_loss(const CompareSpec& spec, methods::PairedLoss loss) {
  if (loss == methods::PairedLoss::error && !spec.has_decision()) {
    throw ConfigError(
        "`loss = error` needs decisions: add `decision = OLD,NEW`, or `threshold` beside `score`");
  }
  if (loss != methods::PairedLoss::error && spec.scores.empty()) {
    throw ConfigError(
        fmt::format("`loss = {}` needs predicted probabilities: add `score = OLD,NEW`",
                    describe::name_of(loss)));
  }
}

}  // namespace

const describe::Object& description(const CompareSpec*) {
  using describe::member;
  using Of = CompareSpec;
  static const describe::Object object{
      "Compares two models on the same people: every rate of every group side by side, and the "
      "subgroup in which the second model does worst against the first, with a p-value that counts "
      "the whole search.",
      {describe::base<Of, Spec>(), member<&Of::input>("", "").inlined(),
       member<&Of::outcome>("outcome", "Take what happened, one of two values, from this column")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&Of::scores>("score",
                           "Take the predicted probabilities of two models, 0 to 1, from these "
                           "columns: first the one before, then the one after")
           .named("OLD,NEW")
           .split(),
       member<&Of::decisions>("decision",
                              "Take the decisions of two models, one of two values, from these "
                              "columns: first the one before, then the one after")
           .named("OLD,NEW")
           .split(),
       member<&Of::threshold>("threshold",
                              "Decide positively where the prediction is at least 0.5 (T is 0.5) "
                              "or above it (T is '>0.5')")
           .named("T"),
       member<&Of::attributes>(
           "attributes",
           "Form subgroups from these columns; without it, from columns that have 2 to 20 values, "
           "no other role and were not made of the outcome or the prediction")
           .named("A,B,C")
           .split(),
       member<&Of::ordered>(
           "ordered",
           "Search only ranges of these attributes' values, each for one penalty: A,B, or "
           "'size=small<medium<large' where the values do not say their order; repeatable. Columns "
           "that `bins` cut are ordered by themselves, unless none is given")
           .named("A,B"),
       member<&Of::protected_columns>(
           "protected",
           "Show the rates of the values of these columns and of all their intersections side by "
           "side; without it, of the values of the attributes")
           .named("A,B")
           .split(),
       member<&Of::count>("count",
                          "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&Of::losses>("loss",
                           "Search where two models' losses differ: wrong decisions, squared "
                           "distances (brier) or surprise (log_loss); without it, error and brier "
                           "as far as there are decisions and scores")
           .under("Comparison")
           .split(),
       member<&Of::direction>("direction",
                              "Look for the subgroup where it got worse, better, or for both"),
       member<&Of::rates>("metric",
                          "Show and test these rates only; without it, all that the columns allow. "
                          "The fewer, the less p-values are adjusted")
           .named("RATES")
           .split(),
       member<&Of::search>("", "").inlined(),
       member<&Of::subgroup>("subgroup",
                             "Test this subgroup, such as 'race=A|B;sex=Female', without a search")
           .under("Significance")
           .named("SETS"),
       member<&Spec::fail_on, Of>("fail_on",
                                  "Exit with code 1 when there is evidence that some subgroup or "
                                  "group got worse (worse), or of any change (finding)")
           .under("Output")
           .split()}};
  return object;
}

std::vector<methods::PairedLoss> losses_of(const CompareSpec& spec) {
  if (!spec.losses.empty()) return spec.losses;
  std::vector<methods::PairedLoss> losses;
  if (spec.has_decision()) losses.push_back(methods::PairedLoss::error);
  if (!spec.scores.empty()) losses.push_back(methods::PairedLoss::brier);
  return losses;
}

void validate(const CompareSpec& spec) {
  if (spec.outcome.empty()) throw ConfigError("compare needs the outcome: add `outcome = COL`");
  if (spec.scores.empty() && spec.decisions.empty()) {
    throw ConfigError(
        "compare needs two models: add `score = OLD,NEW` (probabilities) or `decision = OLD,NEW`");
  }
  check_pair(spec.scores, "score");
  check_pair(spec.decisions, "decision");
  if (!spec.decisions.empty() && !spec.threshold.empty()) {
    throw ConfigError("`decision` and `threshold` exclude each other: the decision is one of them");
  }
  if (spec.scores.empty() && !spec.threshold.empty())
    throw ConfigError("`threshold` cuts a score, and there is none: add `score = OLD,NEW`");
  check_group_columns(spec.protected_columns);
  describe::check(spec);
  for (const methods::PairedLoss loss : spec.losses) {
    if (std::count(spec.losses.begin(), spec.losses.end(), loss) > 1)
      throw ConfigError(fmt::format("`loss` names {} twice", describe::name_of(loss)));
    check_loss(spec, loss);
  }
  if (spec.search.top > 1) {
    throw ConfigError(
        "`top` looks on after correcting what was found, and losses cannot be corrected: one "
        "subgroup of each loss and direction is reported");
  }
  if (std::find(spec.fail_on.begin(), spec.fail_on.end(), FailOn::worse) != spec.fail_on.end() &&
      spec.direction == methods::ChangeDirection::better) {
    throw ConfigError(
        "`fail_on = worse` with `direction = better`: the search would never look where it got "
        "worse; use `direction` worse or both");
  }
  // The table of changes may be one more family.
  check_gate(spec.fail_on, spec.search, losses_of(spec).size() + 1);
}

}  // namespace faultline::run
