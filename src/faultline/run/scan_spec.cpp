#include <array>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/scan.hpp"
#include "faultline/run/scan_family.hpp"

namespace faultline::run {

std::span<const describe::Word> words(Directions) {
  static constexpr std::array<describe::Word, 3> kWords{
      {{static_cast<int>(Directions::higher), "higher", "More frequent than expected"},
       {static_cast<int>(Directions::lower), "lower", "Less frequent than expected"},
       {static_cast<int>(Directions::both), "both", "One finding each"}}};
  return kWords;
}

const describe::Object& description(const ScanSpec*) {
  using describe::member;
  static const describe::Object object{
      "Finds the subgroup whose outcomes depart most from the predicted probabilities (Bias Scan).",
      {describe::base<ScanSpec, Spec>(), member<&ScanSpec::input>("", "").inlined(),
       member<&ScanSpec::roles>("", "").inlined(),
       member<&ScanSpec::family>(
           "family",
           "Treat the outcome as one of two values, a number, a count, an ordered class or one of "
           "several classes (`score` is then the number predicted); auto accepts two-valued "
           "outcomes and otherwise asks you to choose")
           .under("Roles"),
       member<&ScanSpec::order>("order",
                                "Order the classes of an ordinal outcome that is text, from the "
                                "lowest to the highest")
           .named("LOW,...,HIGH")
           .split(),
       member<&ScanSpec::class_scores>(
           "class_scores",
           "Take the predicted probability of every class of a nominal outcome from these columns")
           .named("CLASS=COL,...")
           .split(),
       member<&ScanSpec::direction>("direction",
                                    "Look for outcomes that are more frequent (higher) or less "
                                    "frequent (lower) than predicted")
           .under("Search"),
       member<&ScanSpec::search>("", "").inlined(),
       member<&ScanSpec::clip>("clip", "Move predictions into the range from X to 1 - X")
           .under("Search")
           .above(0)
           .below(0.5),
       member<&ScanSpec::power>(
           "power", "Also report the critical value and the bias that the scan would detect")
           .under("Significance"),
       member<&ScanSpec::holdout>(
           "holdout",
           "Estimate and test what was found on people who took no part in the search: a share "
           "of them, such as 0.5, or those of a second file with the same columns")
           .named("SHARE|FILE"),
       member<&ScanSpec::subgroup>(
           "subgroup",
           "Test this subgroup, such as 'race=A|B;sex=Female', without a search; with `power`: "
           "search, and say what would be detected in it")
           .named("SETS"),
       member<&Spec::fail_on, ScanSpec>("fail_on", "Exit with code 1 when a finding is significant")
           .under("Output")
           .named("finding")
           .split()}};
  return object;
}

void validate(const ScanSpec& spec) {
  if (spec.roles.outcome.empty()) throw ConfigError("scan needs the outcome: add `outcome = COL`");
  if (is_other(spec.family)) {
    check_family(spec);
    describe::check(spec);
    check_gate(spec.fail_on, spec.search);
    return;
  }
  if (!spec.order.empty()) throw ConfigError("`order` is for `family` ordinal only");
  if (!spec.class_scores.empty()) throw ConfigError("`class_scores` is for `family` nominal only");
  if (!spec.roles.has_prediction()) {
    throw ConfigError(
        "scan needs a prediction: add `score = COL` (a probability) or `risk_score = COL` (an "
        "ordinal score)");
  }
  describe::check(spec);
  check_holdout(spec.holdout, spec.input);
  if (!spec.holdout.empty() && (!spec.subgroup.empty() || spec.power || spec.search.top > 1)) {
    throw ConfigError(
        "`holdout` tests the best subgroup of each direction on people held out: leave out "
        "`subgroup`, `power` and `top`");
  }
  check_gate(spec.fail_on, spec.search);
}

}  // namespace faultline::run
