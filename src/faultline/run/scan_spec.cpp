#include <array>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/scan.hpp"

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
       member<&ScanSpec::subgroup>(
           "subgroup", "Compute `power` for this subgroup, such as 'race=A|B;sex=Female'")
           .named("SETS"),
       member<&Spec::fail_on, ScanSpec>("fail_on", "Exit with code 1 when a finding is significant")
           .under("Output")}};
  return object;
}

void validate(const ScanSpec& spec) {
  if (!spec.subgroup.empty() && !spec.power)
    throw ConfigError("`subgroup` names the subgroup for `power`; add `power`");
  if (spec.roles.outcome.empty()) throw ConfigError("scan needs the outcome: add `outcome = COL`");
  if (!spec.roles.has_prediction()) {
    throw ConfigError(
        "scan needs a prediction: add `score = COL` (a probability) or `risk_score = COL` (an "
        "ordinal score)");
  }
  describe::check(spec);
  check_gate(spec.fail_on, spec.search.replicates);
}

}  // namespace faultline::run
