#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/common_members.hpp"
#include "faultline/run/check.hpp"
#include "faultline/run/gate.hpp"

namespace faultline::run {
namespace {

constexpr std::array kCheckParts{Command::metrics, Command::scan, Command::audit, Command::sources};

}  // namespace

const describe::Object& description(const CheckSpec*) {
  using describe::member;
  static const describe::Object object{
      "Checks a model in every way that the columns allow: rates group by group, subgroups for "
      "which the predictions are wrong, protected classes against comparable people, and what "
      "errors cost each group. One page and one list of verdicts, all tests adjusted together.",
      {describe::base<CheckSpec, Spec>(), member<&CheckSpec::input>("", "").inlined(),
       member<&CheckSpec::roles>("", "").inlined(),
       member<&CheckSpec::protected_classes>(
           "protected",
           "Compare the groups that these columns form, and audit each of their values in turn "
           "(sex,race); or one class, such as 'race=A|B' or 'sex=Female;race=A'; repeatable")
           .under("Roles")
           .named("COL[=VALUE]"),
       member<&CheckSpec::covariates>(
           "covariates",
           "Treat people as comparable if they are alike in these columns, "
           "categories or numbers; without it, in `attributes` where "
           "these are named, else in all usable columns, at most 20")
           .named("A,B,C")
           .split(),
       member<&CheckSpec::harm>("harm",
                                "Say whether a positive decision harms (as for a risk score) or a "
                                "negative one (as for a loan)"),
       member<&CheckSpec::replicates>("replicates",
                                      "Redraw the data at most N times as if nothing were wrong, "
                                      "to compute p-values; 0 skips the tests of searches")
           .under("Significance")
           .from(0),
       member<&CheckSpec::alpha>(
           "alpha", "Call a difference evidence when its adjusted p-value is at most X")
           .above(0)
           .below(1),
       methods::seed_member<&CheckSpec::seed>(), methods::threads_member<&CheckSpec::threads>(),
       member<&Spec::fail_on, CheckSpec>(
           "fail_on",
           "Exit with code 1 when there is evidence of a difference in any part (finding), or when "
           "a class or part of it has too few comparable people (not-comparable)")
           .under("Output")
           .named("finding|not-comparable")
           .split()}};
  return object;
}

std::string needed_for(Command part, const CheckSpec& spec) {
  const bool outcome = !spec.roles.outcome.empty();
  const bool predicted = spec.roles.has_prediction();
  std::vector<std::string> lacking;
  if (part != Command::metrics && !outcome)
    lacking.emplace_back("a column that says what happened (`outcome = COL`)");
  if (part != Command::scan && spec.protected_classes.empty()) {
    lacking.emplace_back("a column that says who belongs to which group (`protected = COL`)");
  }
  if (part == Command::scan && !predicted) {
    lacking.emplace_back("a column of predicted probabilities (`score = COL`)");
  } else if (!predicted && spec.roles.decision.empty()) {
    lacking.emplace_back("a column of predictions (`score = COL`) or decisions (`decision = COL`)");
  }
  return lacking.empty() ? "" : fmt::format("This needs {}.", join_words(lacking));
}

void validate(const CheckSpec& spec) {
  const bool possible = std::any_of(kCheckParts.begin(), kCheckParts.end(),
                                    [&](Command part) { return needed_for(part, spec).empty(); });
  if (!possible) {
    throw ConfigError(
        "check needs columns to look at: add `outcome = COL` and `score = COL`, or `decision = "
        "COL` and `protected = COL`; all four are best");
  }
  (void)to_options(spec.roles);
  describe::check(spec);
  methods::SearchSettings settings;
  settings.replicates = spec.replicates;
  settings.alpha = spec.alpha;
  check_gate(spec.fail_on, settings);
}

}  // namespace faultline::run
