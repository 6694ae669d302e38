#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/compare.hpp"
#include "faultline/run/compare_periods.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/top_option.hpp"

namespace faultline::run {
namespace {

void check_pair(const std::vector<std::string>& columns, const char* option) {
  if (columns.empty()) return;
  if (columns.size() != 2) {
    throw ConfigError(fmt::format(
        "`{}` names {}: compare needs two, the one before and the one after{}", option,
        columns.size() == 1 ? "1 column" : fmt::format("{} columns", columns.size()),
        columns.size() == 1 ? "; or add `by` or `after` to compare one model in two periods" : ""));
  }
  if (columns.front() == columns.back())
    throw ConfigError(fmt::format("`{}` names '{}' twice", option, columns.front()));
}

void check_one(const std::vector<std::string>& columns, const char* option) {
  if (columns.size() < 2) return;
  throw ConfigError(
      fmt::format("`{}` names {} columns: one model is compared in two periods; leave out `by` and "
                  "`after` to compare two models on the same people",
                  option, columns.size()));
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

namespace {

const describe::Object& compare_search() {
  static const describe::Object object = search_with_top(
      "Of two periods, report up to N subgroups of each scan, each tested given those before it; "
      "the list stops at the first that fails. Two models have one of each loss and direction");
  return object;
}

}  // namespace

const describe::Object& description(const CompareSpec*) {
  using describe::member;
  using Of = CompareSpec;
  static const describe::Object object{
      "Compares two models on the same people, or one model in two periods or files: every rate of "
      "every group side by side, and the subgroup in which the change is worst, with a p-value "
      "that "
      "counts the whole search.",
      {describe::base<Of, Spec>(),
       member<&Of::input>("", "").inlined(),
       member<&Of::outcome>("outcome", "Take what happened, one of two values, from this column")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&Of::scores>("score",
                           "Take the predicted probabilities of two models, 0 to 1, from these "
                           "columns: first the one before, then the one after; of two periods "
                           "from one column")
           .named("OLD,NEW")
           .split(),
       member<&Of::decisions>("decision",
                              "Take the decisions of two models, one of two values, from these "
                              "columns: first the one before, then the one after; of two periods "
                              "from one column")
           .named("OLD,NEW")
           .split(),
       member<&Of::threshold>("threshold",
                              "Decide positively where the prediction is at least 0.5 (T is 0.5) "
                              "or above it (T is '>0.5')")
           .named("T"),
       member<&Of::by>("by",
                       "Compare two periods given by this column: with two values the later one is "
                       "after; otherwise name it (COL=VALUE), and it is compared with all others")
           .named("COL[=VALUE]"),
       member<&Of::after>("after",
                          "Compare with the people of this second file, which has the same columns")
           .named("FILE"),
       member<&Of::attributes>(
           "attributes",
           "Form subgroups from these columns; without it, from columns with 2 to 20 values that "
           "have no other role and do not appear to be derived from the outcome or the prediction")
           .named("A,B,C")
           .split(),
       member<&Of::ordered>(
           "ordered",
           "Treat these attributes as ordered, so that subgroups use ranges of values (one penalty "
           "per range): A,B, or 'size=small<medium<large' where the values do not say their order; "
           "repeatable. Columns cut by `bins` are ordered automatically; none turns that off")
           .named("A,B"),
       member<&Of::protected_columns>(
           "protected",
           "Show the rates of the values of these columns and of all their intersections side by "
           "side; without it, of the values of the attributes")
           .named("A,B")
           .split(),
       member<&Of::covariates>(
           "covariates",
           "Of two periods, treat people as comparable if they are alike in these "
           "columns, categories or numbers; without it, in `attributes` where "
           "these are named, else in all usable columns, at most 20")
           .named("A,B,C")
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
       member<&Of::criteria>("criterion",
                             "Of two periods, search where these criteria of audit got worse: fpr, "
                             "ppv, calibration and so on; without it, those that audit takes "
                             "and the other error rate")
           .named("A,B")
           .split(),
       member<&Of::harm>("harm",
                         "Of two periods, say whether a positive decision harms (as for a risk "
                         "score) or a negative one (as for a loan)"),
       member<&Of::direction>("direction",
                              "Look for the subgroup where it got worse, better, or for both"),
       member<&Of::rates>("metric",
                          "Show and test these rates only; without it, all that the columns allow. "
                          "The fewer, the less p-values are adjusted")
           .named("RATES")
           .split(),
       described_by<compare_search>(member<&Of::search>("", "").inlined()),
       member<&Of::subgroup>("subgroup",
                             "Test this subgroup, such as 'race=A|B;sex=Female', without a search")
           .under("Significance")
           .named("SETS"),
       member<&Spec::fail_on, Of>("fail_on",
                                  "Exit with code 1 when there is evidence that it got worse for "
                                  "some subgroup or group (worse), or evidence of any change "
                                  "except an improved rate (finding), or, of two periods, when "
                                  "there are too few comparable people (not-comparable)")
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

namespace {

void validate_models(const CompareSpec& spec) {
  if (spec.scores.empty() && spec.decisions.empty()) {
    throw ConfigError(
        "compare needs two models: add `score = OLD,NEW` (probabilities) or `decision = OLD,NEW`; "
        "or two periods: add `by = COL` or `after = FILE`");
  }
  check_pair(spec.scores, "score");
  check_pair(spec.decisions, "decision");
  for (const auto& [given, option] : {std::pair(!spec.covariates.empty(), "covariates"),
                                      std::pair(!spec.criteria.empty(), "criterion")}) {
    if (given) {
      throw ConfigError(
          fmt::format("`{}` is for two periods: two models see the same people, who need not be "
                      "made comparable",
                      option));
    }
  }
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
  // The table of changes may be one more family.
  check_gate(spec.fail_on, spec.search, losses_of(spec).size() + 1);
}

void validate_periods(const CompareSpec& spec) {
  if (!spec.by.empty() && !spec.after.empty())
    throw ConfigError("`by` and `after` exclude each other: the second period is one of them");
  if (spec.scores.empty() && spec.decisions.empty())
    throw ConfigError(
        "compare needs predictions or decisions: add `score = COL` or `decision = COL`");
  check_one(spec.scores, "score");
  check_one(spec.decisions, "decision");
  if (!spec.losses.empty()) {
    throw ConfigError(
        "`loss` is for two models on the same people; of two periods `criterion` says what is "
        "searched");
  }
  if (!spec.after.empty()) {
    if (spec.after == "-" || spec.input.path == "-")
      throw ConfigError("`after`: name two files; standard input cannot be read twice");
    check_second_file("after", spec.input);
  }
  if (period_scans(spec).empty()) {
    throw ConfigError(
        "compare has no criterion that these columns allow: add `score = COL` or `decision = COL`");
  }
  check_gate(spec.fail_on, spec.search, 2);
}

}  // namespace

void validate(const CompareSpec& spec) {
  if (spec.outcome.empty()) throw ConfigError("compare needs the outcome: add `outcome = COL`");
  if (!spec.decisions.empty() && !spec.threshold.empty()) {
    throw ConfigError("`decision` and `threshold` exclude each other: the decision is one of them");
  }
  if (spec.scores.empty() && !spec.threshold.empty())
    throw ConfigError("`threshold` cuts a score, and there is none: add `score`");
  check_group_columns(spec.protected_columns);
  describe::check(spec);
  if (std::find(spec.fail_on.begin(), spec.fail_on.end(), FailOn::worse) != spec.fail_on.end() &&
      spec.direction == methods::ChangeDirection::better) {
    throw ConfigError(
        "`fail_on = worse` with `direction = better`: the search would never look where it got "
        "worse; use `direction` worse or both");
  }
  if (spec.of_periods()) {
    validate_periods(spec);
  } else {
    validate_models(spec);
  }
}

}  // namespace faultline::run
